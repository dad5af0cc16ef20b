import { expect, test } from 'vitest';
import { drawFor } from '../../../pipeline/seed.ts';
import { calledIn, nounOf, orderPhrase, productPhrase } from '../../../service/customer/naming.ts';

test.each([
  ['Ridgeline Power Bank with LED Display', ['Phones', 'Portable Power Banks'], 'power bank'],
  ['ARC SYSTEM: Reveal the Hidden Persona Board Game', ['Games', 'Board Games'], 'board game'],
  ['Yantai Apples, 5 kg Carton', ['Fresh Food', 'Fruit'], 'apples'],
  ['Cold-Chain Salmon Fillets, 500 g', ['Fresh Food', 'Seafood'], 'salmon fillets'],
  ['Tessara Dress Belt, Leather', ['Accessories', 'Dress Belts'], 'belt'],
])('a product is called what its title and its category agree on: %s', (title, category, noun) =>
  expect(nounOf({ title, brand: 'Ridgeline', category })).toMatch(new RegExp(`${noun}$`)),
);

test.each([
  ['Kelso IPS Panel 27 Inch', ['Computers', 'Monitors'], 'monitor'],
  ['Halden Earbuds with Power Display', ['Audio', 'Earbud Headphones'], 'earbuds'],
  ['Wallet Case Card Slots', ['Phones', 'Basic Cases'], 'card'],
])('a noun of the title that the category contradicts is not what it is called: %s', (title, category, said) => {
  const noun = nounOf({ title, brand: null, category });
  if (said === 'card') expect(noun ?? '').not.toMatch(/card/);
  else expect(noun ?? said).not.toMatch(/panel|display/);
});

test.each([
  ['Kelso IPS Panel 27 Inch Monitor', ['Computers', 'Monitors'], '显示器'],
  ['Dentara Toothbrush Comet TA-920B', ['Oral Care', 'Toothbrushes'], '牙刷'],
  ['Ridgeline Flux Decoupler', ['Lab', 'Flux Decouplers'], null],
])('a product has a Chinese name in Chinese, or none: %s', (title, category, name) =>
  expect(calledIn('zh', { title, brand: null, category })).toBe(name),
);

test.each([
  ['Visora Yarrow Laptop Computer NK-200D', ['Computers', 'Traditional Laptops'], 'laptop'],
  ['Original Comet Earbuds', ['Audio', 'True Wireless'], null],
  ['Kelso Power Bank by Trailbyte', ['Phones', 'Portable Power Banks'], 'power bank'],
])('what only sorts a category is no part of what goods are called: %s', (title, category, noun) =>
  expect(nounOf({ title, brand: null, category })).toBe(noun),
);

/** Draws the last of all there are: of two ways the second. */
const LAST = (_label: string, below: number) => below - 1;
const order = { id: '450312345670', lines: [{}] } as unknown as Parameters<typeof orderPhrase>[0]['order'];
const LAMP = { name: 'desk lamp', isAll: true };
test.each([
  [LAMP, 'order', 'my desk lamp order'],
  [LAMP, 'goods', 'the desk lamp I ordered'],
  [{ ...LAMP, isAll: false }, 'order', 'my order with the desk lamp'],
  [null, 'goods', 'the desk lamp from order 450312345670'],
  [null, 'order', 'order 450312345670'],
] as const)('an order is spoken of as one, or as the goods in it: %j, %s', (thing, of, said) =>
  expect(orderPhrase({ order, noun: 'desk lamp', thing, of, draw: LAST }, 'en')).toBe(said),
);

const MONITOR = {
  ...{ id: '100700000002', brand: 'Kelso', title: 'Kelso IPS Panel 27 Inch Monitor' },
  category: ['Computers', 'Monitors'],
};
test.each([
  [false, 'en', 'the monitor'],
  [true, 'en', 'the monitor in the picture'],
  [true, 'zh', '图里的显示器'],
] as const)('a product is called by what it is, never by its number: %s, %s', (isShown, language, said) =>
  expect(
    productPhrase(MONITOR as unknown as Parameters<typeof productPhrase>[0], language, { draw: LAST, isShown }),
  ).toBe(said),
);

test('whether an order is called by its number alone is drawn, whatever its number ends in', () => {
  const saidBy = (id: string) => {
    const named = { order: { ...order, id }, noun: 'desk lamp', thing: null, of: 'order' as const };
    return orderPhrase({ ...named, draw: drawFor(1, id, 'x') }, 'en');
  };
  const said = Array.from({ length: 40 }, (_, at) => saidBy(`4503123456${at}0`));
  expect(new Set(said.map((text) => text.startsWith('my desk lamp order'))).size).toBe(2);
});
