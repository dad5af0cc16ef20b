import { expect, test } from 'vitest';
import { DEMANDS } from '../../../service/demands/index.ts';
import { filled, sentencesOf } from '../../../service/demands/speech.ts';

const MANNERS = (['direct', 'polite', 'roundabout'] as const).flatMap((asking) =>
  (['concise', 'chatty', 'formal'] as const).map((speaking) => ({ asking, speaking })),
);
const VARIANTS: Readonly<Record<string, readonly (string | null)[]>> = {
  place_order: ['one', 'several'],
  return_order: ['unused', 'not_here'],
  quality_envelope: ['quality', 'damaged_in_transit', 'amount', 'sent_back'],
  quality_return: ['quality', 'damaged_in_transit'],
  refund_only: ['quality', 'damaged_in_transit', 'personal'],
  missing_items: ['missing_items', 'wrong_items', 'quality'],
  cashback: [null, 'unshown'],
  not_received: [null, 'under_way'],
  return_cost: [null, 'not_sent'],
  ecard_refund: ['cancelled', 'returned'],
  move_visit: ['repair', 'install'],
  use_coupons: ['one', 'two'],
  recommend: ['cheaper'],
  product_question: ['figure', 'place', 'words', 'plural'],
  missing_detail: ['figure', 'words', 'plural'],
  cancel_order: [null, 'arrived'],
  where_is_it: [null, 'arrived'],
  small_talk: ['busy', 'rest', 'week', 'rain', 'cat', 'slow'],
};
const SPOKEN = DEMANDS.flatMap(({ name }) => (VARIANTS[name] ?? [null]).map((variant) => [name, variant] as const));

/** Blanks for values: not those for pronouns, nor for a number that may go without saying. */
const blanksOf = (sentence: string) =>
  [...new Set([...sentence.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name.toLowerCase()))]
    .filter((name) => !['it', 'it_is'].includes(name))
    .sort();
const valuesOf = (sentence: string, variant: string | null) =>
  blanksOf(sentence).filter((name) => variant !== 'one' || name !== 'quantity');

test('there are at least forty demands, each under a name of its own', () => {
  expect(DEMANDS.length).toBeGreaterThanOrEqual(40);
  expect(new Set(DEMANDS.map(({ name }) => name)).size).toBe(DEMANDS.length);
});

test.each(SPOKEN)(
  '%s (%s) can be said in both languages and in every manner, with the same blanks',
  (name, variant) => {
    const said = (['en', 'zh'] as const).flatMap((language) =>
      MANNERS.map((manner) => [language, manner, sentencesOf(name, variant, { language, ...manner })] as const),
    );
    // A quantity of one is said without its number.
    const blanks = valuesOf(said[0]?.[2][0] ?? '', variant);
    for (const [language, manner, sentences] of said) {
      expect([language, manner, sentences.length > 0]).toEqual([language, manner, true]);
      for (const sentence of sentences) {
        expect([sentence, valuesOf(sentence, variant)]).toEqual([sentence, blanks]);
        expect(sentence).toMatch(language === 'zh' ? /[。？！]$/ : /[.?!]$/);
        expect(sentence).not.toMatch(
          language === 'zh' ? /[，。？]{2}|[a-z]{2,}(?![a-z_]*\})/ : /[.?!,]{2}|\{do\}|\{know\}/i,
        );
      }
    }
  },
);

test('a polite customer asks, a direct one says what is to be done, and one who beats about the bush gives a reason behind it', () => {
  const said = (asking: 'direct' | 'polite' | 'roundabout') =>
    sentencesOf('cancel_order', null, { language: 'en', asking, speaking: 'concise' });
  for (const sentence of said('polite')) expect(sentence).toMatch(/\?$/);
  for (const sentence of said('direct')) expect(sentence).not.toMatch(/could|would/i);
  for (const sentence of said('roundabout')) expect(sentence).toMatch(/\{order\}[.?] .*\.$/);
});

test('no verb in the present agrees with goods that may be plural', () => {
  for (const [name, variant] of SPOKEN)
    for (const manner of MANNERS)
      for (const sentence of sentencesOf(name, variant, { language: 'en', ...manner }))
        expect(sentence).not.toMatch(/(?<!\bo[fn] )\{product\} (?:is|has|costs|comes|doesn't|shows)\b/i);
});

test('a blank at the beginning of a sentence is written with a capital letter', () =>
  expect(filled('{Order} is late. Where is {order}?', { order: 'order 12' })).toBe(
    'Order 12 is late. Where is order 12?',
  ));

test('a sentence with a blank that nothing stands for is an error', () =>
  expect(() => filled('Send it to {address}.', {})).toThrow('{address}'));

test.each([
  ['en', /too late|maybe/, /though the parcel|don't want it after all/],
  ['zh', /来不来得及|想问问/, /不需要了|不想要了/],
] as const)('of what has arrived it is asked whether it can still be cancelled: %s', (language, said, never) => {
  for (const manner of MANNERS)
    for (const sentence of sentencesOf('cancel_order', 'arrived', { language, ...manner })) {
      if (manner.asking === 'roundabout') expect(sentence).toMatch(said);
      expect(sentence).not.toMatch(never);
    }
});

test('words of an order of one thing do not speak of several', () => {
  for (const manner of MANNERS) {
    const said = ([name, variant]: readonly [string, string | null]) =>
      sentencesOf(name, variant, { language: 'en', ...manner });
    for (const sentence of [...said(['cancel_order', null]), ...said(['return_order', 'unused'])])
      expect(sentence).not.toMatch(/everything|\ball of it\b/i);
  }
});
