import { z } from 'zod';
import { duesOf } from '../../../service/store/dues.ts';
import { INVOICES, keyOf, SERVICES, WEEKDAYS } from '../../../service/store/published/labels.ts';
import { appointmentView, invoiceView, units } from '../../../service/store/published/views.ts';
import type { Language } from '../../../service/store/schema.ts';
import {
  awaitingEcard,
  book,
  handOver,
  invoice,
  payBack,
  payByEcard,
  registerCashback,
  settle,
} from '../../../service/tools/changes.ts';
import { defineServiceTool, inSession, type Reply, type ServiceTool, WrongCall } from '../../../service/tools/tool.ts';
import { minorUnitsOf } from '../../../text/money.ts';
import { argumentsIn, MESSAGE, orderOf, productOf, shopOf, userOf, view } from './arguments.ts';

const ECARD_ACTIONS = {
  info: 'info|信息查询',
  pay: 'pay|余额使用',
  balance: 'balance|余额查询',
  refund: 'refund|退款',
} as const;
const CASHBACK_ACTIONS = { query: 'query|查询', pay: 'cashback|返现' } as const;

/** The terms of e-cards, as every shop tells them. */
const ECARD_TERMS =
  'An e-card pays for goods that the platform itself sells. It is valid for 36 months from its activation; what is left stays on it until then. Refunds go back to the card and cannot be cashed.|电子卡仅可用于购买平台自营商品，自激活之日起36个月内有效，余额可保留至有效期结束。退款退回原卡，不可提现。';

