import { chance, pickOne } from '../../schemas/draw.ts';
import { pictureOf } from '../pictures/index.ts';
import { OWN, type Service, WEEKDAYS } from '../policy/rule.ts';
import type { StoreProduct, Weekday } from '../store/schema.ts';
import { addDays, weekdayOf } from '../store/time.ts';
import { demandsIn, type Ground, type Wish } from './demand.ts';
import { isArrived, isOnItsWay, openOrders } from './orders.ts';

/** Weekdays that people call a day by which is yet to come: not the one it is, nor the next. */
function daysAhead({ store }: Ground): Weekday[] {
  const { now } = store.facts;
  return WEEKDAYS.filter((day) => ![now, addDays(now, 1)].some((time) => weekdayOf(time) === day));
}

/** A code that a product's list does not have. */
const strangeCode = ({ faultCodes }: StoreProduct) =>
  ['E99', 'F88', 'E77'].find((code) => !faultCodes.some((known) => known.code === code)) ?? 'H99';

/** Orders of one product, with it. */
const ofOneProduct = (ground: Ground, fits: (product: StoreProduct) => boolean) =>
  openOrders(ground).flatMap((order) => {
    const [line, ...more] = order.lines;
    const product = line === undefined ? undefined : ground.store.products.get(line.productId);
    return product === undefined || more.length > 0 || !fits(product) ? [] : [{ order, product }];
  });

/** Kinds of goods too large or too firmly installed to be brought in for repair. */
const isServicedAtHome = ({ warranty, installation, faultCodes }: StoreProduct) =>
  warranty !== null && (installation !== null || faultCodes.length > 0);

const booked = (service: Service, fits: (product: StoreProduct) => boolean) => (ground: Ground) =>
  ofOneProduct(ground, fits)
    // What has not come yet may be waited for to be installed, or by who had a broken one before.
    .filter(({ order }) => service === 'install' || isArrived(order) || isOnItsWay(order))
    .map(({ order }): Wish<'book_service'> => {
      const day = pickOne(ground.draw, `${order.id}/${service}/day`, daysAhead(ground));
      const isEarly = service === 'repair' && !isArrived(order);
      return {
        request: { orderId: order.id, service, day },
        order,
        blanks: { day },
        ...(isEarly ? { variant: 'not_here' } : {}),
      };
    });

const task = demandsIn('after-sales', 'task', OWN);
const question = demandsIn('after-sales', 'question', OWN);

export const TECHNICIANS = [
  task({
    name: 'book_installation',
    kind: 'book_service',
    of: 'goods',
    // A device that nobody installs is asked for all the same.
    wishes: booked('install', ({ installation, faultCodes }) => installation !== null || faultCodes.length > 0),
  }),
  task({
    name: 'move_visit',
    kind: 'change_service',
    of: 'goods',
    wishes: (ground) =>
      ofOneProduct(ground, isServicedAtHome).flatMap(({ order }): Wish<'change_service'>[] => {
        const visit = ground.store.appointments
          .where('orderId', order.id)
          .find(({ state, kind }) => state === 'booked' && kind !== 'inspect');
        const service = (visit?.kind ?? 'repair') as Service;
        // Now and then a visit is taken for booked that is not.
        const isMistaken = () => isArrived(order) && chance(ground.draw, `${order.id}/no visit`, 0.5);
        if (visit === undefined && !isMistaken()) return [];
        const days = daysAhead(ground).filter((day) => day !== visit?.weekday);
        const day = pickOne(ground.draw, `${order.id}/moved`, days);
        return [{ request: { orderId: order.id, service, day }, order, blanks: { day }, variant: service }];
      }),
  }),
  task({
    name: 'book_repair',
    kind: 'book_service',
    of: 'goods',
    wishes: booked('repair', isServicedAtHome),
  }),
  question({
    name: 'fault_code',
    kind: 'ask_fault_code',
    of: 'goods',
    wishes: (ground) =>
      ofOneProduct(ground, ({ faultCodes }) => faultCodes.length > 0)
        .filter(({ order }) => isArrived(order))
        .map(({ order, product }) => {
          const known = pickOne(ground.draw, `${order.id}/code`, product.faultCodes).code;
          const code = chance(ground.draw, `${order.id}/strange code`, 0.2) ? strangeCode(product) : known;
          const request = { productId: product.id, code };
          const picture = chance(ground.draw, `${order.id}/shown code`, 0.6)
            ? pictureOf(ground.store, { kind: 'fault_code', userId: ground.user.id, about: request, faultCode: code })
            : null;
          return picture === null
            ? { request, order, blanks: { code } }
            : { request, order, picture, blanks: { picture: picture.id }, variant: 'shown' };
        }),
  }),
  question({
    name: 'installation_steps',
    kind: 'ask_installation',
    of: 'goods',
    wishes: (ground) =>
      ofOneProduct(ground, ({ installation }) => installation !== null).map(({ order, product }) => ({
        request: { productId: product.id },
        order,
      })),
  }),
  question({
    name: 'repair_terms',
    kind: 'ask_repair',
    of: 'goods',
    wishes: (ground) =>
      ofOneProduct(ground, ({ warranty }) => warranty !== null).map(({ order, product }) => ({
        request: { productId: product.id },
        order,
      })),
  }),
  question({
    name: 'materials',
    kind: 'ask_materials',
    of: 'goods',
    wishes: (ground) =>
      ofOneProduct(ground, ({ materials, installation }) => materials.length > 0 && installation !== null).map(
        ({ order, product }) => ({ request: { productId: product.id }, order }),
      ),
  }),
];
