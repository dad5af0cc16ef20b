import fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchPublished } from '../../../shopping/dialogue/published-matcher.ts';
import type { KeyedSlot } from '../../../shopping/dialogue/question-matcher.ts';

const slot = (slot_id: string, ...trigger_keywords: string[]): KeyedSlot => ({ slot_id, trigger_keywords });

test('a keyword that stands in the question counts two, one that only shares letters with a word counts one', () => {
  const slots = [slot('cl_1', 'port'), slot('cl_2', 'charging speed')];
  expect(matchPublished('How fast should charging speed be?', slots)).toBe('cl_2');
  expect(matchPublished('Is it important?', slots)).toBe('cl_1');
  expect(matchPublished('Does the speed matter?', slots)).toBe('cl_2');
});

test('the earliest slot wins a tie', () => {
  expect(matchPublished('wireless?', [slot('cl_1', 'wireless'), slot('cl_2', 'wireless')])).toBe('cl_1');
  expect(matchPublished('wireless?', [slot('cl_2', 'wireless'), slot('cl_1', 'wireless')])).toBe('cl_2');
});

test('punctuation stays on its word: "connect?" meets no "connection"', () => {
  expect(matchPublished('How will you connect?', [slot('cl_1', 'connection')])).toBeNull();
  expect(matchPublished('How will you connect it?', [slot('cl_1', 'connection')])).toBe('cl_1');
});

test('words of fewer than three characters count for nothing', () =>
  expect(matchPublished('is it on', [slot('cl_1', 'position')])).toBeNull());

test('a bag of nouns opens a slot, and asked again the next one', () => {
  const slots = [slot('cl_1', 'finish'), slot('cl_2', 'shape')];
  const bag = 'color finish shape price';
  expect(matchPublished(bag, slots)).toBe('cl_1');
  expect(matchPublished(bag, slots, new Set(['cl_1']))).toBe('cl_2');
  expect(matchPublished(bag, slots, new Set(['cl_1', 'cl_2']))).toBeNull();
});

/** The rule of reference-systems 1.16 once more, written as naively as it reads. */
function naive(question: string, slots: readonly KeyedSlot[], revealed: ReadonlySet<string>): string | null {
  const asked = question.toLowerCase();
  const scored = slots
    .filter(({ slot_id }) => !revealed.has(slot_id))
    .map(({ slot_id, trigger_keywords }) => ({
      slot_id,
      score: trigger_keywords
        .map((keyword) => keyword.toLowerCase())
        .map((keyword) => {
          if (asked.includes(keyword)) return 2;
          const words = asked.split(/\s+/).filter(({ length }) => length >= 3);
          return words.some((word) => keyword.includes(word) || word.includes(keyword)) ? 1 : 0;
        })
        .reduce<number>((sum, points) => sum + points, 0),
    }));
  const best = Math.max(0, ...scored.map(({ score }) => score));
  return best === 0 ? null : (scored.find(({ score }) => score === best)?.slot_id ?? null);
}

const texts = fc.string({ unit: fc.constantFrom(...'abAB ?'), minLength: 1, maxLength: 8 });
const scripts = fc
  .array(fc.array(texts, { minLength: 1, maxLength: 4 }), { maxLength: 4 })
  .map((lists) => lists.map((keywords, index) => slot(`cl_${index + 1}`, ...keywords)));

test('it is the published rule, slot for slot, and never reopens what is revealed', () => {
  fc.assert(
    fc.property(scripts, fc.array(texts, { maxLength: 8 }), (slots, asked) => {
      const revealed = new Set<string>();
      for (const question of asked) {
        const opened = matchPublished(question, slots, revealed);
        expect(opened).toBe(naive(question, slots, revealed));
        if (opened !== null) {
          expect(revealed.has(opened)).toBe(false);
          revealed.add(opened);
        }
      }
    }),
  );
});
