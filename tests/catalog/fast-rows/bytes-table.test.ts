import { expect, test } from 'vitest';
import { BytesSlots, BytesTable, NO_SLOT } from '../../../catalog/fast-rows/bytes-table.ts';

interface Made {
  readonly of: string;
}

function read(table: BytesTable<Made>, text: string): Made {
  const bytes = Buffer.from(`{ ${text} }`);
  const known = table.find(bytes, 2, bytes.length - 2);
  if (known !== null) return known;
  const made = { of: text };
  table.put(made);
  return made;
}

test('what was made of bytes is found by the same bytes, wherever they stand', () => {
  const table = new BytesTable<Made>(16);
  expect(read(table, 'Color')).toBe(read(table, 'Color'));
  expect(read(table, 'Colour').of).toBe('Colour');
});

test('nothing is taken for anything else, however much there is, and what comes often stays', () => {
  const table = new BytesTable<Made>(1 << 10);
  const often = [read(table, 'often'), read(table, 'often')][0];
  for (let other = 0; other < 20_000; other++) {
    expect(read(table, `other ${other}`).of).toBe(`other ${other}`);
    expect(read(table, 'often')).toBe(often);
  }
});

test('something else can be put in the place of what was made', () => {
  const table = new BytesTable<string>(16);
  const bytes = Buffer.from('Color');
  const find = () => table.find(bytes, 0, bytes.length);
  for (const made of ['once', 'twice']) {
    find();
    find();
    table.put(made);
    expect(find()).toBe(made);
  }
});

test('bytes of one kind are never taken for those of another, nor for others that differ from them as the kinds do', () => {
  const slots = new BytesSlots(1 << 10);
  const find = (byte: number, kind: number) => slots.find(Buffer.from([byte, 0x61]), 0, 2, kind);
  for (let kind = 0; kind < 100; kind++) {
    expect(find(0x40 ^ kind, kind)).toBe(NO_SLOT);
    slots.put();
  }
});
