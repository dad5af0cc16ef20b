import { afterEach, expect, test } from 'vitest';
import { tellable } from '../../../families/shopsimulator/needs.ts';
import { useLanguage } from '../../../lexicon/index.ts';
import type { Feature } from '../../../shopping/kinds/index.ts';

const USE = { persona: true, clarification: true, negative: false, filler: false };
const pattern = (sources: Feature['sources']): Feature => ({
  type: 'attribute_match',
  field: 'details.Pattern',
  value: 'Letter Print',
  sources,
  implicit: false,
  required: false,
});

afterEach(() => useLanguage());

test('what a title says as well may be told where its field may', () => {
  expect(tellable(pattern(['query']), USE, () => true)).toEqual([pattern(['query', 'clarification', 'persona'])]);
});

test('a value that no verb says is told by no shopper and no profile', () => {
  expect(tellable(pattern(['query', 'clarification']), USE, () => false)).toEqual([pattern(['query'])]);
});

test('a value that nothing can tell is left out', () => {
  expect(tellable(pattern(['clarification']), USE, () => false)).toEqual([]);
});

test.each([
  ['儿童', true],
  ['孕妇', false],
])('whom a thing is for stands in a profile where somebody is that for good: %s %s', (value, isLasting) => {
  useLanguage('zh');
  const made = { ...pattern(['query']), field: 'details.适用人群', value };
  expect(tellable(made as Feature, USE, () => true)[0]?.sources.includes('persona')).toBe(isLasting);
});