/** The tools for e-cards, technicians, cashback, invoices and people. */
export function serviceTools(language: Language): ServiceTool[] {
  const { platform, shop_id, user_id, order_id, product_id, described, oneOf, text } = argumentsIn(language);
  const order = z.strictObject({ platform, shop_id, order_id, user_id });
  return [
    defineServiceTool({
      name: 'manage_ecard',
      description: text(
        'Tells how e-cards work, reads the balance, pays for goods of an order that waits for it, or refunds an amount to the card.|用于管理电子卡：信息查询、余额查询、余额使用、退款。',
      ),
      kind: 'write',
      input: z.strictObject({
        platform,
        user_id,
        action: oneOf(ECARD_ACTIONS, 'What to do|操作类型'),
        shop_id: shop_id.optional(),
        product_id: product_id.optional(),
        quantity: z.int().positive().describe(text('How many; only to pay|购买数量（仅余额使用时填写）')).optional(),
        amount: z.number().nonnegative().describe(text('How much; only to refund|退款金额（仅退款时填写）')).optional(),
        order_id: order_id
          .describe(text('The order that is refunded, where several could be|退款对应的订单ID（选填）'))
          .optional(),
      }),
      run(args, session): Reply {
        const user = userOf(session, args);
        const { store, talk } = session;
        const balance = () => units(store, user.ecardBalanceMinor);
        const action = keyOf(ECARD_ACTIONS, args.action);
        if (action === 'info') return { shows: { message: inSession(session, ECARD_TERMS) } };
        if (action === 'balance') return { shows: view(session, { 用户ID: args.user_id, 电子卡余额: balance() }) };
        if (action === 'pay') {
          const { quantity } = args;
          if (args.shop_id === undefined || args.product_id === undefined || quantity === undefined)
            throw new WrongCall('To pay, name the shop, the product and how many.|请提供商品ID、购买数量和店铺ID。');
          const { platform, shop_id, product_id } = args;
          const { id: productId } = productOf(session, { platform, shop_id, product_id });
          const waiting = awaitingEcard(store, args.user_id, productId, quantity);
          if (waiting === null)
            throw new WrongCall(
              'No order of the customer waits to be paid by e-card for so many of this product.|没有待电子卡支付的该商品订单。',
            );
          if (waiting.amountMinor > user.ecardBalanceMinor)
            throw new WrongCall('The balance of the e-card is too low.|电子卡余额不足。');
          return {
            asks: { kind: 'pay_by_ecard', lines: [{ productId, quantity }], in: talk },
            write: (to) => {
              payByEcard(to, waiting.order, waiting.amountMinor);
              const left = to.store.users.get(args.user_id)?.ecardBalanceMinor ?? 0;
              return view(session, {
                message: inSession(session, 'Paid by e-card.|电子卡支付成功。'),
                订单ID: waiting.order.id,
                电子卡余额: units(store, left),
              });
            },
          };
        }
        const amountMinor = Math.round((args.amount ?? 0) * minorUnitsOf(store.facts.currency));
        if (amountMinor === 0) throw new WrongCall('Name the amount to refund.|请提供退款金额。');
        const dues = duesOf(store, args.user_id).filter(
          ({ order: { id } }) => args.order_id === undefined || id === args.order_id,
        );
        const due = dues.find((one) => one.amountMinor === amountMinor);
        const [other] = dues;
        const orderId = due?.order.id ?? args.order_id ?? other?.order.id ?? '';
        const because = due?.because ?? other?.because ?? 'returned';
        return {
          asks:
            due?.because === 'price_protection' && due.line !== undefined
              ? { kind: 'price_protection', orderId, productId: due.line.productId, in: talk }
              : { kind: 'refund_to_ecard', orderId, because, amountMinor, in: talk },
          write: (to) => {
            if (due !== undefined) settle(to, due);
            else payBack(to, { userId: args.user_id, orderId: null }, 'other', amountMinor, 'e_card');
            const after = to.store.users.get(args.user_id)?.ecardBalanceMinor ?? 0;
            return view(session, {
              message: inSession(session, 'Refunded to the e-card.|已退款至电子卡。'),
              电子卡余额: units(store, after),
            });
          },
        };
      },
    }),
    defineServiceTool({
      name: 'schedule_service',
      description: text('Books a technician to repair, inspect or install.|用于预约维修、上门检查、安装服务。'),
      kind: 'write',
      input: order.extend({
        user_name: described('The customer’s name|用户姓名'),
        phone_number: described('The customer’s telephone number|用户电话号码'),
        service_type: oneOf(SERVICES, 'What the technician is to do|服务类型'),
        service_time: oneOf(WEEKDAYS, 'On which day|预约时间'),
      }),
      run(args, session): Reply {
        const ordered = orderOf(session, args);
        const kind = keyOf(SERVICES, args.service_type) ?? 'inspect';
        const weekday = keyOf(WEEKDAYS, args.service_time) ?? 'monday';
        const isBooked = session.store.appointments
          .where('orderId', ordered.id)
          .some((one) => one.kind === kind && one.state === 'booked');
        return {
          asks: {
            kind: isBooked ? 'change_service' : 'book_service',
            orderId: ordered.id,
            service: kind,
            day: weekday,
            in: session.talk,
          },
          write: (to) => {
            book(to, ordered, { kind, weekday, name: args.user_name, phone: args.phone_number });
            const [booked] = to.store.appointments
              .where('orderId', ordered.id)
              .filter((one) => one.kind === kind && one.state === 'booked');
            return view(session, {
              message: inSession(session, 'The visit is booked.|预约服务成功。'),
              ...(booked === undefined ? {} : { ...appointmentView(to.store, booked), date: booked.date }),
            });
          },
        };
      },
    }),
    defineServiceTool({
      name: 'register_cashback_by_review',
      description: text(
        'Queries whether a review of an order is on record, or enters the order for cashback.|处理晒单返现的查询与返现。',
      ),
      kind: 'write',
      input: order.extend({ action: oneOf(CASHBACK_ACTIONS, 'What to do|操作类型') }),
      output: MESSAGE,
      run(args, session): Reply {
        const ordered = orderOf(session, args);
        const { id, merchantId } = ordered;
        const entered = session.store.cashbacks.get(id);
        if (keyOf(CASHBACK_ACTIONS, args.action) === 'query')
          return {
            shows: {
              message: inSession(
                session,
                entered === undefined
                  ? 'There is no record of cashback for order {id}.|没有找到订单{id}的晒单返现记录（未晒单）。'
                  : 'There is a record of cashback for order {id}.|确认查询到订单{id}的晒单返现记录（已晒单）。',
                { id },
              ),
              registered: entered !== undefined,
            },
          };
        const offer = session.store.merchants.get(merchantId)?.cashback ?? null;
        if (entered !== undefined) throw new WrongCall(`Order ${id} is entered already.|订单${id}已登记返现。`);
        return {
          asks: { kind: 'cashback', orderId: id, in: session.talk },
          write: (to) => {
            const amountMinor = offer?.amountMinor ?? 0;
            registerCashback(to, ordered, amountMinor);
            return {
              message: inSession(
                session,
                'Order {id} is entered for cashback of {amount}.|订单{id}的晒单返现已进入返现流程，返现金额{amount}。',
                { id, amount: `${units(session.store, amountMinor)} ${session.store.facts.currency}` },
              ),
            };
          },
        };
      },
    }),
    defineServiceTool({
      name: 'manage_invoice',
      description: text('Makes out the invoice of an order.|用于申请开具发票。'),
      kind: 'write',
      input: z.strictObject({
        title: described('Whom the invoice is made out to|发票抬头').min(1),
        order_id,
        phone_number: described('A telephone number|联系电话').min(1),
        invoice_type: oneOf(INVOICES, 'The kind of invoice, which the customer has to say|发票类型，需要用户提供'),
      }),
      run(args, session): Reply {
        const { store, talk } = session;
        const ordered = store.orders.get(args.order_id);
        if (ordered === undefined || ordered.userId !== talk.userId)
          throw new WrongCall(`The customer has no order "${args.order_id}".|没有找到订单${args.order_id}的信息。`);
        const fields = {
          type: keyOf(INVOICES, args.invoice_type) ?? 'personal',
          title: args.title,
          phone: args.phone_number,
        };
        return {
          asks: {
            kind: store.invoices.has(ordered.id) ? 'change_invoice' : 'issue_invoice',
            orderId: ordered.id,
            ...fields,
            in: talk,
          },
          write: (to) => {
            invoice(to, ordered, fields);
            const made = to.store.invoices.get(ordered.id);
            return view(session, {
              message: inSession(session, 'The invoice is made out.|发票已开具。'),
              ...(made === undefined ? {} : invoiceView(to.store, made)),
            });
          },
        };
      },
    }),
    defineServiceTool({
      name: 'transfer_to_specialist',
      description: text('Hands the customer over to a person.|用于转接至相应专线客服。'),
      kind: 'write',
      input: z.strictObject({ platform, shop_id, user_id }),
      output: MESSAGE,
      run(args, session): Reply {
        userOf(session, args);
        shopOf(session, args);
        return {
          asks: null,
          write: (to) => {
            handOver(to, args.user_id, args.shop_id, '');
            return {
              message: inSession(session, 'The customer is handed over to a person.|已转接到专线客服，请耐心等待。'),
            };
          },
        };
      },
    }),
  ];
}
