import { expect, test } from 'vitest';
import { listsOutcomes } from '../../../service/answers/outcomes.ts';

const ALL =
  'It is cancelled, changed, urged, refunded, returned, exchanged, booked, invoiced, registered and handed to a specialist.';

test.each([ALL, '已经为您取消、修改、催促、退款、退货、换货、预约、开票、登记，并转接专员了。'])(
  'who names every outcome there is has told of none: %s',
  (text) => expect(listsOutcomes(text)).toBe(true),
);

test.each([
  'I have cancelled the order and refunded 30 yuan to your e-card.',
  'I am sorry, it can no longer be cancelled; you can return it once it has arrived, and the refund follows.',
  '订单已取消，30元已退款到您的E卡。',
])('what comes of one matter is no list: %s', (text) => expect(listsOutcomes(text)).toBe(false));

test('a summary of several matters may name more outcomes than the answer to one', () => {
  const summary =
    'To sum up: order 1 is cancelled and refunded, the address of order 2 is changed, an invoice is issued, your review is registered, and order 3 is hurried up.';
  expect([listsOutcomes(summary), listsOutcomes(summary, 5)]).toEqual([true, false]);
});
