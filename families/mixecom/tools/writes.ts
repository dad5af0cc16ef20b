import { z } from 'zod';
import type { Request } from '../../../service/policy/index.ts';
import { SHIPMENT_STEPS, TAKEN_BACK } from '../../../service/store/order-states.ts';
import { movedTo } from '../../../service/store/places.ts';
import { keyOf, ORDER_STATES, SHIPMENT_STATES } from '../../../service/store/published/labels.ts';
import { addressLine } from '../../../service/store/published/views.ts';
import { type Language, type Order, RemarkKind, ReturnReason, type Shipment } from '../../../service/store/schema.ts';
import {
  cancel,
  handOver,
  moveParcel,
  readdress,
  refundOnly,
  remark,
  returnable,
  takeBack,
} from '../../../service/tools/changes.ts';
import {
  defineServiceTool,
  inSession,
  type Reply,
  type ServiceTool,
  type Session,
  WrongCall,
} from '../../../service/tools/tool.ts';
import { argumentsIn, orderOf, parcelOf } from './arguments.ts';
import { remarkRequest } from './remark.ts';

/** States that the tools may set. */
const ORDER_GOALS = {
  cancelled: ORDER_STATES.cancelled,
  returning: ORDER_STATES.returning,
  refunded: ORDER_STATES.refunded,
  refund_only: ORDER_STATES.refund_only,
} as const;
const PARCEL_GOALS = {
  in_transit: SHIPMENT_STATES.in_transit,
  delivered: SHIPMENT_STATES.delivered,
  intercepted: SHIPMENT_STATES.intercepted,
} as const;

/** Why the customer complains: as the call says, or as a picture proves. */
const reasonOf = (given: ReturnReason | undefined, { talk }: Session): ReturnReason =>
  given ?? talk.evidence.find(({ proves }) => proves !== null)?.proves ?? 'personal';

