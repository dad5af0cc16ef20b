import { withRubric, withWording } from '../../../mutations/changes.ts';
import {
  type Mutant,
  type Operator,
  operatorsOf,
  type Sample,
  type Surroundings,
} from '../../../mutations/operator.ts';
import { SPELLINGS } from '../../../mutations/spellings.ts';
import { isAkin, valuesOf } from '../../../mutations/values.ts';
import { pickOne } from '../../../schemas/draw.ts';
import type { Product } from '../../../schemas/product.ts';
import type { Rubric } from '../../../shopping/kinds/index.ts';
import { normaliseValue } from '../../../text/normalise.ts';
import type { Profile } from '../profile.ts';
import type { Wording } from '../wording.ts';

type OneSample = Sample<Wording>;
type Preferences = Profile['preferences'];

const BRAND = 'details.Brand';
const lastingOf = ({ task }: OneSample) =>
  task.locked.rubrics.filter(({ info_source: source }) => source === 'persona');
const fieldOf = ({ field }: Pick<Rubric, 'field'>) => field.replace(/^details\./, '');

/** The sample with another profile; none where it has none. */
function profiled(
  sample: OneSample,
  change: (profile: Profile) => readonly { readonly profile: Profile; readonly what: string }[],
): Mutant<Wording>[] {
  const { profile } = sample.wording;
  return profile === null ? [] : change(profile).map((to) => withWording(sample, { profile: to.profile }, to.what));
}
const preferring = (profile: Profile, changes: Partial<Preferences>, what: string) => ({
  profile: { ...profile, preferences: { ...profile.preferences, ...changes } },
  what,
});
const wished = (profile: Profile, wish: string, level: 'high' | 'medium' | 'low') =>
  preferring(
    profile,
    { lasting: [...profile.preferences.lasting, { topic: 'looks', wish, level }] },
    `${level}: ${wish}`,
  );
const buying = (profile: Profile, changes: Partial<Profile['purchase_history'][number]>, what: string) => ({
  profile: {
    ...profile,
    purchase_history: [
      ...profile.purchase_history,
      {
        ...{ product_id: 'X1', title: 'Thing', category: 'Things', brand: null, price: null, currency: null },
        ...{ days_ago: 500, ...changes },
      },
    ],
  },
  what,
});
const bought = (profile: Profile, { id, title, brand, category }: Product) =>
  buying(profile, { product_id: id, title, brand, category: category.at(-1) as string }, id);

const heldAt = ({ preferences }: Profile) => ({
  brands: preferences.brands.flatMap(({ level }, at) => (level === 'high' ? [at] : [])),
  lasting: preferences.lasting.flatMap(({ level }, at) => (level === 'high' ? [at] : [])),
});
const without = <T>(list: readonly T[], place: number) => list.filter((_, at) => at !== place);
const changedAt = <T>(list: readonly T[], place: number, change: (item: T) => T) =>
  list.map((item, at) => (at === place ? change(item) : item));

