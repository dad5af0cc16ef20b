import { expect, test } from 'vitest';
import { statedIn } from '../../../catalog/readers/index.ts';
import { readWords } from '../../../lexicon/index.ts';

const KNOWN = readWords('amounts-in-columns.yaml') as Record<string, { readonly text: string }>;
const amountIn = (field: string, text: string) =>
  statedIn({ text, name: 'Ridge 25 Bar' }, { in: 'text', value: KNOWN[field]?.text as string, single: true }, 'name')
    ?.value ?? null;

test.each([
  'It supports a rider who weighs 90 kg.',
  'A competitor weighs 2 kg.',
  'It weighs 1 kg more than the old one.',
  'Weight: 300 g/m2',
  'It weighs 2 lbs 3 oz.',
  'Weight: 5 lbs - 10 lbs',
  'Each bar weighs 20 g.',
  'The strap weighs 20 g.',
  'Shipping\nWeight: 2 kg',
  'Max\nWeight: 120 kg',
  'It weighs 0 g.',
  'Weight: 0.0 g',
  'Can you guess that it weighs 2 kg?',
])('no weight of the product is said by %j', (text) => {
  expect(amountIn('Item Weight', text)).toBeNull();
});

test.each([
  ['Weight: 2 kg', '2 kg'],
  ['Weight: 0.5 kg', '0.5 kg'],
  ['It weighs only 300 g.', '300 g'],
  ['Nice and soft\nItem weight: 2.5 lbs', '2.5 lbs'],
  ['Weight: 5 lbs (2.3 kg)', '5 lbs'],
  ['This bar weighs 20 g and fits.', '20 g'],
])('the weight of the product is said by %j', (text, weight) => {
  expect(amountIn('Item Weight', text)).toBe(weight);
});

test.each([
  'Not just 4 hours battery life',
  'Unlike others with 4 hours battery life',
  'It has no 8 hours battery life',
  '5~8 hours battery life',
  '5 – 8 hours playtime',
  '5 to 8 hours playtime',
  '24+24 hours battery life',
  '10 minutes charge = 2 hours playtime',
])('no time that a battery lasts is said by %j', (text) => {
  expect(amountIn('Battery Life', text)).toBeNull();
});

test.each([
  ['Up to 8 hours of playtime', '8 hours'],
  ['With a long 8 hour battery life, it lasts', '8 hour'],
  ['Built-in rechargeable battery with 8 hours playtime', '8 hours'],
])('the time that a battery lasts is said by %j', (text, time) => {
  expect(amountIn('Battery Life', text)).toBe(time);
});
