import { expect, test } from 'vitest';
import { FIELDS, FieldEntry, NUMBER_DIALOGUES, writtenOf } from '../../lexicon/index.ts';

const entry = (parts: object) => FieldEntry.safeParse(parts);

test('a field that may hide in a clarification without a dialogue is refused', () => {
  const ask = { clarification: true };
  expect(entry({ ask }).error?.issues[0]?.message).toMatch(/expected a dialogue/);
  expect(entry({ ask, dialogue: FIELDS.get('Pattern')?.dialogue }).success).toBe(true);
});

test('a clue alone is refused: a task that meets it twice would read the same', () => {
  expect(entry({ values: { Red: { clues: ['match a fire engine'] } } }).success).toBe(false);
});

test('a part that no reader knows is refused', () => {
  expect(entry({ alias: ['Colour'] }).success).toBe(false);
});

test('each raw key means one field', () => {
  const keys = [...FIELDS].flatMap(([field, { aliases }]) => [field, ...aliases].map((key) => key.toLowerCase()));
  expect(keys.filter((key, place) => keys.indexOf(key) !== place)).toEqual([]);
});

test('numbers that every product has are no detail fields', () => {
  expect([...NUMBER_DIALOGUES.keys()].filter((name) => FIELDS.has(name))).toEqual([]);
});

test('every dialogue of the tables has its own questions, and keywords enough that losing some is no harm', () => {
  const written = [...FIELDS.keys()].flatMap((field) => {
    const { dialogue } = writtenOf(field) as {
      dialogue?: { keywords: string[]; questions: string[]; answers: string[] };
    };
    return dialogue === undefined ? [] : [{ field, ...dialogue }];
  });
  expect(written.length).toBeGreaterThan(20);
  expect(written.filter(({ keywords, questions = [] }) => keywords.length < 5 || questions.length < 4)).toEqual([]);
});

test('a dialogue of which only the label and a keyword are said is made whole', () => {
  const dialogue = entry({ dialogue: { label: 'switch type', keywords: ['clicky'] } }).data?.dialogue;
  expect(dialogue?.keywords).toHaveLength(5);
  expect(dialogue?.keywords[0]).toBe('clicky');
  expect(dialogue?.questions.every((question) => question.includes('switch type'))).toBe(true);
});
