import { z } from 'zod';
import { inLanguage } from '../../../service/store/bilingual.ts';
import { BEFORE_SHIPPING, TAKEN_BACK } from '../../../service/store/order-states.ts';
import { keyOf, ORDER_STATES, PAYMENTS } from '../../../service/store/published/labels.ts';
import { exchangeableView, orderView } from '../../../service/store/published/views.ts';
import type { Language, Order } from '../../../service/store/schema.ts';
import { ReturnReason } from '../../../service/store/schema.ts';
import { cancel, exchange, placeOrder, readdress, returnable, takeBack } from '../../../service/tools/changes.ts';
import {
  defineServiceTool,
  inSession,
  type Reply,
  type ServiceTool,
  type Session,
  WrongCall,
} from '../../../service/tools/tool.ts';
import { argumentsIn, MESSAGE, orderOf, productOf, userOf, view } from './arguments.ts';

const ACTIONS = { query: 'query|查询', cancel: 'cancel|取消', modify: 'modify|修改', add: 'add|增加' } as const;
const EXCHANGES = { query: 'query|查询', exchange: 'exchange|换货' } as const;

const stateOf = ({ state }: Order, language: Language) => inLanguage(ORDER_STATES[state], language);

/** Throws where an order is over with, which bars any change of it. */
function checkOpen({ id, state }: Order): void {
  if (TAKEN_BACK.has(state))
    throw new WrongCall(
      `The order is ${ORDER_STATES[state].split('|')[0]?.toLowerCase()} already.|订单${id}当前状态为${ORDER_STATES[state].split('|')[1]}，无法再操作。`,
    );
}

/** An order as it is after a write. */
const shown = (session: Session, store: Session['store'], id: string, said: string) => ({
  message: inSession(session, said, { id }),
  order: view(session, orderView(store, store.orders.get(id) as Order)),
});

