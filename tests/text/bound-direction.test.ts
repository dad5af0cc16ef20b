import { expect, test } from 'vitest';
import { boundAt } from '../../text/bound-direction.ts';

const at700 = (text: string) => {
  const start = text.indexOf('700');
  return boundAt(text, { start, end: start + 3 });
};

test.each([
  'for ₱700 or more',
  'priced at ₱700 or higher',
  'cost at least ₱700',
  'a minimum price of ₱700',
  'starting at about ₱700',
  'between ₱700 and ₱900',
  'from ₱700 to ₱900',
  '₱700–₱900',
  'no less than ₱700',
  'no cheaper than PHP 700',
  'nothing under ₱700',
  'at or above ₱700',
  'over ₱700',
  '700 pesos and up',
  '₱700+',
  'rated by at least 700 people',
  '700 or more ratings',
  'have at least as much storage as 700 floppy disks',
])('%j has 700 as the least', (text) => expect(at700(text)).toBe('min'));

test.each([
  'for no more than ₱700',
  'for ₱700 at most',
  'be priced at ₱700 or less',
  'stay at or below ₱700',
  'between ₱500 and ₱700',
  'priced from ₱500 to ₱700',
  '₱500–₱700',
  'under ₱700',
  'up to Php 700',
  'not exceeding ₱700',
  'I don’t want to pay any more than ₱700',
  'can’t go over ₱700',
  'a maximum of 700 pesos',
  'at most ₱700 and over 100 ratings',
  '₱700 or less but no less than ₱300',
  'have at most as much storage as 700 floppy disks',
])('%j has 700 as the most', (text) => expect(at700(text)).toBe('max'));

test.each([
  'for ₱700',
  'around ₱700',
  'in the ₱700 class',
  'not a fancy one under ₱700',
  'at least ₱700 or less',
  'It is under the table. ₱700 is right.',
])('%j does not tell whether 700 is the least or the most', (text) => expect(at700(text)).toBeNull());
