import { expect, test } from 'vitest';
import { readTable } from '../../../lexicon/tables.ts';
import { REACTIONS } from '../../../service/customer/reactions.ts';
import { DEMANDS } from '../../../service/demands/index.ts';
import { filled, pictureMark, sentencesOf } from '../../../service/demands/speech.ts';

type Replies = Readonly<Record<string, readonly string[]>>;
const MANNER = readTable(new URL('../../../service/customer/manner.yaml', import.meta.url)) as Readonly<
  Record<'en' | 'zh', { readonly replies: Replies }>
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

test('what sends a picture calls it a picture once', () => {
  const picture = pictureMark('p1', 'zh');
  const sentences = DEMANDS.flatMap(({ name }) => wordsOfAny(name)).filter((words) => words.includes('{picture}'));
  expect(sentences.length).toBeGreaterThan(10);
  for (const words of sentences) {
    const order = '订单1';
    const said = filled(words, { order, picture });
    expect(said).not.toMatch(/(?:图片|截图|评价|图)[^，。：]*(?:图片|截图)[^，。]*https/);
    expect(said).not.toMatch(/看 |这是 /);
  }
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
