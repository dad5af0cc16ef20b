import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Cells } from '../../../catalog/readers/cells.ts';
import { listIn, priceIn, statedBy, textsIn } from '../../../catalog/readers/mapping-cells.ts';

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
  expect(statedBy('frame', nested)).toEqual([
    [expect.stringMatching(/^frame( a){20}$/), expect.any(Object), expect.stringMatching(/^frame(\.a)+$/)],
  ]);
});

test.each([
  [{ frame: { color: { outside: 'Red' } } }, ['frame outside color', 'Red']],
  [{ material: { body: 'Steel' } }, ['body material', 'Steel']],
  [{ material: { toe_cap: 'Steel' } }, ['toe_cap material', 'Steel']],
  [{ material: { finish: 'Matte' } }, ['material finish', 'Matte']],
  [{ material: { color: 'Silver' } }, ['material color', 'Silver']],
  [{ colour: { code: 'B2' } }, ['colour code', 'B2']],
  [{ fabric: { composition: '90 % cotton' } }, ['fabric composition', '90 % cotton']],
  [{ battery: { capacity: '2 Ah' } }, ['battery capacity', '2 Ah']],
])('members are named with their objects, as people say it: %o', (object, fact) => {
  const [[name, value]] = Object.entries(object) as [[string, unknown]];
  expect(statedBy(name, value)).toEqual([fact]);
});

const textsOf = (cell: unknown, separator?: string) =>
  textsIn(
    { cell },
    separator === undefined ? 'cell' : { column: 'cell', separator },
    { of: 'product.description', column: 'cell', expected: 'a text' },
    new Cells(),
  );

test.each([
  ['<ul><li>tough</li><li>Material: Polyester</li></ul>', 'tough. Material: Polyester.'],
  ['<p>Made for long days</p><ul><li><b>tough</b> </li><li>light!</li></ul>', 'Made for long days. tough. light!'],
  ['<h3>Details</h3><p>Wheels: 28&quot;</p><p>Soft&nbsp;</p>and warm', 'Details. Wheels: 28". Soft. and warm'],
  ['<p>Good for:</p><ul><li>work,</li><li>play</li></ul>', 'Good for: work, play.'],
  ['a < b and a <b>bold</b> word', 'a < b and a bold word'],
])('items and paragraphs of HTML are read as sentences: %j', (cell, text) => {
  expect(textsOf(cell)).toEqual([text]);
});

test('texts that a separator parts are read as they stand', () => {
  expect(textsOf('<p>Soft</p>Washable', '</p>')).toEqual(['Soft', 'Washable']);
});

test('reading items as sentences changes no word of a text', () => {
  const piece = fc.constantFrom(
    '<li>',
    '</li>',
    '<p>',
    '</p>',
    '</b>',
    '&nbsp;',
    '&amp;',
    ' ',
    'tough',
    'Material: wool',
    '28"',
    '.',
    ';',
  );
  const wordsOf = (text: string) => text.match(/[\p{L}\p{N}]+/gu) ?? [];
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const cell = pieces.join(' ');
      expect(textsOf(cell).flatMap(wordsOf)).toEqual(listIn({ cell }, 'cell').flatMap(wordsOf));
    }),
  );
});

test('an amount with decimals among whole numbers of cents is no price, and is counted as unread', () => {
  const cells = new Cells('prices.csv');
  const written = { currency: 'CHF', decimals: undefined, areMinor: true };
  const head = { of: 'product.price', column: 'cents', expected: 'an amount' };
  const prices = [1995, '19.95', '20.00'].map((cents) => priceIn({ cents }, 'cents', written, head, cells));
  expect(prices).toEqual([1995, null, 20]);
  expect(cells.take()).toMatchObject([{ stated: 3, unread: 1 }]);
});
