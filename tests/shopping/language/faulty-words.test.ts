import { expect, test } from 'vitest';
import type { Span } from '../../../schemas/finding.ts';
import type { Attempt, QueryWording } from '../../../shopping/draft.ts';
import { faultyWords } from '../../../shopping/language/faulty-words.ts';

const QUERY = 'I need a red tote bag that folds flat.';
const surfaces = { r1: 'red', r2: 'tote bag', r3: 'folds flat' };
const over = (words: string): Span => ({ start: QUERY.indexOf(words), end: QUERY.indexOf(words) + words.length });
const attempt = (spans: Span[], path = 'user_query'): Attempt<QueryWording> => ({
  wording: { query: QUERY, surfaces },
  findings: [{ code: 'title_leak', path, detail: 'says it', spans }],
});

test.each([
  ['one surface', [over('red')], ['red']],
  ['part of one', [over('folds')], ['folds flat']],
  ['two at once', [over('red tote')], ['red', 'tote bag']],
  ['what lies between them', [over('that')], []],
  ['nothing', [], []],
])('words are faulty where a finding points into them: %s', (_, spans, words) => {
  expect([...faultyWords([attempt(spans)])]).toEqual(words);
});

test('a finding in another text says nothing of the query', () => {
  expect([...faultyWords([attempt([over('red')], 'user_persona.lifestyle.hobbies.1')])]).toEqual([]);
});

test('words of every earlier attempt are remembered', () => {
  expect([...faultyWords([attempt([over('red')]), attempt([over('flat')])])]).toEqual(['red', 'folds flat']);
  expect([...faultyWords([])]).toEqual([]);
});
