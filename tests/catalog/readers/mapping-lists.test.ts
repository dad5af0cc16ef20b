import { expect, test } from 'vitest';
import { listIn, statedBy } from '../../../catalog/readers/mapping-cells.ts';

test.each([
  ['Soft &amp; warm<br>Washable', '<br>'],
  ['Soft &amp; warm &gt;  Washable', ' &gt;  '],
  ['Soft &amp; warm\tWashable', '\t'],
  ['Soft &amp; warm  Washable', '  '],
  ['<p>Soft &amp; warm</p>Washable', '</p>'],
  ['Soft &amp; warm; Washable', ';'],
  ['Soft &amp; warm&nbsp;&gt;&nbsp;Washable', ' > '],
])('the entities of %j part nothing, and its separator %j does', (cell, separator) => {
  expect(listIn({ cell }, { column: 'cell', separator })).toEqual(['Soft & warm', 'Washable']);
});

test('the first of several paths is read where signs in it are escaped', () => {
  const list = { column: 'cell', separator: ' > ', paths: '<br>' };
  expect(listIn({ cell: 'Rugs &gt; Bath &amp; Spa<br>Home &gt; Rugs' }, list)).toEqual(['Rugs', 'Bath & Spa']);
});

test('objects nested without end state what their outer levels do, and below these nothing', () => {
  const nested = JSON.parse(`${'{"a":'.repeat(3000)}"x"${'}'.repeat(3000)}`);
  expect(statedBy('color', nested)).toEqual([
    [expect.stringMatching(/^color( a){20}$/), expect.any(Object), expect.stringMatching(/^color(\.a)+$/)],
  ]);
  expect(statedBy('frame', { color: { outside: 'Red' } })).toEqual([['frame color outside', 'Red']]);
});
