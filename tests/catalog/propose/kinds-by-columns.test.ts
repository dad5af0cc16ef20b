import { expect, test } from 'vitest';
import { kindOfColumns } from '../../../catalog/propose/kinds-by-columns.ts';
import { Column } from '../../../catalog/propose/profile.ts';

const kindOf = (...names: string[]) => kindOfColumns(names.map((name) => new Column(name, ['a', 'b'])))?.kind;

test.each([
  ['phone', ['name', 'front_camera_mp', 'sim', 'ram', 'cpu']],
  ['laptop', ['Company', 'Inches', 'Cpu', 'Ram', 'Gpu', 'SSD']],
  ['processor', ['name', 'core_count', 'boost_clock', 'tdp']],
  ['wine', ['name', 'grape', 'winery', 'price']],
  ['coffee', ['name', 'roast', 'origin', 'variety']],
  ['book', ['title', 'author', 'isbn13']],
])('a table is of the kind that its columns tell: %s', (kind, names) => expect(kindOf(...names)).toBe(kind));

test.each([
  [['name', 'price', 'color', 'size']],
  // A tablet may be told as a laptop, but for what only phones and tablets have.
  [['name', 'display', 'cpu', 'ram', 'gpu', 'storage', 'camera']],
  // One column is no two.
  [['name', 'players']],
  [['name', 'authority', 'publisher']],
])('a table of other columns is of no kind: %j', (names) => expect(kindOf(...names)).toBeUndefined());

const namedKindOf = (names: string[]) =>
  kindOfColumns([new Column('model', names), new Column('memory_GB', [64, 128]), new Column('camera_MP', [12, 48])])
    ?.kind;

test('a table of memory and cameras is of phones where its names are those of phones', () => {
  expect(namedKindOf(['iphone 15', 'galaxy s23', 'rog phone 7'])).toBe('mobile phone');
});

test.each([[['iphone 15', 'galaxy tab s9']], [['eos r5', 'lumix g9']]])(
  'a table of memory and cameras is of no kind where names are of other things too: %j',
  (names) => expect(namedKindOf(names)).toBeUndefined(),
);
