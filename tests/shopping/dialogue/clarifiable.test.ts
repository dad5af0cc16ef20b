import { expect, test } from 'vitest';
import { isClarifiable } from '../../../shopping/dialogue/clarifiable.ts';

test.each(['Panel Type', 'Refresh Rate', 'Chipset', 'Neckline'])('a question can ask about %s alone', (field) => {
  expect(isClarifiable(field)).toBe(true);
});

test.each(['Enclosure Type', 'Interface', 'Capacity'])(
  'a word of any question inside the name %s is a matter of the published rule, not of the field',
  (field) => {
    expect(isClarifiable(field)).toBe(true);
  },
);

test.each(['Type', 'Fit', 'Warranty'])('no keyword tells questions about %s from those about other things', (field) => {
  expect(isClarifiable(field)).toBe(false);
});
