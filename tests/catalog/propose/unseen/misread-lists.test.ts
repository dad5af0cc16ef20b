import { performance } from 'node:perf_hooks';
import { expect, test } from 'vitest';
import { gluedNames } from '../../../../catalog/propose/listing-texts.ts';
import { Column } from '../../../../catalog/propose/profile.ts';
import type { Product } from '../../../../schemas/product.ts';
import { optionsOf } from '../../../fixtures/read-exports.ts';
import { COLOURS, nameAt, of, readFrom, table, WORDS } from '../../../fixtures/unseen-exports.ts';

const PARTS = ['FrontTire', 'RearTire', 'FrontBrake', 'RearBrake', 'FrontLight'];

test.each([' | ', '; ', ', ', '|'])('names of two words in one are no glued ones where %j parts them', async (by) => {
  const cell = (at: number) =>
    PARTS.filter((name) => at % 5 !== 0 || !name.startsWith('Rear'))
      .map((name, part) => `${name}: ${of(WORDS, at + part)}`)
      .join(by);
  const { products } = await readFrom(
    'goods.csv',
    table('id,name,price,fiche', (at) => [`G${at}`, nameAt(at), at + 5, cell(at)]),
  );
  for (const { details } of products) {
    const stated = Object.values(details).flatMap(({ options }) => options);
    expect(stated.filter((value) => !WORDS.includes(value))).toEqual([]);
  }
  expect(Object.keys(products[1]?.details ?? {})).toHaveLength(PARTS.length);
});

test('glued names begin where nothing parts them from a value, and not at each of their words', () => {
  const cells = Array.from(
    { length: 20 },
    (_, at) =>
      `Frame: ${of(COLOURS, at)}Fork Travel: ${100 + at}mmRear Shock: ${of(WORDS, at)}Seat Post: ${27 + (at % 4)}`,
  );
  expect(gluedNames(new Column('fiche', cells))?.names?.toSorted()).toEqual([
    'Fork Travel',
    'Frame',
    'Rear Shock',
    'Seat Post',
  ]);
});

test.each(['', ':'])('long runs of letters are looked through in no time, with %j behind them', (end) => {
  const cells = Array.from({ length: 50 }, (_, at) => `${'Ab'.repeat(4000)}${at}${'a'.repeat(8000)}${end}`);
  const start = performance.now();
  expect(gluedNames(new Column('text', cells))).toBeNull();
  expect(performance.now() - start).toBeLessThan(1000);
});

test('headings of sentences in prose are no details', async () => {
  const body = (at: number) =>
    `<ul><li>Finish Coat: ${of(WORDS, at)}</li><li>Shade Depth: ${of(COLOURS, at)}</li><li>Note: ${of(['dry flat', 'keep cool'], at)}</li><li>Warning: ${of(['not a toy', 'hot'], at)}</li></ul><p>A long sentence that lasts and says nothing.</p><p>Another one for the room and the evening.</p>`;
  const { products } = await readFrom(
    'shop.csv',
    table('sku,title,price,description', (at) => [
      `S${at}`,
      nameAt(at),
      at + 5,
      at % 3 === 0 ? 'Sturdy and plain.' : body(at),
    ]),
  );
  expect(optionsOf(products[1] as Product)).toEqual({ 'Finish Coat': ['Wool'], 'Shade Depth': ['Blue'] });
});

test.each(['Weight', 'Thickness'])('each nought of a "%s" says that there is none of it', async (name) => {
  const { products } = await readFrom(
    'goods.csv',
    table(`id,name,price,${name}`, (at) => [
      `G${at}`,
      nameAt(at),
      at + 5,
      of(['0', '0.0', '0.00', `${at + 3}`, `${at + 4}`], at),
    ]),
  );
  expect(Object.keys(products[0]?.details ?? {})).toEqual([]);
  expect(Object.keys(products[1]?.details ?? {})).toEqual([]);
  expect(Object.keys(products[2]?.details ?? {})).toEqual([]);
  expect(Object.keys(products[3]?.details ?? {})).toHaveLength(1);
});

test.each(['Heel Height', 'Minimum Weight', 'Heel Drop Height'])('a nought of a "%s" is an amount', async (name) => {
  const { products } = await readFrom(
    'goods.csv',
    table(`id,name,price,${name}`, (at) => [`G${at}`, nameAt(at), at + 5, of(['0', '3', '5', '7'], at)]),
  );
  expect(Object.values(products[0]?.details ?? {}).flatMap(({ options }) => options)).toEqual(['0']);
});

test.each(['Margin (mm)', 'Seam margin', 'Sugar content cost'])('"%s" is no money', async (name) => {
  const { said } = await readFrom(
    'goods.csv',
    table(`id,name,price,${name}`, (at) => [`G${at}`, nameAt(at), at + 5, of([2, 3, 5, 8], at)]),
  );
  expect(said).toContain(`product.details.columns is "${name}"`);
});

test('"Gross margin" and "Delivery cost" are money', async () => {
  const { said } = await readFrom(
    'goods.csv',
    table('id,name,price,Gross margin,Delivery cost', (at) => [
      `G${at}`,
      nameAt(at),
      at + 5,
      of([2, 3, 5, 8], at),
      of([4, 6, 7], at),
    ]),
  );
  expect(said).not.toContain('product.details.columns');
});

test.each([
  [['Germany', 'France'], 'all countries with a column have it: Germany, France'],
  [['Germany'], '"Included / Germany" is the only country with a column'],
])('the currency of columns for %j rests on all of them', async (countries, because) => {
  const { said } = await readFrom(
    'goods.csv',
    table(['id,name,price', ...countries.map((country) => `Included / ${country}`)].join(), (at) => [
      `G${at}`,
      nameAt(at),
      at + 5,
      ...countries.map(() => 'true'),
    ]),
  );
  expect(said).toContain(`product.currency is "EUR": ${because}`);
});
