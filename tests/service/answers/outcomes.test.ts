import { expect, test } from 'vitest';
import { listsOutcomes } from '../../../service/answers/outcomes.ts';

const ALL =
  'It is cancelled, changed, urged, refunded, returned, exchanged, booked, invoiced, registered and handed to a specialist.';

test.each([ALL, '已经为您取消、修改、催促、退款、退货、换货、预约、开票、登记，并转接专员了。'])(
  'who names every outcome there is has told of none: %s',
  (text) => expect(listsOutcomes(text, 1)).toBe(true),
);

test.each([
  'I have cancelled the order and refunded 30 yuan to your e-card.',
  'I am sorry, it can no longer be cancelled; you can return it once it has arrived, and the refund follows.',
  '订单已取消，30元已退款到您的E卡。',
])('what comes of one matter is no list: %s', (text) => expect(listsOutcomes(text, 1)).toBe(false));

test('a summary of several matters may name more outcomes than the answer to one', () => {
  const summary =
    'To sum up: order 1 is cancelled and refunded, the address of order 2 is changed, an invoice is issued, your review is registered, and order 3 is hurried up.';
  expect([listsOutcomes(summary, 1), listsOutcomes(summary, 5)]).toEqual([true, false]);
});

test.each([
  'It can be cancelled, changed, urged, refunded, returned, exchanged, booked, invoiced, registered and handed on.',
  '可以为您取消、修改、催促、退款、退货、换货、预约、开票、登记，也可以转接专员。',
])('who offers every outcome there is names them all as well, after however many matters: %s', (text) =>
  expect([listsOutcomes(text, 1), listsOutcomes(text, 12)]).toEqual([true, true]),
);

test.each([
  'Your order cannot be cancelled, changed, refunded, returned, exchanged or expedited any more.',
  'You can have it returned, refunded, exchanged or intercepted, and I will have it recorded and transferred.',
  '订单不能取消、修改、退款、退货、换货，也不能催促。',
  '您可以申请退货、退款、换货或者拦截，需要的话会为您登记并转接。',
])('what is denied or offered is no outcome: %s', (text) => expect(listsOutcomes(text, 1)).toBe(false));

test.each([
  'It cannot wait: I have cancelled, changed, refunded, returned, exchanged and registered it.',
  '不能再等了，已经为您取消、修改、退款、退货、换货，登记了。',
])('what is said to be done after a denial is done: %s', (text) => expect(listsOutcomes(text, 1)).toBe(true));
