import { expect, test } from 'vitest';
import type { Finding } from '../../../schemas/finding.ts';
import { retold } from '../../../shopping/language/retold-findings.ts';

const texts = {
  user_query: 'A canvas bag.',
  clarification_slots: { cl_1: { trigger_keywords: ['fabric', 'canvas'] } },
};
const tell = (finding: Partial<Finding>, known: string[] = ['r1']) =>
  retold([{ code: 'surface_missing', path: 'user_query', detail: 'a detail', ...finding }], texts, new Set(known))[0];

test('a finding is told by its code, its place, its requirement and the words it points at', () =>
  expect(tell({ rubricId: 'r1', spans: [{ start: 2, end: 8 }] })).toEqual({
    code: 'surface_missing',
    at: 'user_query',
    requirement: 'r1',
    words: ['canvas'],
    detail: 'a detail',
  }));

test('a leak is told by the words alone: neither the value, nor its field, nor its source', () =>
  expect(
    tell({
      code: 'hidden_in_query',
      rubricId: 'r9',
      detail: '"Waxed Canvas" (Material, persona) stands in it as "canvas"',
      spans: [{ start: 2, end: 8 }],
    }),
  ).toEqual({ code: 'hidden_in_query', at: 'user_query', words: ['canvas'] }));

test.each(['title_leak', 'hidden_in_other_slot', 'slot_extra', 'source_unsupported', 'unnatural', 'a_new_code'])(
  'the detail of %s, which may name what the writer is not to know, is kept back',
  (code) => expect(tell({ code, rubricId: 'r1' })).not.toHaveProperty('detail'),
);

test('the detail about a requirement that the writer was not told is kept back', () =>
  expect(tell({ rubricId: 'r9' })).toEqual({ code: 'surface_missing', at: 'user_query' }));

test('words are found in lists and below slots', () =>
  expect(
    tell({
      code: 'hidden_in_other_slot',
      path: 'clarification_slots.cl_1.trigger_keywords.1',
      spans: [{ start: 0, end: 6 }],
    }),
  ).toMatchObject({ words: ['canvas'] }));

test('words that stand there twice are told once', () =>
  expect(
    tell({
      spans: [
        { start: 2, end: 8 },
        { start: 2, end: 8 },
      ],
    })?.words,
  ).toEqual(['canvas']));

test.each(['clarification_slots.cl_2.user_response', 'user_persona.lifestyle.pets', 'constructor.name'])(
  'a place that the writer has no text for has no words: %s',
  (path) => expect(tell({ path, spans: [{ start: 0, end: 2 }] })).not.toHaveProperty('words'),
);