const NEEDS = operatorsOf<Wording>('profile: needs', {
  'a long-term need left out': (sample) =>
    profiled(sample, (profile) => {
      const { brands, lasting } = profile.preferences;
      const held = heldAt(profile);
      return [
        ...held.brands.map((at) => preferring(profile, { brands: without(brands, at) }, 'no brand')),
        ...held.lasting.map((at) => preferring(profile, { lasting: without(lasting, at) }, 'no wish')),
      ];
    }),
  'a long-term need made a taste': (sample) =>
    profiled(sample, (profile) => {
      const { brands, lasting } = profile.preferences;
      const held = heldAt(profile);
      return (['medium', 'low'] as const).flatMap((level) => [
        ...held.brands.map((at) =>
          preferring(profile, { brands: changedAt(brands, at, (it) => ({ ...it, level })) }, level),
        ),
        ...held.lasting.map((at) =>
          preferring(profile, { lasting: changedAt(lasting, at, (it) => ({ ...it, level })) }, level),
        ),
      ]);
    }),
  'a long-term need twice': (sample) =>
    profiled(sample, (profile) => {
      const { brands, lasting } = profile.preferences;
      const held = heldAt(profile);
      return [
        ...held.brands.map((at) =>
          preferring(profile, { brands: [...brands, brands[at] as (typeof brands)[0]] }, 'brand'),
        ),
        ...held.lasting.map((at) =>
          preferring(profile, { lasting: [...lasting, lasting[at] as (typeof lasting)[0]] }, 'wish'),
        ),
      ];
    }),
  'another value than is locked': (sample, { samples, draw }) =>
    lastingOf(sample).flatMap((need) => {
      const own = valuesOf(need).map(({ value }) => value);
      const others = samples
        .flatMap(lastingOf)
        .filter(({ field }) => field === need.field)
        .flatMap(valuesOf)
        .map(({ value }) => value)
        .filter((value) => own.every((mine) => !isAkin(mine, value)));
      if (others.length === 0) return [];
      const other = pickOne(draw, need.id, others);
      return profiled(sample, (profile) => {
        const { brands, lasting } = profile.preferences;
        const held = heldAt(profile);
        const wish = held.lasting.find((at) => own.some((value) => lasting[at]?.wish.toLowerCase().includes(value)));
        if (need.field === BRAND)
          return held.brands.map((at) =>
            preferring(profile, { brands: changedAt(brands, at, (it) => ({ ...it, brand: other })) }, other),
          );
        return wish === undefined
          ? []
          : [
              preferring(
                profile,
                { lasting: changedAt(lasting, wish, (it) => ({ ...it, wish: `Always takes ${other}.` })) },
                other,
              ),
            ];
      });
    }),
  'something held to that nobody asks': (sample) =>
    profiled(sample, (profile) => [
      wished(profile, 'Only ever buys things that glow.', 'high'),
      wished(profile, 'Insists on a lifetime guarantee.', 'high'),
      preferring(
        profile,
        { brands: [...profile.preferences.brands, { brand: 'Nobody & Sons', level: 'high' }] },
        'a brand',
      ),
      ...profile.preferences.brands.flatMap(({ level }, at) =>
        level === 'high'
          ? []
          : [
              preferring(
                profile,
                { brands: changedAt(profile.preferences.brands, at, (it) => ({ ...it, level: 'high' })) },
                'a liked brand',
              ),
            ],
      ),
    ]),
  'the profile of another shopper': (sample, { samples, draw }) => {
    const own = lastingOf(sample).flatMap(valuesOf);
    const others = samples.filter(
      (other) =>
        other.wording.profile !== null &&
        !lastingOf(other)
          .flatMap(valuesOf)
          .some(({ value }) => own.some((mine) => isAkin(mine.value, value))),
    );
    return others.length === 0
      ? []
      : profiled(sample, () => {
          const { task, wording } = pickOne(draw, 'other', others);
          return wording.profile === null ? [] : [{ profile: wording.profile, what: task.id }];
        });
  },
});

