import { expect, test } from 'vitest';
import { tellable } from '../../../families/shopsimulator/needs.ts';
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

test('what a title says as well may be told where its field may', () => {
  expect(tellable(pattern(['query']), USE, () => true)).toEqual([pattern(['query', 'clarification', 'persona'])]);
});

test('a value that no verb says is told by no shopper and no profile', () => {
  expect(tellable(pattern(['query', 'clarification']), USE, () => false)).toEqual([pattern(['query'])]);
});

test('a value that nothing can tell is left out', () => {
  expect(tellable(pattern(['clarification']), USE, () => false)).toEqual([]);
});
