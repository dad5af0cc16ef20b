import { expect, test } from 'vitest';
import { unlikelyAmong, unlikelyBeside } from '../../../shopping/plausibility/unlikely-together.ts';

const isUnlikelyTogether = (...asked: Parameters<typeof unlikelyAmong>[0]) => unlikelyAmong(asked)(0, 1);

const stated = (field: string, value: string) => ({
  type: 'attribute_match' as const,
  field: `details.${field}`,
  value,
});

test.each([
  [stated('Pattern', 'solid'), stated('Theme', 'nature')],
  [stated('Pattern', 'insects'), stated('Theme', 'automobile')],
  [stated('Special Feature', 'Wireless'), stated('Wireless Type', 'Bluetooth')],
  [stated('Shell Type', 'Soft'), stated('Special Feature', 'Flexible')],
  [stated('Finish Type', 'Glossy'), stated('Special Feature', 'Anti Glare')],
  [stated('Pattern', 'Plain'), stated('Element', 'Bow')],
  [stated('Form Factor', 'bar'), stated('Shape', 'cylindrical')],
  [stated('Chipset Brand', 'Intel'), stated('Graphics Description', 'Integrated')],
  [stated('Material Feature', 'Organic'), stated('Material', 'polyester')],
  [stated('Recommended Uses For Product', 'wedding'), stated('Style', 'sporty')],
  [
    stated('Special Feature', 'Lightweight'),
    { type: 'numeric_range' as const, field: 'details.Item Weight', value: { max: 8, unit: 'oz' } },
  ],
])('%j is asked beside %j by no shopper, whichever comes first', (one, other) => {
  expect(isUnlikelyTogether(one, other)).toBe(true);
  expect(isUnlikelyTogether(other, one)).toBe(true);
});

test.each([
  [stated('Pattern', 'striped'), stated('Theme', 'vintage')],
  [stated('Material Feature', 'organic'), stated('Material', 'cotton')],
  [stated('Pattern', 'solid'), stated('Material', 'cotton')],
  [stated('Pattern', 'solid'), { type: 'numeric_range' as const, field: 'price', value: { max: 9 } }],
])('%j goes with %j', (one, other) => {
  expect(isUnlikelyTogether(one, other)).toBe(false);
});

test('a fact that nobody asks beside another feature is left out, with both named', () => {
  const solid = [stated('Color', 'Red'), stated('Pattern', 'solid')];
  expect(unlikelyBeside(solid, { field: 'Theme', value: 'nature' })).toBe(
    'unlikely: nobody asks it beside details.Pattern "solid"',
  );
  expect(unlikelyBeside(solid, { field: 'Material', value: 'cotton' })).toBeNull();
});
