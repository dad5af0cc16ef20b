import { expect, test } from 'vitest';
import { isAsserted } from '../../../catalog/text-stated/context.ts';

const says = (text: string, value: string) => {
  const start = text.indexOf(value);
  return isAsserted(text, start, start + value.length);
};

test.each([
  ['Over-Ear Headphones, Black', 'Black'],
  ['Case for iPad Air 2, Leather', 'Leather'],
  ['Wireless Mouse with USB receiver', 'Wireless'],
  ['Backpack (Red)', 'Red'],
  ['Dog Food 400 g', '400 g'],
])('%j says %j of the product itself', (text, value) => {
  expect(says(text, value)).toBe(true);
});

test.each([
  ['a denial', 'Pan, not Nonstick', 'Nonstick'],
  ['what it lacks', 'Mouse without Bluetooth', 'Bluetooth'],
  ['what it is free of', 'Latex Free Gloves', 'Latex'],
  ['what it fits', 'Adapter compatible with Bluetooth speakers', 'Bluetooth'],
  ['what it is for', 'Stand for Black iPhone', 'Black'],
  ['what is sold apart', 'Lamp, Battery Powered charger sold separately', 'Battery Powered'],
  ['an imitation', 'Bag in imitation Leather', 'Leather'],
  ['a look', 'Leather-Look Bag', 'Leather'],
  ['options', 'Shirt, Black/White', 'Black'],
  ['a choice', 'Shirt available in Red and Blue', 'Red'],
  ['a part of a longer word', 'All-Black Shoes', 'Black'],
  ['an alternative', 'Wired or Wireless Headset', 'Wireless'],
  ['a comparison', 'Lighter than Aluminum', 'Aluminum'],
  ['one of several', 'Dog Food 6 x 400 g', '400 g'],
  ['one of so many', 'Dog Food 85g x 12', '85g'],
])('%s is no statement: %j', (_, text, value) => {
  expect(says(text, value)).toBe(false);
});
