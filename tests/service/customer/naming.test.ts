import { expect, test } from 'vitest';
import { calledIn, nounOf } from '../../../service/customer/naming.ts';

test.each([
  ['Ridgeline Power Bank with LED Display', ['Phones', 'Portable Power Banks'], 'power bank'],
  ['ARC SYSTEM: Reveal the Hidden Persona Board Game', ['Games', 'Board Games'], 'board game'],
  ['Yantai Apples, 5 kg Carton', ['Fresh Food', 'Fruit'], 'Yantai Apples'],
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
