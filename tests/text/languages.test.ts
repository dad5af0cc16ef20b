import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { parse } from 'yaml';
import { useLanguage } from '../../lexicon/index.ts';
import { boundAt } from '../../text/bound-direction.ts';
import { isDenied } from '../../text/denials.ts';
import { findMentions, findRangeMentions } from '../../text/mentions.ts';
import { normaliseValue } from '../../text/normalise.ts';
import { prepareText } from '../../text/prepare.ts';

type Plant = readonly [field: string, value: string, text: string];

const plantsIn = (code: string): Plant[] =>
  parse(readFileSync(join(import.meta.dirname, '../fixtures/plants', `${code}.yaml`), 'utf8')) as Plant[];

afterEach(() => useLanguage());

test.each([['zh', 0.75]] as const)(
  'leaks that somebody planted in %s are found, three in four of them',
  (code, least) => {
    useLanguage(code);
    const plants = plantsIn(code);
    const found = plants.filter(([field, value, text]) => findMentions(text, value, field).length > 0);
    expect(found.length / plants.length).toBeGreaterThanOrEqual(least);
  },
);

test.each([
  ['六十升的水箱', 60],
  ['三千三百瓦', 3300],
  ['十六升', 16],
  ['二十七寸', 27],
  ['六点六升', 6.6],
  ['一万五千毫安时', 15_000],
  ['两公斤', 2],
  ['半升', 0.5],
  ['3千瓦', 3],
])('a Chinese number is read with its unit: %s', (text, amount) => {
  useLanguage('zh');
  expect(prepareText(text).numbers[0]).toMatchObject({ amount, unit: expect.any(String) });
});

test.each([
  ['es', 'veintisiete pulgadas', 27],
  ['es', 'trescientos cincuenta vatios', 350],
  ['es', 'medio litro', 0.5],
  ['es', 'treinta y dos litros', 32],
  ['de', 'siebenundzwanzig Zoll', 27],
  ['de', 'dreihundertfünfzig Watt', 350],
  ['de', 'zwölfhundert Watt', 1200],
  ['id', 'tiga ratus lima puluh watt', 350],
  ['id', 'dua belas liter', 12],
  ['id', 'setengah liter', 0.5],
] as const)('a number in words is read in its language: %s, %s', (code, text, amount) => {
  useLanguage(code);
  expect(prepareText(text).numbers[0]).toMatchObject({ amount, unit: expect.any(String) });
});

test.each([
  ['es', 'Rojo', 'mochilas rojas'],
  ['es', 'Recargable', 'que se pueda recargar'],
  ['de', 'Schwarz', 'die schwarzen Schuhe'],
  ['de', 'Leder', 'eine Ledertasche'],
  ['id', 'Merah', 'yang kemerahan'],
  ['id', 'Putih', 'casing putihnya'],
] as const)('a value is found in the forms of its language: %s, %s', (code, value, text) => {
  useLanguage(code);
  expect(findMentions(text, value)).toHaveLength(1);
});

test('numerals within other words are no numbers in English, and change no English text', () => {
  expect(prepareText('万向轮').numbers).toEqual([]);
  expect(prepareText('sixty liters').numbers).toMatchObject([{ amount: 60, unit: 'l' }]);
});

test('a value says its unit in any language, whichever texts are in', () => {
  expect([normaliseValue('60升'), normaliseValue('2 litros'), normaliseValue('27 Zoll')]).toEqual([
    '60 l',
    '2 l',
    '27 in',
  ]);
});

test.each([
  ['500 мл', '500 ml'],
  ['2 кг', '2 kg'],
  ['2000 Вт', '2000 w'],
  ['100 см', '100 cm'],
  ['15 pouces', '15 in'],
  ['12 miesięcy', '12 month'],
])('a unit is read in the words of any language: %s', (value, unit) => {
  expect(normaliseValue(value)).toBe(normaliseValue(unit));
});

test('a value with a number is not given away by its unit', () => {
  useLanguage('zh');
  expect(findMentions('要大一点的，升级款更好。', '60升', '容量')).toEqual([]);
  expect(findMentions('160升的冰箱', '60升', '容量')).toEqual([]);
});

test.each([
  ['容量至少60升', 'min'],
  ['容量60升以上', 'min'],
  ['不超过60升', 'max'],
  ['60升以内', 'max'],
  ['容量60升', null],
] as const)('Chinese words make a number a bound: %s', (text, bound) => {
  useLanguage('zh');
  const [span] = findRangeMentions(text, '容量', { min: 60, unit: 'l' });
  expect(boundAt(text, span as { start: number; end: number })).toBe(bound);
});

test.each([
  ['颜色不要白色的', true],
  ['白色的除外', true],
  ['颜色要白色的', false],
])('Chinese words turn away what stands beside them: %s', (text, denied) => {
  useLanguage('zh');
  const at = text.indexOf('白色');
  expect(isDenied(text, { start: at, end: at + 2 })).toBe(denied);
});

const found = (text: string, value: string, field: string) =>
  findMentions(text, value, field).map(({ start, end }) => text.slice(start, end));

test.each([
  ['eine schwarze Tasche', 'Black', 'Color', 'schwarze'],
  ['una mochila roja', 'Red', 'Color', 'roja'],
  ['en cuir, bitte', 'Leather', 'Material', 'cuir'],
  ['warnanya merah muda', 'Pink', 'Color', 'merah muda'],
  ['我要黑色的', 'Black', 'Color', '黑色'],
  ['wasserdicht muss es sein', 'Waterproof', 'Special Feature', 'wasserdicht'],
])('a value is found in another language: %j holds "%s"', (text, value, field, words) =>
  expect(found(text, value, field)).toContain(words),
);

test.each([
  ['the cat sat on a mat, mate', 'Matte', 'Finish Type'],
  ['a bureau in rose wood', 'Office', 'Room Type'],
  ['rot and decay', 'Red', 'Color'],
])('words that are English too stand for nothing: %j', (text, value, field) => {
  expect(found(text, value, field)).toEqual([]);
});