/** The tools that change orders: cancel, change, add, send back, exchange and speed up. */
export function orderTools(language: Language): ServiceTool[] {
  const { platform, shop_id, user_id, order_id, described, oneOf, text } = argumentsIn(language);
  const order = z.strictObject({ platform, shop_id, order_id, user_id });

  const manageOrder = defineServiceTool({
    name: 'manage_order',
    description: text(
      'Manages orders: query one, cancel it (after the customer confirmed), modify its address or telephone number, or add a new one.|用于管理订单：查询订单、取消订单（需用户再次确认）、修改订单地址或手机号、增加（下单）。',
    ),
    kind: 'write',
    input: z.strictObject({
      platform,
      shop_id,
      user_id,
      action: oneOf(ACTIONS, 'What to do|操作类型'),
      payment: oneOf(PAYMENTS, 'How it is paid; only to add|支付方式（仅增加时填写）').optional(),
      order_id: order_id.optional(),
      address: described('The new address; only to modify|新收货地址（仅修改时选填）').optional(),
      phone_number: described('The new telephone number; only to modify|新手机号（仅修改时选填）').optional(),
      product_info_list: z
        .array(z.strictObject({ product_id: z.string(), quantity: z.int().positive() }))
        .describe(text('Products and how many of each; only to add|商品信息（仅增加时填写）'))
        .optional(),
    }),
    run(args, session): Reply {
      const action = keyOf(ACTIONS, args.action);
      if (action === 'add') return add(args, session);
      const ordered = orderOf(session, args);
      if (action === 'query') return { shows: view(session, orderView(session.store, ordered)) };
      const about = { orderId: ordered.id, in: session.talk };
      if (action === 'cancel') {
        checkOpen(ordered);
        return {
          asks: { kind: 'cancel_order', ...about },
          write: (to) => {
            cancel(to, ordered, { refundsEcard: false });
            return shown(session, to.store, ordered.id, 'Order {id} is cancelled.|订单{id}已取消。');
          },
        };
      }
      const { address, phone_number: phone } = args;
      return {
        asks: { kind: 'change_address', ...about, ...(address && { address }), ...(phone && { phone }) },
        write: (to) => {
          readdress(to, ordered, { address, phone });
          return shown(session, to.store, ordered.id, 'Order {id} is modified.|订单{id}已修改。');
        },
      };
    },
  });

  type Added = z.infer<typeof manageOrder.input> & { product_info_list?: { product_id: string; quantity: number }[] };
  function add(given: unknown, session: Session): Reply {
    const args = given as Added & { platform: string; shop_id: string; user_id: string; payment?: string };
    const user = userOf(session, args);
    const goods = args.product_info_list ?? [];
    if (goods.length === 0)
      throw new WrongCall('Name the products to order, and how many of each.|商品列表为空，无法下单。');
    for (const { product_id } of goods) productOf(session, { ...args, product_id });
    const lines = goods.map(({ product_id: productId, quantity }) => ({ productId, quantity }));
    const payment = args.payment === undefined ? 'alipay' : (keyOf(PAYMENTS, args.payment) ?? 'alipay');
    return {
      asks: { kind: 'place_order', lines, payment, in: session.talk },
      write: (to) => {
        const placed = placeOrder(to, user, args.shop_id, lines, payment);
        return shown(session, to.store, placed.id, 'Order {id} is placed.|订单{id}已增加。');
      },
    };
  }

  return [
    manageOrder,
    defineServiceTool({
      name: 'manage_return',
      description: text('Registers that the customer sends an order, or some of it, back.|用于处理用户的退货申请。'),
      kind: 'write',
      input: order.extend({
        product_ids: z
          .array(z.string())
          .min(1)
          .describe(text('The products that come back; left out: all of the order|退货商品ID，不填为整单退货'))
          .optional(),
        reason: z.enum(ReturnReason.options).describe(text('Why|退货原因')).optional(),
      }),
      output: MESSAGE,
      run(args, session): Reply {
        const ordered = orderOf(session, args);
        checkOpen(ordered);
        const wanted = args.product_ids;
        const missing = wanted?.find((id) => !ordered.lines.some(({ productId }) => productId === id));
        if (missing !== undefined)
          throw new WrongCall(`The order has no product "${missing}".|订单中没有商品${missing}。`);
        const lines = returnable(session.store, ordered).filter(({ lineId }) => {
          const line = ordered.lines.find(({ id }) => id === lineId);
          return wanted === undefined || wanted.includes(line?.productId ?? '');
        });
        if (lines.length === 0) throw new WrongCall('All of it has been sent back already.|这些商品已申请退货。');
        const reason = args.reason ?? session.talk.evidence.find(({ proves }) => proves !== null)?.proves ?? 'personal';
        const asked = lines.map(({ lineId, quantity }) => ({
          productId: ordered.lines.find(({ id }) => id === lineId)?.productId ?? '',
          quantity,
        }));
        return {
          asks: {
            kind: 'return_order',
            orderId: ordered.id,
            reason,
            ...(wanted && { lines: asked }),
            in: session.talk,
          },
          write: (to) => {
            takeBack(to, ordered, lines, reason, 'returning');
            return shown(
              session,
              to.store,
              ordered.id,
              'The return of order {id} is registered.|订单{id}的退货申请已处理。',
            );
          },
        };
      },
    }),
    defineServiceTool({
      name: 'manage_exchange',
      description: text(
        'Queries what a product of an order can be exchanged for, or exchanges it.|用于查询可换货商品或处理换货申请。',
      ),
      kind: 'write',
      input: order.extend({
        original_product_id: described('The product that was ordered|原商品ID'),
        action: oneOf(EXCHANGES, 'What to do|操作类型'),
        exchange_product_id: described(
          'The product wanted instead; only to exchange|换货商品ID（仅换货时填写）',
        ).optional(),
      }),
      run(args, session): Reply {
        const ordered = orderOf(session, args);
        const line = ordered.lines.find(({ productId }) => productId === args.original_product_id);
        const product = session.store.products.get(args.original_product_id);
        if (line === undefined || product === undefined)
          throw new WrongCall(
            `The order has no product "${args.original_product_id}".|订单中没有找到商品${args.original_product_id}。`,
          );
        if (keyOf(EXCHANGES, args.action) === 'query') {
          const can = BEFORE_SHIPPING.has(ordered.state)
            ? 'The order is {state}: it can be exchanged.|订单状态为{state}，可以进行换货。'
            : 'The order is {state}: it can no longer be exchanged.|订单状态为{state}，无法进行换货。';
          const state = inSession(session, can, { state: stateOf(ordered, language) });
          return { shows: view(session, { 订单状态: state, 可换货商品: exchangeableView(session.store, product) }) };
        }
        checkOpen(ordered);
        const toProductId = args.exchange_product_id ?? '';
        const wanted = session.store.products.get(toProductId);
        if (wanted === undefined || wanted.merchantId !== ordered.merchantId)
          throw new WrongCall(`The shop has no product "${toProductId}".|没有找到商品${toProductId}。`);
        return {
          asks: { kind: 'exchange', orderId: ordered.id, productId: product.id, toProductId, in: session.talk },
          write: (to) => {
            exchange(to, ordered, line, toProductId);
            return shown(session, to.store, ordered.id, 'The product of order {id} is exchanged.|订单{id}换货成功。');
          },
        };
      },
    }),
    defineServiceTool({
      name: 'manage_urgent',
      description: text('Has an order sent or carried first.|用于处理发货、运输加急。'),
      kind: 'write',
      input: order,
      output: MESSAGE,
      run(args, session): Reply {
        const { id } = orderOf(session, args);
        return {
          asks: { kind: 'urge', orderId: id, in: session.talk },
          write: (to) => {
            to.update('orders', id, { urgent: true });
            return { message: inSession(session, 'Order {id} is marked as urgent.|订单{id}已设置为加急。', { id }) };
          },
        };
      },
    }),
  ];
}
