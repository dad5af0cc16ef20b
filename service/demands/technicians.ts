import { pickOne } from '../../schemas/draw.ts';
import { type Service, WEEKDAYS } from '../policy/rule.ts';
import type { StoreProduct } from '../store/schema.ts';
import { demand, type Ground, type Wish } from './demand.ts';
import { isArrived, openOrders } from './orders.ts';

const OWN = ['own-shop'] as const;

/** Orders of one product, with it. */
const ofOneProduct = (ground: Ground, fits: (product: StoreProduct) => boolean) =>
  openOrders(ground).flatMap((order) => {
    const [line, ...more] = order.lines;
    const product = line === undefined ? undefined : ground.store.products.get(line.productId);
    return product === undefined || more.length > 0 || !fits(product) ? [] : [{ order, product }];
  });

const booked = (service: Service, fits: (product: StoreProduct) => boolean) => (ground: Ground) =>
  ofOneProduct(ground, fits)
    // What has not come yet may be waited for to be installed; it cannot be out of order.
    .filter(({ order }) => service === 'install' || isArrived(order))
    .map(({ order }): Wish<'book_service'> => {
      const day = pickOne(ground.draw, `${order.id}/${service}/day`, WEEKDAYS);
      return { request: { orderId: order.id, service, day }, order, blanks: { day } };
    });

export const TECHNICIANS = [
  demand({
    name: 'book_installation',
    kind: 'book_service',
    about: 'wants a technician to install what was ordered',
    of: 'goods',
    group: 'after-sales',
    dialogue: 'task',
    regimes: OWN,
    wishes: booked('install', ({ installation }) => installation !== null),
  }),
  demand({
    name: 'book_repair',
    kind: 'book_service',
    about: 'wants a technician to repair what was ordered',
    of: 'goods',
    group: 'after-sales',
    dialogue: 'task',
    regimes: OWN,
    wishes: booked('repair', ({ warranty }) => warranty !== null),
  }),
  demand({
    name: 'fault_code',
    kind: 'ask_fault_code',
    about: 'asks what a code on the display means',
    group: 'after-sales',
    dialogue: 'question',
    regimes: OWN,
    wishes: (ground) =>
      ofOneProduct(ground, ({ faultCodes }) => faultCodes.length > 0)
        .filter(({ order }) => isArrived(order))
        .map(({ order, product }) => {
          const { code } = pickOne(ground.draw, `${order.id}/code`, product.faultCodes);
          return { request: { productId: product.id, code }, product, blanks: { code } };
        }),
  }),
  demand({
    name: 'installation_steps',
    kind: 'ask_installation',
    about: 'asks how a product is installed and what it costs',
    group: 'after-sales',
    dialogue: 'question',
    regimes: OWN,
    wishes: (ground) =>
      ofOneProduct(ground, ({ installation }) => installation !== null).map(({ product }) => ({
        request: { productId: product.id },
        product,
      })),
  }),
  demand({
    name: 'repair_terms',
    kind: 'ask_repair',
    about: 'asks how long and what the warranty covers',
    group: 'after-sales',
    dialogue: 'question',
    regimes: OWN,
    wishes: (ground) =>
      ofOneProduct(ground, ({ warranty }) => warranty !== null).map(({ product }) => ({
        request: { productId: product.id },
        product,
      })),
  }),
  demand({
    name: 'materials',
    kind: 'ask_materials',
    about: 'asks which materials an installation needs besides',
    group: 'after-sales',
    dialogue: 'question',
    regimes: OWN,
    wishes: (ground) =>
      ofOneProduct(ground, ({ materials, installation }) => materials.length > 0 && installation !== null).map(
        ({ product }) => ({
          request: { productId: product.id },
          product,
        }),
      ),
  }),
];
