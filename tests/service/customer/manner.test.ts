import { expect, test } from 'vitest';
import { readTable } from '../../../lexicon/tables.ts';
import { REACTIONS } from '../../../service/customer/reactions.ts';
import { DEMANDS } from '../../../service/demands/index.ts';
import { countText, sentencesOf } from '../../../service/demands/speech.ts';

type Replies = Readonly<Record<string, readonly string[]>>;
const MANNER = readTable(new URL('../../../service/customer/manner.yaml', import.meta.url)) as Readonly<
  Record<'en' | 'zh', { readonly replies: Replies; readonly shown: Replies }>
>;

/** Blanks whose values are words in the middle of a sentence. */
const PHRASES = ['matter', 'wish', 'field', 'payment'];

test.each(PHRASES)('a reply about the %s is a sentence, never the bare phrase', (name) => {
  for (const language of ['en', 'zh'] as const)
    for (const line of MANNER[language].replies[name] ?? []) expect(line).not.toMatch(/^(?:It's )?\{value\}[.。]$/);
  for (const line of MANNER.en.replies[name] ?? ['']) expect(line).toMatch(/^[A-Z]/);
});

test('a refusal is answered without thanks or joy', () => {
  for (const language of ['en', 'zh'] as const)
    for (const line of Object.values(REACTIONS[language].refused).flat())
      expect(line).not.toMatch(/thank|great|lovely|good|谢|太好|放心/i);
});

test('a picture comes behind all else, and is announced once', () => {
  for (const language of ['en', 'zh'] as const)
    for (const line of Object.values(MANNER[language].shown).flat())
      expect(line).toMatch(/^(?:[^{}]+[:：] ?)?\{picture\}$/);
  for (const { name } of DEMANDS) for (const words of wordsOfAny(name)) expect(words).not.toContain('{picture}');
});

const ASKING = ['direct', 'polite', 'roundabout'] as const;

/** What the tables have for a demand in Chinese, under any of its variants. */
function wordsOfAny(name: string): readonly string[] {
  return [null, 'quality', 'damaged_in_transit', 'missing_items', 'wrong_items'].flatMap((variant) => {
    try {
      return ASKING.flatMap((asking) => sentencesOf(name, variant, { language: 'zh', asking, speaking: 'formal' }));
    } catch {
      return [];
    }
  });
}

test('nobody greets by the time of day, which is the clock’s to say', () => {
  for (const language of ['en', 'zh'] as const)
    expect(JSON.stringify(MANNER[language])).not.toMatch(
      /good (?:morning|afternoon|evening)|[早上下晚]午?好(?=[，。！])/i,
    );
});

test.each([
  [2, '显示器', 'zh', '两台'],
  [3, '牛仔裤', 'zh', '三条'],
  [1, '收纳盒', 'zh', '一个'],
  [2, null, 'zh', '两个'],
  [3, 'lamp', 'en', 'three'],
] as const)('goods are counted as people count them: %i, %s, %s', (count, noun, language, said) =>
  expect(countText(count, noun, language)).toBe(said),
);

test.each(['en', 'zh'] as const)(
  'customers call orders, coupons and amounts by no word for products (%s)',
  (language) => {
    const { replies } = MANNER[language];
    const told = ['number', 'coupon', 'another', 'gift', 'amount'].flatMap((name) => replies[name] as string[]);
    expect(told.filter((line) => /item|那款/i.test(line))).toEqual([]);
    expect(told.length).toBeGreaterThanOrEqual(10);
  },
);
