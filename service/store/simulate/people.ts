import { chance, type Draw, pick, pickOne, shuffled } from '../../../schemas/draw.ts';
import { minorUnitsOf } from '../../../text/money.ts';
import { COUNTRY, PLACES, type Place } from '../places.ts';
import type { Address, Carrier, Merchant, User, UserTier, Zone } from '../schema.ts';
import { Zone as Zones } from '../schema.ts';
import { addDays } from '../time.ts';
import { PEOPLE } from './words.ts';
import { between, type World } from './world.ts';

/** The carriers of a store; what they ask grows with the zone. */
export function addCarriers(world: World): Carrier[] {
  // Tables say prices in hundredths of a unit of money.
  const minor = (hundredths: number) => Math.round((hundredths * minorUnitsOf(world.facts.currency)) / 100);
  const byZone = (of: (steps: number) => number) =>
    Object.fromEntries(Zones.options.map((zone, steps) => [zone, of(steps)])) as Record<Zone, number>;
  return PEOPLE.carriers.map(({ name, hours, step, first, next, dearer }, at) =>
    world.add('carriers', {
      id: `C${at + 1}`,
      name: world.say(name),
      // Carriers promise whole days, for nobody rings at night.
      hours: byZone((steps) => Math.ceil((hours + steps * step) / 24) * 24),
      firstKilogramMinor: byZone((steps) => minor(first + steps * dearer)),
      nextKilogramMinor: byZone((steps) => minor(next + steps * Math.round(dearer / 2))),
    }),
  );
}

const phoneOf = (draw: Draw) =>
  `1${pickOne(draw, 'phone/start', ['38', '55', '86', '79', '50', '91'])}${String(draw('phone', 10 ** 8)).padStart(8, '0')}`;

/** An address at a place: a street with a number, or a flat in an estate. */
function addressAt(
  world: World,
  draw: Draw,
  place: Place,
  who: { readonly recipient: string; readonly phone: string },
): Address {
  const number = between(draw, 'number', 1, 380);
  const street = world.say(pickOne(draw, 'street', PEOPLE.streets));
  const estate = world.say(pickOne(draw, 'estate', PEOPLE.estates));
  const [building, flat] = [
    between(draw, 'building', 1, 24),
    between(draw, 'floor', 1, 18) * 100 + between(draw, 'flat', 1, 4),
  ];
  const inEstate = draw('in estate', 2) === 0;
  const english = inEstate
    ? `${number} ${street}, ${estate}, Building ${building}, Flat ${flat}`
    : `${number} ${street}`;
  const chinese = inEstate ? `${street}${number}号${estate}${building}栋${flat}室` : `${street}${number}号`;
  return {
    ...who,
    country: world.say(COUNTRY),
    province: world.say(place.province),
    city: world.say(place.city),
    district: world.say(place.district),
    street: world.language === 'en' ? english : chinese,
  };
}

interface ShopPlan {
  /** As the catalog calls it; null where it names no shops. */
  readonly name: string | null;
  readonly key: string;
}

/** The shops of a store. The first one is the platform's own. */
export function addMerchants(world: World, plans: readonly ShopPlan[]): Merchant[] {
  const names = shuffled(world.draws('merchants'), 'names', PEOPLE.merchants);
  return plans.map(({ name, key }, at) => {
    const draw = world.draws(`merchant/${key}`);
    const invented = names[at % names.length] as string;
    const called =
      name ??
      world.say(pickOne(draw, 'shop', PEOPLE.shop), { name: world.say(invented) }) +
        (at < names.length ? '' : ` ${at}`);
    const phone = phoneOf(draw);
    const selfOperated = at === 0;
    const unit = minorUnitsOf(world.facts.currency);
    return world.add('merchants', {
      id: world.id(`merchant/${key}`, '14', 10),
      name: called,
      phone,
      address: addressAt(world, draw, pickOne(draw, 'place', PLACES), { recipient: called, phone }),
      selfOperated,
      carrierIds: shuffled(draw, 'carriers', world.rows('carriers'))
        .slice(0, between(draw, 'carrier count', 2, 4))
        .map(({ id }) => id)
        .sort(),
      acceptsCarrierChoice: chance(draw, 'choice', 0.5),
      shippingInsurance: selfOperated || chance(draw, 'insurance', 0.5),
      maxCompensationPercent: between(draw, 'compensation', 3, 15),
      cashback:
        selfOperated || chance(draw, 'cashback', 0.4)
          ? {
              amountMinor: between(draw, 'cashback amount', 2, 8) * unit,
              minimumOrderMinor: between(draw, 'cashback from', 1, 3) * 10 * unit,
            }
          : null,
    });
  });
}

/** The customers of a store. Their e-cards were loaded before the first order, with some typical prices. */
export function addUsers(world: World, count: number, typical: number): User[] {
  const unit = minorUnitsOf(world.facts.currency);
  return Array.from({ length: count }, (_, at) => {
    const draw = world.draws(`user/${at}`);
    const gender = pickOne(draw, 'gender', ['female', 'male'] as const);
    const surname = pickOne(draw, 'surname', PEOPLE.surnames);
    const given = pickOne(draw, 'given', PEOPLE[gender]);
    const [english, chinese] = [surname, given]
      .map((part) => part.split('|'))
      .reduce((one, other) => [`${other[0]} ${one[0]}`, `${one[1]}${other[1]}`]) as [string, string];
    const name = world.language === 'en' ? english : chinese;
    const phone = phoneOf(draw);
    const id = world.id(`user/${at}`, '7', 10);
    const places = shuffled(draw, 'places', PLACES);
    const addresses = places
      .slice(0, chance(draw, 'second address', 0.3) ? 2 : 1)
      .map((place, number) =>
        addressAt(world, world.draws(`user/${at}/address/${number}`), place, { recipient: name, phone }),
      );
    const registeredAt = addDays(world.facts.from, -between(draw, 'registered', 30, 1200));
    const loaded = chance(draw, 'ecard', 0.75)
      ? Math.ceil((between(draw, 'loaded', 1, 40) * typical) / unit) * unit
      : 0;
    if (loaded > 0)
      world.add('ecardEntries', {
        id: world.id(`user/${at}/load`, '9', 12),
        userId: id,
        kind: 'load',
        amountMinor: loaded,
        orderId: null,
        refundId: null,
        at: addDays(world.facts.from, -between(draw, 'loaded days', 1, 20)),
      });
    const tier = (pick(draw, 'tier', [1, 1, 2, 2, 3, 3] as const) ?? 1) as UserTier;
    const email = `${english.toLowerCase().replaceAll(/[^a-z]+/g, '.')}${id.slice(-3)}@mail.example`;
    return world.add('users', {
      ...{ id, name, gender, age: between(draw, 'age', 19, 68), phone, email, tier },
      ...{ ecardBalanceMinor: loaded, addresses, registeredAt },
    });
  });
}
