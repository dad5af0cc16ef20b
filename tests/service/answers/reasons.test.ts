import { describe, expect, test } from 'vitest';
import { misstatesReason, tellsRefusal, withoutDenied } from '../../../service/answers/reasons.ts';
import { SENTENCES } from '../../../service/answers/sentences.ts';
import { isAnswer } from '../../../service/customer/answered.ts';
import { FACTS, POLICY } from '../../../service/policy/index.ts';

const LANGUAGES = ['en', 'zh'] as const;
const forbidding = POLICY.filter(({ effect }) => effect.does === 'forbid');
const refusedBy = (rule: string) => ({ facts: [], rules: [rule] });
const refusedFor = (...facts: string[]) => ({ facts, rules: [], isRefused: true });

describe.each(forbidding.map(({ id, text }) => [id, text] as const))('the words of the rule %s', (id, text) => {
  test.each(LANGUAGES)('refuse what it forbids, for the grader and for the customer: %s', (language) => {
    expect(tellsRefusal(text[language], refusedBy(id))).toBe(true);
    expect(isAnswer(text[language], ['outcome'], /(?!)/, 1)).toBe(true);
  });
});

test.each(
  forbidding.flatMap(({ id, text }) =>
    [...text.en.matchAll(/\bsay (?:politely )?that ([^.;]+)/g)].map(([, said]) => [id, `${said}.`] as const),
  ),
)('what the rule %s has agents say refuses by itself: %s', (id, said) =>
  expect(tellsRefusal(said, refusedBy(id))).toBe(true),
);

test.each([
  ['no_such_order', 'No such order is found.'],
  ['no_such_product', 'No such product is found.'],
  ['courier_fixed', 'For a shipped order the carrier can be neither chosen nor changed.'],
  ['needs_no_installation', 'This product is not installed by the shop.'],
  ['needs_no_installation', '该商品无需上门安装。'],
  ['balance_too_low', 'The balance of the e-card is too low.'],
  ['balance_too_low', '电子卡余额不足。'],
  ['balance_too_low', "There isn't enough money on your e-card ($0) to pay for the shampoo ($12.49)."],
  ['balance_too_low', 'Your e-card balance is $0, which isn’t enough to cover the $12.49 shampoo.'],
  ['return_after_signing', "You'll be able to request a return after you've received and signed for it."],
  ['too_late_to_exchange', 'exchanges are only possible before an order ships, and this one is already completed'],
  ['too_late_to_exchange', 'The order is completed: it can no longer be exchanged.'],
  ['not_on_sale', 'That item is not available for purchase right now'],
  ['no_such_order', 'The customer has no order "392759281569" in this shop.'],
])('a refusal for %s is understood in words of tools and of people: %s', (fact, text) =>
  expect(tellsRefusal(text, refusedFor(fact))).toBe(true),
);

test.each([
  'Sure, it is on its way.',
  'I have placed the order for you.',
  'Your order arrives on June 13.',
  '好的，已经帮您下单了。',
])('a promise refuses nothing, whatever the matter is refused for: %s', (text) => {
  for (const fact of Object.keys(FACTS)) expect(tellsRefusal(text, refusedFor(fact))).toBe(false);
  for (const { id } of forbidding) expect(tellsRefusal(text, refusedBy(id))).toBe(false);
});

test.each(
  SENTENCES.filter(({ says }) => says.some((key) => key.endsWith('.refused'))).map((one) => [one.says.join(), one]),
)('no sentence of ours gives a reason that is false of what it refuses: %s', (_, { says, en, zh }) => {
  const facts = says.map((key) => key.replace(/\..*/, ''));
  for (const way of [...en, ...zh]) expect([way, misstatesReason(way, [refusedFor(...facts)])]).toEqual([way, false]);
});

test.each([
  ['no_such_order', "I can't do that, as it isn't on sale."],
  ['not_on_sale', "I can't order it: the balance of your e-card is too low."],
  ['too_late_to_cancel', "I can't find that order among yours, so it can't be cancelled."],
  ['return_after_signing', "It can't be returned yet, and it can no longer be returned."],
  ['balance_too_low', '抱歉，该商品无需上门安装。'],
])('who refuses for %s and gives a reason that is false of it has misstated it: %s', (fact, text) =>
  expect(misstatesReason(text, [refusedFor(fact)])).toBe(true),
);

test.each([
  ['too_late_to_cancel', "It has been shipped, so it's too late to cancel; you can return it once it has arrived."],
  ['balance_too_low', 'Your balance is too low. Is there anything else?'],
  ['return_after_signing', 'It can no longer be returned, as it is completed.'],
])('a reason beside which advice is given is none that is false: %s', (fact, text) =>
  expect(misstatesReason(text, [refusedFor(fact)])).toBe(false),
);

test.each([
  "It is simply not true that I can't find that order. Bye.",
  "It would be wrong to say that the order isn't yours and costs $12.50. Bye.",
  'It is untrue that it has been refunded. Bye.',
])('a sentence that is denied as a whole states nothing: %s', (text) =>
  expect(withoutDenied(text).replace(/^[\s.]+/, '')).toBe('Bye.'),
);
test.each(["I'm sorry, that is not true.", 'It is true that it costs $12.50.', 'It is not on sale.'])(
  'other sentences stay as they are: %s',
  (text) => expect(withoutDenied(text)).toBe(text),
);
