import { nextDate, weekdayOf } from '../time.ts';
import type { Invariant } from './invariant.ts';

export const ofMoney: readonly Invariant[] = [
  {
    name: 'e-card balance',
    holds:
      'the balance of an e-card is what was loaded and paid back less what was paid, at every time at least nothing',
    keptBy: 'policy',
    *violations({ users, ecardEntries }) {
      for (const { id, ecardBalanceMinor } of users.rows()) {
        const entries = ecardEntries.where('userId', id).toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
        // Of one time, what comes in counts first.
        const moves = new Map<string, number>();
        for (const { at, kind, amountMinor } of entries)
          moves.set(at, (moves.get(at) ?? 0) + (kind === 'pay' ? -amountMinor : amountMinor));
        let balance = 0;
        for (const [at, move] of moves) {
          balance += move;
          if (balance < 0) yield `the e-card of ${id} is at ${balance} after ${at}`;
        }
        if (balance !== ecardBalanceMinor)
          yield `the e-card of ${id} holds ${ecardBalanceMinor}, its entries come to ${balance}`;
      }
    },
  },
  {
    name: 'e-card sums',
    holds: 'the balance of an e-card is the sum of its entries',
    keptBy: 'store',
    *violations({ users, ecardEntries }) {
      for (const { id, ecardBalanceMinor } of users.rows()) {
        const sum = ecardEntries
          .where('userId', id)
          .reduce((all, { kind, amountMinor }) => all + (kind === 'pay' ? -amountMinor : amountMinor), 0);
        if (sum !== ecardBalanceMinor)
          yield `the e-card of ${id} holds ${ecardBalanceMinor}, its entries come to ${sum}`;
      }
    },
  },
  {
    name: 'e-card orders',
    holds: 'an order paid by e-card is one of a shop of the platform and has its payment on the card',
    keptBy: 'policy',
    *violations({ orders, ecardEntries, merchants }) {
      for (const { id, payment, totalMinor, merchantId } of orders.rows()) {
        if (payment.method !== 'e_card' || payment.paidAt === null) continue;
        if (merchants.get(merchantId)?.selfOperated !== true) yield `order ${id} of ${merchantId} is paid by e-card`;
        const paid = ecardEntries
          .where('orderId', id)
          .filter(({ kind }) => kind === 'pay')
          .reduce((sum, { amountMinor }) => sum + amountMinor, 0);
        if (paid !== totalMinor) yield `order ${id}: ${totalMinor} due, ${paid} paid by e-card`;
      }
    },
  },
  {
    name: 'refunds',
    holds: 'no more of an order is paid back than was paid for it',
    keptBy: 'store',
    *violations({ orders, refunds }) {
      for (const { id, totalMinor, payment } of orders.rows()) {
        const back = refunds.where('orderId', id).reduce((sum, { amountMinor }) => sum + amountMinor, 0);
        if (back > (payment.paidAt === null ? 0 : totalMinor)) yield `order ${id}: ${back} paid back of ${totalMinor}`;
      }
    },
  },
  {
    name: 'e-card refunds',
    holds: 'a refund to an e-card is an entry of it, and a refund of an entry is one to an e-card of the same amount',
    keptBy: 'store',
    *violations({ refunds, ecardEntries }) {
      for (const { id, to, amountMinor, userId } of refunds.rows()) {
        const entries = ecardEntries.where('refundId', id);
        if (entries.length !== Number(to === 'e_card'))
          yield `refund ${id} to ${to} has ${entries.length} entries of an e-card`;
        for (const entry of entries)
          if (entry.amountMinor !== amountMinor || entry.userId !== userId || entry.kind !== 'refund')
            yield `entry ${entry.id} does not book refund ${id}`;
      }
    },
  },
  {
    name: 'settled returns',
    holds: 'a return is refunded where it has a refund of its amount',
    keptBy: 'store',
    *violations({ returns, refunds }) {
      for (const { id, refundId, state, amountMinor } of returns.rows()) {
        if (state === 'refunded' && refundId === null && amountMinor > 0)
          yield `return ${id} is refunded without a refund`;
        if (refundId !== null && refunds.get(refundId)?.amountMinor !== amountMinor)
          yield `return ${id} pays ${amountMinor}, its refund ${refunds.get(refundId)?.amountMinor}`;
      }
    },
  },
  {
    name: 'price protection',
    holds: 'a claim pays the difference times the number, once a line, and its refund pays as much',
    keptBy: 'store',
    *violations({ priceProtections, orders, refunds }) {
      const claimed = new Set<string>();
      for (const claim of priceProtections.rows()) {
        const { id, paidMinor, currentMinor, quantity, differenceMinor, refundId, orderId, lineId } = claim;
        if (differenceMinor !== (paidMinor - currentMinor) * quantity)
          yield `claim ${id}: ${differenceMinor} is not the difference`;
        if (refunds.get(refundId)?.amountMinor !== differenceMinor) yield `claim ${id}: its refund pays something else`;
        if (orders.get(orderId)?.lines.find((line) => line.id === lineId)?.unitPriceMinor !== paidMinor)
          yield `claim ${id}: ${paidMinor} was not paid`;
        if (claimed.has(`${orderId}/${lineId}`))
          yield `claim ${id} is the second of line ${lineId} of order ${orderId}`;
        claimed.add(`${orderId}/${lineId}`);
      }
    },
  },
  {
    name: 'invoices',
    holds: 'an invoice is of an order that was paid, over what was paid, under the order’s number',
    keptBy: 'store',
    *violations({ invoices, orders }) {
      for (const { id, orderId, amountMinor } of invoices.rows()) {
        if (id !== orderId) yield `invoice ${id} is of order ${orderId}`;
        const order = orders.get(orderId);
        if (amountMinor !== order?.totalMinor)
          yield `invoice ${id} is over ${amountMinor}, order ${orderId} over ${order?.totalMinor}`;
      }
    },
  },
  {
    name: 'coupons',
    holds:
      'a coupon is spent by its owner while it is valid, on one order, one of each level, and takes off what it says',
    keptBy: 'store',
    *violations({ coupons, orders }) {
      for (const order of orders.rows()) {
        const spent = order.couponIds.flatMap((id) => coupons.get(id) ?? []);
        const off = spent.reduce((sum, { offMinor }) => sum + offMinor, 0);
        if (off !== order.discountMinor) yield `order ${order.id}: ${order.discountMinor} off, its coupons say ${off}`;
        if (new Set(spent.map(({ level }) => level)).size < spent.length)
          yield `order ${order.id} spends two coupons of one level`;
        const at = (order.history[0] as { at: string }).at;
        for (const { id, userId, orderId, from, until, minimumMinor } of spent)
          if (
            userId !== order.userId ||
            orderId !== order.id ||
            at < from ||
            until < at ||
            order.goodsMinor < minimumMinor
          )
            yield `coupon ${id} does not fit order ${order.id}`;
      }
      for (const { id, orderId } of coupons.rows())
        if (orderId !== null && !orders.get(orderId)?.couponIds.includes(id))
          yield `coupon ${id} is spent on order ${orderId}, which has it not`;
    },
  },
  {
    name: 'cashback',
    holds: 'cashback is what the shop pays for an order of that amount, under the order’s number',
    keptBy: 'policy',
    *violations({ cashbacks, orders, merchants }) {
      for (const { id, orderId, amountMinor } of cashbacks.rows()) {
        const order = orders.get(orderId);
        const offer = order && merchants.get(order.merchantId)?.cashback;
        if (
          id !== orderId ||
          !offer ||
          offer.amountMinor !== amountMinor ||
          (order?.totalMinor ?? 0) < offer.minimumOrderMinor
        )
          yield `cashback ${id} of order ${orderId} is ${amountMinor}`;
      }
    },
  },
  {
    name: 'visits',
    holds: 'a visit is on the next such weekday after it was booked',
    keptBy: 'store',
    *violations({ appointments }) {
      for (const { id, date, weekday, at } of appointments.rows())
        if (weekdayOf(date) !== weekday || nextDate(at, weekday) !== date)
          yield `visit ${id} booked at ${at} for ${weekday} is on ${date}`;
    },
  },
  {
    name: 'prices',
    holds: 'what a product costs is the last of its prices, and no price is nothing',
    keptBy: 'store',
    *violations({ products }) {
      for (const { id, prices, priceMinor } of products.rows()) {
        if (prices.at(-1)?.priceMinor !== priceMinor || priceMinor === 0)
          yield `product ${id} costs ${priceMinor}, its last price is ${prices.at(-1)?.priceMinor}`;
        if (prices.some(({ from }, at) => at > 0 && from <= (prices[at - 1] as { from: string }).from))
          yield `the prices of product ${id} go back in time`;
      }
    },
  },
  {
    name: 'neighbours',
    holds: 'a product may be exchanged for others of its shop, never for itself',
    keptBy: 'store',
    *violations({ products }) {
      for (const { id, merchantId, exchangeableFor } of products.rows())
        for (const other of exchangeableFor)
          if (other === id || products.get(other)?.merchantId !== merchantId)
            yield `product ${id} may be exchanged for ${other}`;
    },
  },
];
