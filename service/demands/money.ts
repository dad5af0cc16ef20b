import { chance, pickOne } from '../../schemas/draw.ts';
import { formatMoney, minorUnitsOf } from '../../text/money.ts';
import { pictureOf } from '../pictures/index.ts';
import { OWN } from '../policy/rule.ts';
import { currentPrice, duesOf } from '../store/dues.ts';
import type { Order, PictureKind } from '../store/schema.ts';
import { demandsIn, type Ground, ofOrder } from './demand.ts';
import { isArrived, openOrders } from './orders.ts';
import { THINGS } from './speech.ts';

/** Open orders, each with a picture of a kind that the customer would send about it. */
const pictured = (ground: Ground, kind: PictureKind, fits: (order: Order) => boolean) =>
  openOrders(ground)
    .filter(fits)
    .flatMap((order) => {
      const productId = order.lines[0]?.productId;
      const about = { orderId: order.id, ...(productId === undefined ? {} : { productId }) };
      const says = kind === 'review' ? { says: THINGS[ground.store.facts.language].review } : {};
      const picture = pictureOf(ground.store, { kind, userId: ground.user.id, about, ...says });
      return picture === null ? [] : [{ picture, order }];
    });

/** Nobody reviews what has not come. */
const isReviewable = (order: Order) => isArrived(order) || order.state === 'returning';

/** Of the goods of an order the customer speaks as of one thing, which has one price. */
const isOfOneProduct = ({ lines }: Order) => lines.length === 1;

/** Share of orders of which a customer thinks that they cost less now, and they do not. */
const MISTAKEN = 0.2;
const seemsCheaper = ({ store, draw }: Ground, order: Order) =>
  isOfOneProduct(order) &&
  (order.lines.some((line) => currentPrice(store, line) < line.unitPriceMinor) ||
    chance(draw, `${order.id}/mistaken price`, MISTAKEN));

/** The least that anybody writes in for, in whole units. */
const WORTH_WRITING = 5;

/** Orders that are off or went back, with what a customer may want put on the e-card for them. */
const refundable = (ground: Ground) => {
  const { store, user, draw } = ground;
  const dues = duesOf(store, user.id);
  return ground.orders.flatMap((order) => {
    const because = order.state === 'cancelled' ? 'cancelled' : REFUNDED.has(order.state) ? 'returned' : null;
    if (because === null || order.payment.paidAt === null) return [];
    const due = dues.find((one) => one.order.id === order.id)?.amountMinor ?? order.totalMinor;
    const unit = minorUnitsOf(store.facts.currency);
    if (due < WORTH_WRITING * unit) return [];
    const amountMinor = chance(draw, `${order.id}/refund`, 0.6) ? due : due + 10 * unit;
    return [{ request: { orderId: order.id, because, amountMinor } as const, order }];
  });
};
const REFUNDED: ReadonlySet<Order['state']> = new Set(['returning', 'returned', 'refunded']);

/** Orders that a customer reviewed: as often as not those too small for cashback, of which none came by itself. */
function reviewed(ground: Ground) {
  const found = pictured(ground, 'review', isReviewable);
  const small = found.filter(
    ({ order }) =>
      order.totalMinor <
      (ground.store.merchants.get(order.merchantId)?.cashback?.minimumOrderMinor ?? Number.MAX_VALUE),
  );
  return small.length > 0 && chance(ground.draw, 'small review', 0.5) ? small : found;
}

/** A wish for the invoice of an order to be made out to a company, which is drawn. */
function toCompany(ground: Ground, order: Order, label: string) {
  const title = pickOne(ground.draw, `${order.id}/${label}`, THINGS[ground.store.facts.language].companies);
  const { phone } = ground.user;
  return { request: { orderId: order.id, type: 'company' as const, title, phone }, order, blanks: { title, phone } };
}

const task = demandsIn('after-sales', 'task', OWN);
const earlyQuestion = demandsIn('pre-sales', 'question', OWN);
const question = demandsIn('after-sales', 'question', OWN);

export const MONEY = [
  task({
    name: 'ecard_refund',
    kind: 'refund_to_ecard',
    wishes: (ground) =>
      refundable(ground).map(({ request, order }) => ({
        request,
        order,
        blanks: { amount: formatMoney(request.amountMinor, ground.store.facts.currency) },
        variant: request.because,
      })),
  }),
  earlyQuestion({
    name: 'ecard_rules',
    isRare: true,
    kind: 'ask_ecard',
    wishes: () => [{ request: { about: 'rules' as const } }],
  }),
  question({
    name: 'remark_on_price',
    isRare: true,
    kind: 'price_protection',
    of: 'goods',
    wishes: ({ store, user }) =>
      duesOf(store, user.id).flatMap(({ because, order, line }) =>
        because !== 'price_protection' || line === undefined || !isOfOneProduct(order)
          ? []
          : [
              {
                request: { orderId: order.id, productId: line.productId },
                order,
                circumstances: { explicit: false },
              },
            ],
      ),
  }),
  task({
    name: 'change_invoice',
    kind: 'change_invoice',
    wishes: (ground) =>
      openOrders(ground)
        .filter(({ id, state }) => {
          // Now and then an invoice is to be changed that was never issued.
          const isMistaken = () => chance(ground.draw, `${id}/no invoice`, 0.2);
          return state !== 'unpaid' && (ground.store.invoices.has(id) || isMistaken());
        })
        .map((order) => toCompany(ground, order, 'new title')),
  }),
  task({
    name: 'price_protection',
    kind: 'price_protection',
    of: 'goods',
    wishes: (ground) =>
      pictured(ground, 'price', (order) => order.state !== 'unpaid' && seemsCheaper(ground, order)).flatMap(
        ({ picture, order }) => {
          const productId = picture.productId ?? order.lines[0]?.productId;
          return productId === undefined || !order.lines.some((line) => line.productId === productId)
            ? []
            : [{ request: { orderId: order.id, productId }, order, picture, blanks: { picture: picture.id } }];
        },
      ),
  }),
  task({
    name: 'cashback',
    kind: 'cashback',
    wishes: (ground) =>
      reviewed(ground).map(({ picture, order }) => ({
        request: { orderId: order.id },
        ...{ order, picture, blanks: { picture: picture.id } },
        ...(chance(ground.draw, `${order.id}/asked`, 0.3) ? { isPictureAsked: true as const, variant: 'unshown' } : {}),
      })),
  }),
  task({
    name: 'cashback_wrong_picture',
    kind: 'cashback',
    wishes: (ground) =>
      (['specifications', 'order', 'payment'] as const).flatMap((kind) =>
        pictured(ground, kind, isReviewable).map(({ picture, order }) => ({
          ...ofOrder(order),
          picture,
          blanks: { picture: picture.id },
        })),
      ),
  }),
  question({
    name: 'cashback_registered',
    kind: 'ask_cashback',
    wishes: (ground) => openOrders(ground).filter(isReviewable).map(ofOrder),
  }),
  task({
    name: 'invoice_personal',
    kind: 'issue_invoice',
    wishes: (ground) =>
      openOrders(ground).map((order) => {
        const { name: title, phone } = ground.user;
        return {
          request: { orderId: order.id, type: 'personal' as const, title, phone },
          order,
          blanks: { title, phone },
        };
      }),
  }),
  task({
    name: 'invoice_company',
    kind: 'issue_invoice',
    wishes: (ground) => openOrders(ground).map((order) => toCompany(ground, order, 'company')),
  }),
  earlyQuestion({
    name: 'ecard_balance',
    kind: 'ask_ecard',
    wishes: () => [{ request: { about: 'balance' as const } }],
  }),
];
