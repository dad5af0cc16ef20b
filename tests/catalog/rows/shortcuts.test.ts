import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rowsIn } from '../../../catalog/rows/json-lines.ts';
import { entriesIn, Pairs } from '../../../catalog/rows/pairs.ts';
import { ShortcutParser } from '../../../catalog/rows/shortcuts.ts';

const SHORTCUTS = { unread: ['images', 'videos'], asPairs: ['details'] };
/** It has read all that was read before in this file. */
const parser = new ShortcutParser(SHORTCUTS);

const rowsOf = (text: string | Buffer, by: ShortcutParser | null) => {
  const bytes = new Uint8Array(Buffer.from(text));
  return [...rowsIn({ firstLine: 1, bytes }, by)];
};

type Row = ReturnType<typeof rowsOf>[number] | undefined;

/** What readers may know of a row: all but the lists nobody reads, and the members of details. */
function known(row: Row): unknown {
  if (row === undefined || 'broken' in row) return row;
  const { value } = row;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return row.value;
  return Object.entries(value).map(([key, member]) => {
    if (key === 'details') return [key, entriesIn(member) ?? member];
    return [key, SHORTCUTS.unread.includes(key) && (member === 0 || Array.isArray(member)) ? 'unread' : member];
  });
}

const expectSame = (text: string | Buffer) => {
  const [row] = rowsOf(text, parser);
  const [plain] = rowsOf(text, null);
  expect(known(row)).toEqual(known(plain));
  expect(row?.text).toBe(plain?.text);
};

const key = fc.constantFrom('images', 'videos', 'details', 'title', '__proto__', 'a', '1', '01', 'é', 'x"y', '\ud800');
const leaf = fc.oneof(
  fc.constantFrom(null, true, 0, -1.5e3, '', '{', '}', ']', '\\', '"', ':', ',', '\u0000', '\udfff', '水'),
  fc.string({ maxLength: 4 }),
);
const { value } = fc.letrec<{ value: unknown; object: unknown }>((tie) => ({
  object: fc.array(fc.tuple(key, tie('value')), { maxLength: 5 }).map((members) => ({ members }) as unknown),
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    tie('object'),
    fc.array(tie('value'), { maxLength: 4 }),
  ),
}));
const space = fc.constantFrom('', '', '', ' ', '\t', '\r', ' \t ');

/** JSON in which members may stand twice. */
function written(node: unknown, gap: string): string {
  if (Array.isArray(node)) return `[${gap}${node.map((item) => written(item, gap)).join(`${gap},${gap}`)}${gap}]`;
  if (typeof node !== 'object' || node === null) return JSON.stringify(node);
  const { members } = node as { members: [string, unknown][] };
  const all = members.map(([name, member]) => `${JSON.stringify(name)}${gap}:${gap}${written(member, gap)}`);
  return `{${gap}${all.join(`${gap},${gap}`)}${gap}}`;
}

const rowText = fc
  .tuple(fc.array(fc.tuple(key, value), { maxLength: 6 }), space, space)
  .map(([members, gap, around]) => `${around}${written({ members }, gap)}${around}`);

test('a row read by shortcuts says what it says without them', () => {
  fc.assert(fc.property(rowText, expectSame), { numRuns: 1000 });
});

test('so does a row with a character left out, put in or changed, or an end cut off', () => {
  const odd = fc.constantFrom('{', '}', '[', ']', '"', ':', ',', '\\', '\\u12', '0', 'n', ' ', '\u0001', '\u2028');
  fc.assert(
    fc.property(rowText, fc.nat(), fc.nat(2), odd, fc.boolean(), (text, at, without, put, isCut) => {
      const place = at % (text.length + 1);
      expectSame(text.slice(0, place) + (isCut ? '' : put + text.slice(place + without)));
    }),
    { numRuns: 3000 },
  );
});

test.each([
  '{"details": {"a":1],"b":[2}}',
  '{"details": {"a":1},"b":2], "images": [}',
  '{"details": {"a":}, "images": []}',
  '{"details": {"a":1,}, "images": []}',
  '{"details": {"a" 1}, "images": [] []}',
  '{"images": ["a" "b"]}',
  '{"images": ["\u0001"]}',
  '{"images": ["\\x"]}',
  '{"images": [{"a":1}], "details": {"b": {"c": [1, {"d": "}"}]}}}',
  '{"images": {"a": ["b"]}, "details": [{"a": 1}]}',
  '{"images": [], "images": "late", "details": {"a": 1}, "details": null}',
  '{"details": {"a": 1, "a": 2, "2": 3, "1": 4, "__proto__": {"x": 1}}}',
  '{"im\\u0061ges": ["a"], "d\\u0065tails": {"a": 1}}',
  '{"images": []} {"images": []}',
  '[{"images": []}]',
  '{"images": [',
  '{"details": {"a": "b',
])('what only looks like a row, or is one of a rare kind, is judged as it is without shortcuts: %s', expectSame);

test('bytes that are no text are read as they are without shortcuts', () => {
  const bytes = fc.uint8Array({ maxLength: 6 }).filter((few) => !few.includes(10));
  fc.assert(
    fc.property(bytes, bytes, (odd, others) =>
      expectSame(
        Buffer.concat([
          ...[Buffer.from('{"images": ["'), odd, Buffer.from('"], "details": {"'), others],
          ...[Buffer.from('": "'), odd, Buffer.from('"}}')],
        ]),
      ),
    ),
  );
});

test('deep nesting is left to the parser', () => {
  const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
  for (const depth of [1, 2, 1000]) expectSame(`{"images": ${deep(depth)}, "details": {"a": ${deep(depth)}}}`);
});

test('lists that nobody reads are left out, and an object of any keys is pairs', () => {
  const [row] = rowsOf('{"images": [{"large": "x"}, null], "title": "Tent", "details": {"a": 1}}', parser);
  expect(row).toMatchObject({ value: { images: 0, title: 'Tent', details: expect.any(Pairs) } });
});
