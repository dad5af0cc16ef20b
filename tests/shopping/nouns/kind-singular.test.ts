import { expect, test } from 'vitest';
import { typeOfCategory } from '../../../shopping/nouns/product-type.ts';

test.each([
  ['Camera Lenses', 'camera lens'],
  ['Security Cameras', 'security camera'],
  ['Table Fans', 'table fan'],
  ['Curtains', 'curtain'],
  ['Gas Cans', 'gas can'],
  ['Silk Blouses', 'silk blouse'],
  ['Bikinis', 'bikini'],
  ['School Buses', 'school bus'],
  ['Chef Knives', 'chef knife'],
])('one of the category %s is a %s', (category, kind) => {
  expect(typeOfCategory([category])?.forms.at(-1)).toBe(kind);
});

test.each(['Camera Lens', 'Bike Chassis', 'Stretched Canvas', 'Headlight Glass', 'Reading Glasses'])(
  'the category %s names one product as it stands',
  (category) => {
    expect(typeOfCategory([category])?.forms).toEqual([category.toLowerCase()]);
  },
);
