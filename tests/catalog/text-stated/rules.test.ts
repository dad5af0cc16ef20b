import { expect, test } from 'vitest';
import { MentionRules } from '../../../catalog/text-stated/rules.ts';
import { vocabularyOf } from '../../../catalog/text-stated/vocabulary.ts';
import type { Detail } from '../../../schemas/product.ts';
import { witness } from '../../fixtures/mention-witness.ts';

const HEADPHONES = { mainCategory: 'Electronics', category: ['Electronics', 'Headphones'] };

const product = (title: string, details: Readonly<Record<string, string>> = {}) => ({
  ...HEADPHONES,
  title,
  details: Object.fromEntries(
    Object.entries(details).map(([field, value]): [string, Detail] => [
      field,
      { options: [value], raw: [{ key: field, value }] },
    ]),
  ),
});

const vocabulary = (fields: Readonly<Record<string, readonly string[]>>) =>
  vocabularyOf(
    Object.entries(fields).map(([name, values], place) => ({
      name,
      products: 50,
      values: values.map((norm, at) => ({ norm, display: norm, term: place * 100 + at, count: 20 })),
    })),
  );

const times = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));

/** What is stated by a title of a product that states nothing, after others have been witnesses. */
function statedAfter(
  witnesses: readonly ReturnType<typeof product>[],
  fields: Readonly<Record<string, readonly string[]>>,
  asked: ReturnType<typeof product>,
): string[] {
  const rules = new MentionRules(vocabulary(fields));
  for (const product of witnesses) witness(rules, product);
  rules.settle();
  return rules
    .newIn(rules.trustedIn(asked.title, asked), asked)
    .map(({ value, written }) => `${value.field} ${value.norm}: ${written}`);
}

const COLORS = { Color: ['black', 'white'] };
const black = times(30, (at) => product(`Headphones ${at}, Black`, { Color: 'Black' }));

test('a value is taken from a title where products that state the field agree with theirs', () => {
  expect(statedAfter(black, COLORS, product('Earphones X1, Black'))).toEqual(['Color black: Black']);
});

test('a product that states the field itself is left as it is', () => {
  expect(statedAfter(black, COLORS, product('Earphones X1, Black', { Color: 'White' }))).toEqual([]);
});

test('one in ten products that states the contrary is too many', () => {
  const contrary = times(3, (at) => product(`Stand ${at}, Black`, { Color: 'White' }));
  expect(statedAfter([...black, ...contrary], COLORS, product('Earphones X1, Black'))).toEqual([]);
});

test('values that some product states together are not contrary', () => {
  const both = { ...product('Headset'), details: { Link: { options: ['Bluetooth', 'Wireless'], raw: [] } } };
  const wireless = times(30, (at) => product(`Headphones ${at}, Wireless`, { Link: 'Wireless' }));
  const other = times(3, (at) => product(`Headphones B${at}, Wireless`, { Link: 'Bluetooth' }));
  const fields = { Link: ['wireless', 'bluetooth'] };
  const asked = product('Earphones X1, Wireless');
  expect(statedAfter([...wireless, ...other], fields, asked)).toEqual([]);
  expect(statedAfter([...wireless, ...other, both], fields, asked)).toEqual(['Link wireless: Wireless']);
});

test('values stated together in one way of writing are together in every other', () => {
  const rules = new MentionRules(vocabulary({ Material: ['pvc', 'polyvinyl chloride', 'cotton'] }));
  witness(rules, { ...product('Bag'), details: { Material: { options: ['PVC', 'Cotton'], raw: [] } } });
  expect(['pvc', 'polyvinyl chloride'].map((norm) => rules.verdictOn('Material', norm, ['cotton']))).toEqual([
    'open',
    'open',
  ]);
});

test('a few witnesses are not enough', () => {
  expect(statedAfter(black.slice(0, 4), COLORS, product('Earphones X1, Black'))).toEqual([]);
});

test('a word that may be of two fields is taken for the one it is stated of', () => {
  const fields = { Color: ['black'], Light: ['black'] };
  expect(statedAfter(black, fields, product('Earphones X1, Black'))).toEqual(['Color black: Black']);
});

test('what another field of the product says already is no news', () => {
  expect(statedAfter(black, COLORS, product('Earphones X1, Black', { 'Cable Color': 'black' }))).toEqual([]);
});

test('a value within a title may be of a part, and needs a shelf whose products mostly state the field', () => {
  const within = times(30, (at) => product(`New Black Headphones ${at}`, { Color: 'Black' }));
  const silent = times(40, (at) => product(`Headphones ${at}`));
  const asked = product('New Black Earphones X1');
  expect(statedAfter(within, COLORS, asked)).toEqual(['Color black: Black']);
  expect(statedAfter([...within, ...silent], COLORS, asked)).toEqual([]);
});

test('of a value and a longer one that holds it the longer one is said', () => {
  const fields = { Color: ['blue', 'navy blue'] };
  const navy = times(30, (at) => product(`Headphones ${at}, Navy Blue`, { Color: 'Navy Blue' }));
  expect(statedAfter(navy, fields, product('Earphones X1, Navy Blue'))).toEqual(['Color navy blue: Navy Blue']);
});

test('a title that writes a value in another way agrees with its row, and each way is a witness of the other', () => {
  const fields = { Material: ['pvc', 'polyvinyl chloride', 'cotton'] };
  const witnesses = times(30, (at) =>
    product(`Apron ${at}, PVC`, { Material: at % 2 === 0 ? 'PVC' : 'Polyvinyl Chloride' }),
  );
  expect(statedAfter(witnesses, fields, product('Raincoat X1, PVC'))).toEqual(['Material pvc: PVC']);
  expect(statedAfter(witnesses, fields, product('Raincoat X1, Polyvinyl Chloride'))).toEqual([
    'Material polyvinyl chloride: Polyvinyl Chloride',
  ]);
});