/** The tools that write, and those that move the conversation on. */
export function writeTools(language: Language): ServiceTool[] {
  const { text, described, oneOf } = argumentsIn(language);
  const done = (session: Session, said: string, more: Readonly<Record<string, unknown>> = {}) => ({
    message: inSession(session, said),
    ...more,
  });
  return [
    defineServiceTool({
      name: 'modify_logistics_address',
      description: text('Changes where a parcel goes.|修改物流收货地址。'),
      kind: 'write',
      input: z.strictObject({
        logistics_id: described('The number of the parcel|物流ID'),
        new_address: described('The new address|新收货地址'),
      }),
      run({ logistics_id, new_address }, session): Reply {
        const { parcel, order } = parcelOf(session, logistics_id);
        return {
          asks: { kind: 'change_address', orderId: order.id, address: new_address, in: session.talk },
          write: (to) => {
            to.update('shipments', parcel.id, { to: movedTo(parcel.to, new_address, language) });
            const { to: now } = to.store.shipments.get(parcel.id) as Shipment;
            return done(session, 'Logistics receiving address modified successfully|物流收货地址修改成功', {
              address: addressLine(now, to.store),
            });
          },
        };
      },
    }),
    defineServiceTool({
      name: 'modify_order_address',
      description: text('Changes the receiving address of an order.|修改订单收货地址。'),
      kind: 'write',
      input: z.strictObject({
        order_id: described('The order’s id|订单ID'),
        new_address: described('The new address|新收货地址'),
      }),
      run({ order_id, new_address }, session): Reply {
        const order = orderOf(session, order_id);
        return {
          asks: { kind: 'change_address', orderId: order_id, address: new_address, in: session.talk },
          write: (to) => {
            readdress(to, order, { address: new_address });
            const { address } = to.store.orders.get(order_id) as Order;
            return done(session, 'Order receiving address modified successfully|订单收货地址修改成功', {
              address: addressLine(address, to.store),
            });
          },
        };
      },
    }),
    defineServiceTool({
      name: 'modify_logistics_state',
      description: text(
        'Sets the state of a parcel: Intercepted has it stopped on its way.|修改物流状态：已拦截即发起物流拦截。',
      ),
      kind: 'write',
      input: z.strictObject({
        logistics_id: described('The number of the parcel|物流ID'),
        new_state: oneOf(PARCEL_GOALS, 'The new state|新状态'),
      }),
      run({ logistics_id, new_state }, session): Reply {
        const { parcel, order } = parcelOf(session, logistics_id);
        const state = keyOf(PARCEL_GOALS, new_state) ?? 'intercepted';
        if (!SHIPMENT_STEPS[parcel.state].includes(state))
          throw new WrongCall(
            `A parcel that is ${parcel.state.replaceAll('_', ' ')} cannot become ${state.replaceAll('_', ' ')}.|物流当前状态为${SHIPMENT_STATES[parcel.state].split('|')[1]}，不能改为${SHIPMENT_STATES[state].split('|')[1]}。`,
          );
        const address = addressLine(parcel.to, session.store);
        return {
          asks: { kind: 'change_address', orderId: order.id, address, in: session.talk },
          write: (to) => {
            const stopped = 'The parcel has been intercepted.|快件已拦截。';
            moveParcel(
              to,
              parcel,
              state,
              inSession(session, state === 'intercepted' ? stopped : SHIPMENT_STATES[state]),
              inSession(session, 'Customer Service|客服'),
            );
            return done(session, 'Logistics status modified successfully|物流状态修改成功');
          },
        };
      },
    }),
    defineServiceTool({
      name: 'modify_order_state',
      description: text(
        'Sets the state of an order: Cancelled, Returning, Refunded or Refund-Only.|修改订单状态：已取消、退货中、已退款、仅退款。',
      ),
      kind: 'write',
      input: z.strictObject({
        order_id: described('The order’s id|订单ID'),
        new_state: oneOf(ORDER_GOALS, 'The new state|新状态'),
        reason: z.enum(ReturnReason.options).describe(text('Why|原因')).optional(),
      }),
      run({ order_id, new_state, reason }, session): Reply {
        const order = orderOf(session, order_id);
        const state = keyOf(ORDER_GOALS, new_state) ?? 'cancelled';
        if (TAKEN_BACK.has(order.state))
          throw new WrongCall(
            `The order is ${ORDER_STATES[order.state].split('|')[0]} already.|订单当前状态为${ORDER_STATES[order.state].split('|')[1]}。`,
          );
        const lines = returnable(session.store, order);
        if (lines.length === 0) throw new WrongCall('All of it has been sent back already.|该订单商品已全部退货。');
        const why = reasonOf(reason, session);
        const about = { orderId: order.id, in: session.talk };
        const asks: Request =
          state === 'cancelled'
            ? { kind: 'cancel_order', ...about }
            : state === 'refund_only'
              ? { kind: 'refund_only', reason: why, ...about }
              : { kind: 'return_order', reason: why, ...about };
        return {
          asks,
          orderState: state,
          write: (to) => {
            if (state === 'cancelled') cancel(to, order, { refundsEcard: true });
            else if (state === 'refund_only') refundOnly(to, order);
            else takeBack(to, order, lines, why, state);
            return done(session, 'Order status modified successfully|订单状态修改成功');
          },
        };
      },
    }),
    defineServiceTool({
      name: 'remark',
      description: text(
        'Notes something on an order: a wish, a logistics brand, goods that are sent again, a red envelope.|为订单添加备注：特殊需求、指定物流品牌、补发、红包补偿等。',
      ),
      kind: 'write',
      input: z.strictObject({
        order_id: described('The order’s id|订单ID'),
        content: described('What is to be noted|备注内容').max(500),
        kind: z
          .enum(RemarkKind.options)
          .describe(text('What kind of note it is; left out: as its words say|备注类型，不填则按内容判断'))
          .optional(),
      }),
      run({ order_id, content, kind: given }, session): Reply {
        const order = orderOf(session, order_id);
        const { kind, asks } = remarkRequest(session, order, content, given);
        return {
          asks,
          write: (to) => {
            remark(to, order, kind, content);
            return done(session, 'Noted|备注成功');
          },
        };
      },
    }),
    defineServiceTool({
      name: 'switch_to_human',
      description: text('Hands the conversation over to a person.|转接人工客服。'),
      kind: 'write',
      input: z.strictObject({ reason: z.string().max(500).describe(text('Why|原因')).optional() }),
      run: ({ reason = '' }, session): Reply => ({
        asks: null,
        write: (to) => {
          handOver(to, session.talk.userId, null, reason);
          return done(session, 'The conversation is handed over to a person.|已转接人工客服。');
        },
      }),
    }),
    defineServiceTool({
      name: 'talk_to_user',
      description: text('Says something to the customer and waits for the answer.|与用户对话并等待回复。'),
      kind: 'talk',
      input: z.strictObject({ message: described('What is said|回复内容') }),
      run: ({ message }) => ({ shows: { said: message } }),
    }),
    defineServiceTool({
      name: 'end_conversation',
      description: text('Ends the conversation once all is done.|全部需求解决后结束对话。'),
      kind: 'talk',
      input: z.strictObject({}),
      run: () => ({ shows: { ended: true } }),
    }),
  ];
}
