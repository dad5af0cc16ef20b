import { expect, test } from 'vitest';
import { z } from 'zod';
import { QueryReply, queryWordingOf } from '../../../shopping/language/query-reply.ts';
import { strictSchemaProblem } from '../../mock-endpoint/strict-schema.ts';

const reply = (query: string, ...surfaces: [id: string, words: string][]) => ({
  query,
  surfaces: surfaces.map(([id, words]) => ({ id, words })),
});
const fits = (value: unknown) => QueryReply.safeParse(value).success;

test('a query with the words of each requirement is a reply', () =>
  expect(fits(reply('A red bag.', ['r1', 'red'], ['r12', 'bag']))).toBe(true));

test.each([
  ['an empty query', reply('')],
  ['a query of nothing visible', reply(' \u200b\n')],
  ['a query of 10 MB', reply('and so on '.repeat(1_000_000))],
  ['words without end', reply('A bag.', ['r1', 'x'.repeat(801)])],
  ['an id that is none', reply('A bag.', ['__proto__', 'bag'])],
  [
    'more requirements than a task has',
    reply('A bag.', ...Array.from({ length: 41 }, (_, at) => [`r${at}`, 'bag'] as [string, string])),
  ],
  ['rubrics beside the words', { ...reply('A bag.'), rubrics: [{ id: 'r1', expected_value: 'blue' }] }],
  [
    'a value beside the words of one',
    { query: 'A bag.', surfaces: [{ id: 'r1', words: 'bag', expected_value: 'blue' }] },
  ],
  [
    'a source beside the words of one',
    { query: 'A bag.', surfaces: [{ id: 'r1', words: 'bag', info_source: 'query' }] },
  ],
  ['a text alone', 'A bag.'],
])('%s is no reply', (_, value) => expect(fits(value)).toBe(false));

test('its JSON Schema is one that strict endpoints take', () =>
  expect(strictSchemaProblem(z.toJSONSchema(QueryReply) as never)).toBeNull());

test('markup and unseen characters are taken out of the query and its words alike', () =>
  expect(queryWordingOf(reply('A <b>red</b>\u202e\n bag.', ['r1', '<b>red</b> bag']))).toEqual({
    query: 'A red bag.',
    surfaces: { r1: 'red bag' },
  }));

test('words are given in the spelling of the query', () =>
  expect(queryWordingOf(reply('A Red  bag.', ['r1', 'red bag'])).surfaces).toEqual({ r1: 'Red bag' }));

test('words that are not in the query are handed on for the gates to find', () =>
  expect(queryWordingOf(reply('A red bag.', ['r1', 'crimson'])).surfaces).toEqual({ r1: 'crimson' }));

test('an entry without words carries nothing', () =>
  expect(queryWordingOf(reply('A red bag.', ['r1', ' '])).surfaces).toEqual({}));

test('of two entries of one requirement the first counts', () =>
  expect(queryWordingOf(reply('A red bag.', ['r1', 'red'], ['r1', 'bag'])).surfaces).toEqual({ r1: 'red' }));
