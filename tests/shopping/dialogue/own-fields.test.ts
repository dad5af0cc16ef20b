import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { useLexicon } from '../../../lexicon/index.ts';
import { NO_LEXICON } from '../../../schemas/lexicon.ts';
import { areRelated } from '../../../shopping/dialogue/own-words.ts';
import { hear } from '../../../shopping/dialogue/question-topics.ts';
import { type StagedSlot, subjectOf } from '../../../shopping/episode/shopper.ts';
import type { Rubric } from '../../../shopping/kinds/index.ts';

interface OwnField {
  readonly value: string;
  readonly others?: readonly string[];
  readonly unit?: string;
  readonly ask: readonly string[];
}
const FILE = join(import.meta.dirname, '..', '..', 'fixtures', 'questions', 'own-fields.yaml');
const FIELDS: Readonly<Record<string, OwnField>> = parse(readFileSync(FILE, 'utf8'));
const names = Object.keys(FIELDS);

const states = (field: string, value: string) => {
  const { value: own, others = [] } = FIELDS[field] as OwnField;
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
  return [own, ...others].some((one) => plain(one) === plain(value));
};

function slotOf(field: string): StagedSlot {
  const { value, unit } = FIELDS[field] as OwnField;
  const rubric =
    unit === undefined
      ? { type: 'attribute_match', expected_value: value }
      : { type: 'numeric_range', expected_value: { min: Number(value), unit } };
  const subject = subjectOf([{ ...rubric, field: `details.${field}` } as Rubric]);
  return { slot_id: field, trigger_keywords: [field.toLowerCase()], user_response: value, ...subject };
}

/** Each field with two that stand further on. */
const scripts = names.map((_, at) => [0, 4, 9].map((on) => slotOf(names[(at + on) % names.length] as string)));

beforeAll(() => {
  const say = { after: ['roasted by {v}', 'from {v}'] };
  useLexicon({
    ...NO_LEXICON,
    fields: { Roaster: { name: 'roaster', say }, 'Tasting Notes': { name: 'tasting notes' } },
  });
});
afterAll(() => useLexicon());

test("nearly every question about a hidden field of a shop's own opens it and no other, and none is denied", () => {
  const astray: string[] = [];
  let asked = 0;
  for (const slots of scripts)
    for (const { slot_id: field } of slots)
      for (const question of (FIELDS[field] as OwnField).ask) {
        asked += 1;
        const { slots: opened, isUnderstood } = hear(question, slots, states);
        if (opened.length !== 1 || opened[0] !== field) astray.push(`${field}: ${question} opens ${opened.join(', ')}`);
        expect([question, isUnderstood && opened.length === 0]).toEqual([question, false]);
      }
  expect(astray.length / asked, astray.join('\n')).toBeLessThanOrEqual(0.03);
});

// Most of what is left asks how big or wide another part is, where the size of one is hidden.
test("of the questions about a field of a shop's own that is not hidden at most a tenth open another", () => {
  const astray: string[] = [];
  let asked = 0;
  for (const slots of scripts)
    for (const [field, { ask }] of Object.entries(FIELDS).filter(
      ([name]) => !slots.some((slot) => slot.slot_id === name),
    ))
      for (const question of ask) {
        asked += 1;
        const opened = hear(question, slots, states).slots;
        if (opened.length > 0) astray.push(`${field}: ${question} opens ${opened.join(', ')}`);
      }
  expect(astray.length / asked, astray.join('\n')).toBeLessThanOrEqual(0.1);
});

test('values of several fields in a row open none of them', () => {
  const slots = ['Shifting', 'Power', 'Process'].map(slotOf);
  for (const question of ['Do you like electric, washed or hub gear best?', 'Blend, honey or natural of all things?'])
    expect([question, hear(question, slots, states).slots]).toEqual([question, []]);
});

test('where a field names nothing that is hidden, and words of a slot stand in the question, it is not denied', () => {
  const slots = [slotOf('Roaster')];
  expect(hear('What roast level do you like?', slots, states)).toEqual({ slots: [], isUnderstood: false });
  expect(hear('Which color do you like?', slots, states)).toEqual({ slots: [], isUnderstood: true });
});

test.each([
  ['intense', 'intensity', true],
  ['processed', 'process', true],
  ['wheel', 'wheels', true],
  ['color', 'collar', false],
  ['water', 'watertight', false],
  ['port', 'portable', false],
])('%s and %s are forms of one word: %s', (one, other, expected) => expect(areRelated(one, other)).toBe(expected));
