import { expect, test } from 'vitest';
import { orderPieces } from '../../../../families/shoppingbench/writers/order-pieces.ts';
import { piecesFor } from '../../../../shopping/language/outright-pieces.ts';
import { findMentions } from '../../../../text/mentions.ts';
import { asksFor, bounds } from '../../../fixtures/leak-inputs.ts';
import { answers, comesWith, fromOneShop, hasSku } from '../../../fixtures/orders.ts';

const said = (sku: Record<string, string>, place: 'after' | 'verb') =>
  orderPieces(hasSku('r1', sku), 'PHP')
    .filter((piece) => piece.place === place)
    .map(({ text }) => text);

test('a SKU is said behind the noun or as what the product comes in', () => {
  expect(said({ Color: 'black' }, 'after')).toEqual(['in black']);
  expect(said({ Color: 'black' }, 'verb')).toEqual(['come in black']);
});

test('several options are said together', () => {
  expect(said({ Color: 'black', Size: 'Large' }, 'after')).toEqual(['in black and in large']);
});

test('what a SKU is for comes last, and nothing comes "for" something', () => {
  const models = { 'Compatible Phone Models': 'iPhone 15' };
  expect(said({ ...models, Color: 'black' }, 'after')).toEqual(['in black for my iPhone 15']);
  expect(said({ ...models, Color: 'black' }, 'verb')).toEqual(['come in black for my iPhone 15']);
  expect(said(models, 'verb')).toEqual(['be made for my iPhone 15']);
});

test('every phrase of a SKU holds every option', () => {
  const sku = { Scent: 'rose', Size: '50 ml', 'Item Form': 'spray' };
  const all = orderPieces(hasSku('r1', sku), 'PHP');
  expect(all.length).toBeGreaterThan(0);
  for (const { text } of all)
    for (const [field, value] of Object.entries(sku))
      expect([text, findMentions(text, value, field).length]).toEqual([text, 1]);
});

test.each<[string, Record<string, string>]>([
  ['no options', {}],
  ['an option of a field the family does not use', { Color: 'black', 'Item Model Number': 'X7' }],
  ['an option that is no choice but a quality', { Color: 'black', 'Special Feature': 'Waterproof' }],
])('a SKU with %s cannot be said', (_, sku) => {
  expect(orderPieces(hasSku('r1', sku), 'PHP')).toEqual([]);
});

test('a service has its own words', () => {
  expect(orderPieces(comesWith('r1', 'COD'), 'PHP').map(({ text }) => text)).toContain('with cash on delivery');
  expect(orderPieces(comesWith('r1', 'x-promo'), 'PHP')).toEqual([]);
});

test.each([asksFor('r1', 'query', 'Color', 'black'), bounds('r1', 'query', 'price', { max: 500 })])(
  'details and numbers are said as in every family: %j',
  (rubric) => {
    expect(orderPieces(rubric, 'PHP')).toEqual(piecesFor(rubric, 'PHP'));
    expect(orderPieces(rubric, 'PHP').length).toBeGreaterThan(0);
  },
);

test.each([fromOneShop('r1', 2), answers('r1', 'Which city?', 'Oslo')])(
  'what is no property of one product has no words here: %j',
  (rubric) => expect(orderPieces(rubric, 'PHP')).toEqual([]),
);
