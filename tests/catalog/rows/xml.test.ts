import fc from 'fast-check';
import { expect, test } from 'vitest';
import { declaredEncoding, rowPathOf, xmlRows } from '../../../catalog/rows/xml.ts';
import { allRows, inPieces } from '../../fixtures/raw-files.ts';

const feed = (items: string) =>
  `<?xml version="1.0"?>\n<rss xmlns:g="urn:g" version="2.0"><channel><title>Shop</title><link>x</link><description>d</description>\n${items}</channel></rss>`;
const rowsOf = (text: string, { path = 'rss/channel/item', size = 64, encoding = 'utf-8' } = {}) =>
  allRows(xmlRows(inPieces(Buffer.from(text, encoding === 'utf-8' ? 'utf8' : 'latin1'), size), path, encoding));

test('an element is a row of what it holds: texts, elements in elements, lists, and attributes by name', async () => {
  const [row] = await rowsOf(
    feed(
      '<item lang="en"><g:id>1</g:id><t><![CDATA[A & B]]></t><s><c>US</c></s><p n="Color">Red</p><p n="Size">M</p></item>',
    ),
  );
  expect(row).toEqual({
    line: 3,
    text: null,
    value: {
      lang: 'en',
      'g:id': '1',
      t: 'A & B',
      s: { c: 'US' },
      p: [
        { n: 'Color', value: 'Red' },
        { n: 'Size', value: 'M' },
      ],
    },
  });
});

test('elements of one name that are in different languages are told apart by these', async () => {
  const [both, one, same] = await rowsOf(
    feed(
      '<item><n lang="de">Stuhl</n><n lang="en">Chair</n></item>\n<item><n lang="de">Stuhl</n></item>\n<item><n lang="de">A</n><n lang="de">B</n></item>',
    ),
  );
  expect(both).toMatchObject({ value: { 'n@de': 'Stuhl', 'n@en': 'Chair' } });
  expect(one).toMatchObject({ value: { n: { lang: 'de', value: 'Stuhl' } } });
  expect(same).toMatchObject({ value: { n: [{ value: 'A' }, { value: 'B' }] } });
});

test('an id that elements before the rows give a name to is read with the path of such names', async () => {
  const categories = ['<category id="1">Home</category>', '<category id="2" parentId="1">Bath</category>'];
  const parts = [
    ...categories,
    '<category id="3" parentId="2">Towels</category>',
    '<category id="4" parentId="4">Gifts</category>',
  ];
  const shop = (offers: string) =>
    `<shop><categories>${parts.join('')}</categories><currencies><currency id="1" rate="1"/></currencies><offers>${offers}</offers></shop>`;
  const rows = await rowsOf(
    shop(
      '<offer><categoryId>3</categoryId><currencyId>1</currencyId></offer><offer category_id="4"/><offer><categoryId>9</categoryId></offer><offer><categoryId>3</categoryId><category>Own</category></offer>' +
        '<offer><categoryId>9</categoryId><categoryId>3</categoryId><categoryId>1</categoryId></offer><offer><categoryId type="Own">2</categoryId></offer>',
    ),
    { path: 'shop/offers/offer' },
  );
  expect(rows.map((row) => ('value' in row ? row.value : row))).toEqual([
    { categoryId: '3', currencyId: '1', category: 'Home > Bath > Towels' },
    { category_id: '4', category: 'Gifts' },
    { categoryId: '9' },
    { categoryId: '3', category: 'Own' },
    { categoryId: ['9', '3', '1'], category: 'Home > Bath > Towels' },
    { categoryId: { type: 'Own', value: '2' }, category: 'Home > Bath' },
  ]);
});

test('names of ids may stand in elements of their own', async () => {
  const categories =
    '<category><id>1</id><name>Garden</name></category><category><id>2</id><parentId>1</parentId><name>Axes</name></category>';
  const [row] = await rowsOf(
    `<price><name>Shop</name><categories>${categories}</categories><items><item><categoryId>2</categoryId></item></items></price>`,
    { path: 'price/items/item' },
  );
  expect(row).toMatchObject({ value: { categoryId: '2', category: 'Garden > Axes' } });
});

test('rows do not depend on how the bytes are cut', async () => {
  const texts = fc.array(fc.string({ unit: fc.constantFrom('a', 'é', '商', '😀', '&amp;', '&lt;', ' b') }), {
    maxLength: 5,
  });
  await fc.assert(
    fc.asyncProperty(texts, fc.integer({ min: 1, max: 30 }), async (names, size) => {
      const text = feed(names.map((name) => `<item><t>x${name}</t></item>\n`).join(''));
      const whole = await rowsOf(text, { size: 1_000_000 });
      expect(await rowsOf(text, { size })).toEqual(whole);
      expect(whole.map((row) => ('value' in row ? (row.value as { t: string }).t : row))).toEqual(
        names.map((name) => `x${name.replaceAll('&amp;', '&').replaceAll('&lt;', '<')}`.trim()),
      );
    }),
    { numRuns: 40 },
  );
});

test('a feed that breaks gives the rows before the break and the line of it', async () => {
  const rows = await rowsOf(feed('<item><t>1</t></item>\n<item><t>2</b></item>\n<item><t>3</t></item>'));
  expect(rows).toMatchObject([
    { line: 3, value: { t: '1' } },
    { line: 4, broken: expect.stringMatching(/^is not XML: .*; everything before line 4 was read$/), last: true },
  ]);
});

test('a feed that ends in the middle says so', async () => {
  const text = feed('<item><t>1</t></item>').replace('</channel></rss>', '');
  expect(await rowsOf(text)).toMatchObject([
    { value: { t: '1' } },
    { broken: expect.stringMatching(/is not XML/), last: true },
  ]);
});

test('an element cannot change the prototype of its record', async () => {
  const [row] = await rowsOf(feed('<item><__proto__><polluted>1</polluted></__proto__><a>1</a></item>'));
  const value = (row as unknown as { value: Record<string, unknown> }).value;
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  expect(value.polluted).toBeUndefined();
});

test('a feed in another encoding is read in it', async () => {
  const text = feed('<item><t>grün</t></item>').replace('?>', ' encoding="ISO-8859-1"?>');
  const encoding = declaredEncoding(text);
  expect(encoding).toBe('windows-1252');
  expect(await rowsOf(text, { encoding: encoding as string })).toMatchObject([{ value: { t: 'grün' } }]);
});

test.each([
  [feed('<item><a>1</a></item><item><a>2</a></item>'), 'rss/channel/item'],
  [feed('<item><a>1</a><b>2</b><c>3</c><d>4</d><e>5</e></item>'), 'rss/channel/item'],
  [
    '<feed xmlns="http://www.w3.org/2005/Atom"><title>x</title><entry><id>1</id></entry><entry><id>2</id></entry></feed>',
    'feed/entry',
  ],
  [feed('<item><a>1</a><s><c>1</c></s><s><c>2</c></s></item><item><a>2</a></item>'), 'rss/channel/item'],
  // The head of a file ends anywhere.
  [feed('<item><a>1</a></item><item><a>2</a></item>').slice(0, -24), 'rss/channel/item'],
  ['<note>nothing in it</note>', null],
])('the rows of a feed are its outermost elements that repeat: %s', (text, path) => {
  expect(rowPathOf(text)).toBe(path);
});
