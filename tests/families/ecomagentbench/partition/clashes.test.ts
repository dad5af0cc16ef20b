import { expect, test } from 'vitest';
import { Clashes } from '../../../../families/ecomagentbench/partition/clashes.ts';
import { useLexicon } from '../../../../lexicon/index.ts';
import { NO_LEXICON } from '../../../../schemas/lexicon.ts';
import type { Feature } from '../../../../shopping/kinds/index.ts';

const common = { sources: ['query' as const], implicit: false, required: false };
const excludes = (field: string, value: string): Feature => ({
  ...common,
  ...{ type: 'negative_attribute', field: `details.${field}`, value: [value] },
});
const states = (field: string, value: string): Feature => ({
  ...common,
  ...{ type: 'attribute_match', field: `details.${field}`, value },
});
const clash = (one: Feature, other: Feature) => new Clashes([one, other]).withAny(0, 0b10);

test('a material is excluded beside no fabric, which says the same, and beside a color', () => {
  expect(clash(excludes('Material', 'PVC'), states('Fabric Type', 'TPU'))).toBe(true);
  expect(clash(states('Material', 'TPU'), excludes('Fabric Type', 'PVC'))).toBe(true);
  expect(clash(excludes('Material', 'PVC'), states('Handle Material', 'Wood'))).toBe(false);
  expect(clash(excludes('Material', 'PVC'), states('Color', 'Red'))).toBe(false);
});

test('two fields that are called the same are in no task together', () => {
  const both = () => clash(states('Gefertigt in', 'Japan'), states('Shape', 'Round'));
  expect(both()).toBe(false);
  useLexicon({ ...NO_LEXICON, fields: { 'Gefertigt in': { name: 'shape' } } });
  expect(both()).toBe(true);
  useLexicon();
});