const HISTORY = operatorsOf<Wording>('profile: history', {
  'a purchase against a long-term need': (sample, { view: { catalog }, draw }) =>
    lastingOf(sample).flatMap((need) => {
      if (need.field === BRAND) return [];
      const own = new Set(valuesOf(need).map(({ value }) => normaliseValue(value)));
      const others = [...catalog.statedValues(fieldOf(need))].filter(({ norm }) => !own.has(norm));
      return others.slice(0, 6).flatMap(({ norm, rows }) => {
        const product = catalog.productByRow(rows[draw(`${need.id} ${norm}`, rows.length)] as number);
        const stated = product.details[fieldOf(need)]?.options ?? [];
        return stated.some((option) => own.has(normaliseValue(option)))
          ? []
          : profiled(sample, (profile) => [bought(profile, product)]);
      });
    }),
  'another brand where the brand is sold': (sample, { view: { catalog }, draw }) =>
    lastingOf(sample)
      .filter(({ field }) => field === BRAND)
      .flatMap((need) => {
        const [own = ''] = valuesOf(need).map(({ value }) => normaliseValue(value));
        const [target] = sample.targets;
        const row = target === undefined ? null : catalog.rowOf(target.id);
        if (row === null) return [];
        const shelf = catalog.shelfRows(catalog.shelfOf(row).id);
        return Array.from({ length: 6 }, (_, at) =>
          catalog.productByRow(shelf[draw(`mate ${at}`, shelf.length)] as number),
        )
          .filter(({ details }) => {
            const stated = details.Brand?.options ?? [];
            return stated.length > 0 && stated.every((option) => normaliseValue(option) !== own);
          })
          .flatMap((product) => profiled(sample, (profile) => [bought(profile, product)]));
      }),
});

const NAMES = operatorsOf<Wording>('leak: profile', {
  'the target among the purchases': (sample) =>
    sample.targets.flatMap((target) =>
      profiled(sample, (profile) => [
        bought(profile, target),
        buying(profile, { product_id: target.id }, 'its id'),
        buying(profile, { title: target.title }, 'its title'),
      ]),
    ),
  'the target in a wish': (sample) =>
    sample.targets.flatMap(({ id, title }) =>
      profiled(sample, (profile) => [
        wished(profile, `Has looked at ${title} for weeks.`, 'low'),
        wished(profile, `Put ${id} into the cart.`, 'medium'),
        wished(profile, `Dreams of the ${title.toUpperCase()}.`, 'low'),
      ]),
    ),
});

const FRAMES = ['Rather likes {} things.', 'Once bought something with {}.', '{} is fine too.', 'Has an eye for {}.'];

/** A scored value where the profile must not say it, in every spelling. */
const VALUES = Object.entries(SPELLINGS).map(
  ([group, spellings]): Operator<Wording> => ({
    gate: 'leak: profile',
    name: `scored value in the profile: ${group}`,
    plant: (sample, { draw }: Surroundings<Wording>) =>
      sample.task.locked.rubrics
        .filter(({ type }) => type !== 'entity_match')
        .flatMap(valuesOf)
        .flatMap(({ field, value }) =>
          spellings.flatMap(({ spell }) => {
            const words = spell(value, field);
            if (words === null) return [];
            const told = pickOne(draw, `${value}/${words}`, FRAMES).replace('{}', () => words);
            return profiled(sample, (profile) => {
              const at = draw(`at ${value}/${words}`, 3);
              if (at === 0) return [wished(profile, told, 'low')];
              if (at === 1) return [buying(profile, { title: `Model 7, ${words}` }, words)];
              return [buying(profile, { category: `Things, ${words}` }, words)];
            });
          }),
        ),
  }),
);

/** Fewest other products that a profile has to fit, as the settings are while nothing else is said. */
const LEAST_FITTING = 20;

const FIT = operatorsOf<Wording>('profile: fit', {
  'a need that too few products meet': (sample, { view: { catalog }, draw }) =>
    lastingOf(sample).flatMap((need) => {
      const rare = [...catalog.statedValues(fieldOf(need))].filter(({ rows }) => rows.length <= LEAST_FITTING);
      if (rare.length === 0) return [];
      const { norm } = pickOne(draw, need.id, rare);
      return [withRubric(sample, need, { expected_value: norm }, norm)];
    }),
  'a need that what is told says already': (sample) =>
    lastingOf(sample).flatMap((need) =>
      sample.task.locked.rubrics
        .filter(({ type, info_source: source }) => type === 'attribute_match' && source !== 'persona')
        .map(({ field, expected_value }) => withRubric(sample, need, { field, expected_value }, field)),
    ),
});

export const PROFILES: readonly Operator<Wording>[] = [...NEEDS, ...HISTORY, ...NAMES, ...VALUES, ...FIT];
