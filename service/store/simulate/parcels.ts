import { zoneBetween } from '../places.ts';
import type { Merchant, Order, OrderState, Shipment, ShipmentState, StoreTime } from '../schema.ts';
import { transitHours } from '../shipping.ts';
import { addHours, addMinutes, fullHour } from '../time.ts';
import { WORDS } from './words.ts';
import type { World } from './world.ts';

type ParcelEvent = Shipment['events'][number];

/** Events of a parcel between two addresses, as far as they have happened. */
export function parcelEvents(
  world: World,
  { from, to, carrierId }: Pick<Shipment, 'from' | 'to' | 'carrierId'>,
  times: readonly (readonly [ShipmentState, StoreTime])[],
): ParcelEvent[] {
  const carrier = world.one('carriers', carrierId).name;
  const hub: ReadonlySet<ShipmentState> = new Set(['created', 'picked_up', 'in_transit']);
  return times
    .filter(([, at]) => at <= world.facts.now)
    .map(([state, at]) => {
      const { city, district } = hub.has(state) ? from : to;
      const by =
        state === 'created'
          ? world.say(WORDS.by.system)
          : state === 'picked_up' || hub.has(state)
            ? carrier
            : world.say(WORDS.by.courier);
      return {
        ...{ at, state, by, place: world.language === 'en' ? `${district}, ${city}` : `${city}${district}` },
        text: world.say(WORDS.events[state], { carrier, city, recipient: to.recipient }),
      };
    });
}

/** Sends the parcel of an order on its way, as far as the states of the order say. */
export function addParcel(
  world: World,
  order: Order,
  merchant: Merchant,
  carrierId: string,
  since: ReadonlyMap<OrderState, StoreTime>,
): void {
  const { address: from } = merchant;
  const { address: to } = order;
  const shipped = since.get('shipped') as StoreTime;
  const moving = since.get('in_transit');
  const delivered = since.get('delivered');
  const signed = since.get('signed');
  const times: (readonly [ShipmentState, StoreTime])[] = [
    ['created', since.get('paid') ?? shipped],
    ['picked_up', shipped],
  ];
  if (moving !== undefined) times.push(['in_transit', moving]);
  if (moving !== undefined && delivered !== undefined) {
    const before = addHours(delivered, -3);
    if (before > moving) times.push(['out_for_delivery', before]);
    else times.push(['out_for_delivery', addMinutes(moving, 1)]);
    times.push(['delivered', delivered]);
  }
  if (signed !== undefined) times.push(['signed', signed]);
  const events = parcelEvents(world, { from, to, carrierId }, times);
  const zone = zoneBetween(from, to) ?? 'country';
  world.add('shipments', {
    id: world.id(`parcel/${order.id}`, '79', 14),
    ...{ orderId: order.id, kind: 'order', carrierId, from, to, events },
    state: (events.at(-1) as ParcelEvent).state,
    // Carriers promise full hours.
    expectedAt: fullHour(addHours(shipped, transitHours(world.one('carriers', carrierId), zone))),
    pickedUpAt: shipped,
    deliveredAt: delivered ?? null,
  });
}
