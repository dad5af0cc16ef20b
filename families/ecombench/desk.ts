import { z } from 'zod';
import type { Desk } from '../../service/desk.ts';
import { plainly } from '../../service/policy/rule.ts';
import { transact } from '../../service/store/store.ts';

export const desk: Desk = {
  regime: 'own-shop',
  tools: [
    { name: 'get_orders', description: 'x', input: z.object({ user_id: z.string() }), output: z.object({}).loose(), readOnly: true },
    { name: 'cancel', description: 'x', input: z.object({ order_id: z.string() }), output: z.object({}).loose(), readOnly: false },
  ],
  opening: (_store, userId) => ({ platform: 'jd', shop_id: '1', user_id: userId }),
  begin: (store, userId) => ({ store, deltas: [], talk: plainly(userId) }),
  run(session, { name, arguments: args }) {
    if (name === 'cancel') {
      const id = String(args.order_id);
      const order = session.store.orders.get(id);
      if (!order || !['unpaid', 'paid', 'processing'].includes(order.state)) return { session, result: { error: 'no' }, isError: true, refusedBy: ['x'] };
      const { store, deltas } = transact(session.store, (t) => t.update('orders', id, { state: 'cancelled' }));
      return { session: { ...session, store, deltas: [...session.deltas, ...deltas] }, result: {}, isError: false, refusedBy: [] };
    }
    return { session, result: { orders: session.store.orders.where('userId', String(args.user_id)) }, isError: false, refusedBy: [] };
  },
  reads: ({ ground }) => [{ name: 'get_orders', arguments: { user_id: ground.user.id }, role: 'look-up' }],
  writes: ({ request }) => (request.kind === 'cancel_order' ? [{ name: 'cancel', arguments: { order_id: request.orderId } }] : []),
  asAsked: ({ request }) => (request.kind === 'cancel_order' ? [{ name: 'cancel', arguments: { order_id: request.orderId } }] : []),
};
