import { expect, test } from 'vitest';
import { PairTable } from '../../../catalog/rows/pair-table.ts';
import { Pair } from '../../../catalog/rows/pairs.ts';

const bytesOf = (key: string) => Buffer.from(`"${key}": "1"`);

function read(table: PairTable, key: string): Pair {
  const bytes = Buffer.from(`{ ${bytesOf(key)} }`);
  const known = table.find(bytes, 2, bytes.length - 2);
  if (known !== null) return known;
  const pair = new Pair(key, '1');
  table.put(table.first, table.second, pair);
  return pair;
}

test('a pair that is read again is the pair that was read before, wherever it stands', () => {
  const table = new PairTable();
  expect(read(table, 'Color')).toBe(read(table, 'Color'));
  expect(read(table, 'Colour').key).toBe('Colour');
});

test('no pair is taken for another, however many there are, and one that comes often stays', () => {
  const table = new PairTable();
  const often = [read(table, 'often'), read(table, 'often')][0];
  for (let other = 0; other < 100_000; other++) {
    expect(read(table, `other ${other}`).key).toBe(`other ${other}`);
    expect(read(table, 'often')).toBe(often);
  }
});
