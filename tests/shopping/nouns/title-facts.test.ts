import { expect, test } from 'vitest';
import { titleUpToFacts } from '../../../shopping/nouns/title-facts.ts';

const upToFacts = (title: string, details: Record<string, string>) =>
  titleUpToFacts({
    title,
    details: Object.fromEntries(
      Object.entries(details).map(([field, raw]) => [field, { options: [raw], raw: [{ key: field, value: raw }] }]),
    ),
  });

test.each([
  ['Orla 2 Slice Toaster Sage Green', { Color: 'Sage Green' }, 'Orla 2 Slice Toaster'],
  ['Orla 2 Slice Toaster Cream', { Color: 'Cream' }, 'Orla 2 Slice Toaster'],
  ['Orla Travel Backpack Burnt Orange', { Color: 'Orange' }, 'Orla Travel Backpack'],
  ['Orla Watch 9 Band Black', { Color: 'Black' }, 'Orla Watch 9 Band'],
  ['Orla Tool Chest 7 Drawers', { drawers: '7' }, 'Orla Tool Chest'],
  ['Orla Dining Set 6 Chairs', { 'Number of Chairs': '6' }, 'Orla Dining Set'],
  ['Orla Sleeping Bag Goose Down 0°C – Navy', { Filling: 'goose down', Color: 'Navy' }, 'Orla Sleeping Bag'],
])('what the fields of a product say behind its noun is none of its name: %s', (title, details, name) =>
  expect(upToFacts(title, details)).toBe(name),
);

test.each([
  ['Orla Phone Case', { 'Form Factor': 'Case' }],
  ['Orla Watch Winder', { Type: 'Winder' }],
  ['Orla Blue Table Runner', { 'Sales Package': 'Table Runner' }],
  ['Orla Toaster Cream', { Color: 'Black' }],
  ['Orla Toaster', {}],
  ['Orla Tool Chest 7 Drawers', { drawers: '5' }],
  ['Orla Watch 9 Band', { Color: 'Black' }],
  ['Orla Wool Shoe Cream', { Color: 'Cream' }],
  ['Orla Coffee Concentrate', { Ingredient: 'Concentrate' }],
])('a word that may be what the product is stays: %s', (title, details) =>
  expect(upToFacts(title, details)).toBe(title),
);
