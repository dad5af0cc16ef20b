import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodingOf, inUtf8 } from '../../../catalog/rows/encoding.ts';

const WIDE = { 'utf-16le': [0xff, 0xfe], 'utf-16be': [0xfe, 0xff] } as const;

/** A text as UTF-16 with its byte order mark. */
function wide(text: string, encoding: keyof typeof WIDE): Buffer {
  const bytes = Buffer.from(text, 'utf16le');
  return Buffer.concat([Buffer.from(WIDE[encoding]), encoding === 'utf-16le' ? bytes : bytes.swap16()]);
}

async function read(bytes: Buffer, size = 7): Promise<{ text: string; encoding: string }> {
  let encoding = 'utf-8';
  const parts: Buffer[] = [];
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  for await (const part of inUtf8(chunks(), (found) => {
    encoding = found;
  }))
    parts.push(part);
  return { text: Buffer.concat(parts).toString('utf8'), encoding };
}

const FRENCH = 'réf;désignation;prix\n1;cafetière à filtre;19,90 €\n';
/** "商品,颜色" and "红色的茶壶，容量一升" as Chinese spreadsheets save them. */
const CHINESE = Buffer.from('c9ccc6b72cd1d5c9ab0abaecc9abb5c4b2e8baf8a3acc8ddc1bfd2bbc9fd', 'hex');

test('UTF-8 is handed on byte for byte, wherever it is cut', () =>
  fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 9 }), async (text, size) => {
      fc.pre(text.isWellFormed());
      expect(await read(Buffer.from(`name\n${text}é`), size)).toEqual({ text: `name\n${text}é`, encoding: 'utf-8' });
    }),
  ));

test.each(['utf-16le', 'utf-16be'] as const)('a text in %s is read as it was written, wherever it is cut', (encoding) =>
  fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 9 }), async (text, size) => {
      fc.pre(text.isWellFormed());
      expect(await read(wide(text, encoding), size)).toEqual({ text, encoding });
    }),
  ),
);

test('letters of Western Europe from a spreadsheet are read, the euro sign too', async () => {
  const bytes = Buffer.from(FRENCH.replace('€', '\x80'), 'latin1');
  expect(await read(bytes)).toEqual({ text: FRENCH, encoding: 'windows-1252' });
});

test('Chinese from a spreadsheet is read', async () => {
  expect(await read(CHINESE)).toEqual({ text: '商品,颜色\n红色的茶壶，容量一升', encoding: 'gb18030' });
});

/** Tables of six to twelve made rows as spreadsheets of these languages save them. */
const SAVED: readonly (readonly [encoding: string, word: string, hex: string])[] = [
  [
    'euc-kr',
    '나무 의자',
    [
      'bbf3c7b0b8ed2cbbf6bbf32cb0a1b0dd0ac6edbec8c7d120b3aab9ab20c0c7c0da2cb0cbc1a42c3139393030bff80ac6edbe',
      'c8c7d120b3aab9ab20c0c7c0da2cc6c4b6fb2c3139393030bff80ab5fbb6e6c7d120bee7b8f020c0c7c0da2cb0cbc1a42c31',
      '39393030bff80ab5fbb6e6c7d120bee7b8f020c0c7c0da2cc6c4b6fb2c3139393030bff80ac6b0c6b0c7d120c3b6c1a620c0',
      'c7c0da2cb0cbc1a42c3139393030bff80ac6b0c6b0c7d120c3b6c1a620c0c7c0da2cc6c4b6fb2c3139393030bff80a',
    ].join(''),
  ],
  [
    'shift_jis',
    'カーテン',
    [
      '8fa4956996bc2c90462c89bf8a690a96d890bb82cc834383582c90d42c31393830897e0a96d890bb82cc834383582c90c22c',
      '31393830897e0a96d890bb82cc8365815b8375838b2c90d42c31393830897e0a96d890bb82cc8365815b8375838b2c90c22c',
      '31393830897e0a96d890bb82cc834a815b836583932c90d42c31393830897e0a96d890bb82cc834a815b836583932c90c22c',
      '31393830897e0a82e282ed82e782a982a282cc834383582c90d42c31393830897e0a82e282ed82e782a982a282cc83438358',
      '2c90c22c31393830897e0a82e282ed82e782a982a282cc8365815b8375838b2c90d42c31393830897e0a82e282ed82e782a9',
      '82a282cc8365815b8375838b2c90c22c31393830897e0a82e282ed82e782a982a282cc834a815b836583932c90d42c313938',
      '30897e0a82e282ed82e782a982a282cc834a815b836583932c90c22c31393830897e0a',
    ].join(''),
  ],
  [
    'windows-1251',
    'Мягкий ковёр',
    [
      'ede0e7e2e0ede8e53bf6e2e5f23bf6e5ede00ac4e5f0e5e2ffededfbe920f1f2f3eb3beaf0e0f1edfbe93b31203939300ac4',
      'e5f0e5e2ffededfbe920f1f2f3eb3bf1e8ede8e93b31203939300ac4e5f0e5e2ffededfbe920eaeee2b8f03beaf0e0f1edfb',
      'e93b31203939300ac4e5f0e5e2ffededfbe920eaeee2b8f03bf1e8ede8e93b31203939300accffe3eae8e920f1f2f3eb3bea',
      'f0e0f1edfbe93b31203939300accffe3eae8e920f1f2f3eb3bf1e8ede8e93b31203939300accffe3eae8e920eaeee2b8f03b',
      'eaf0e0f1edfbe93b31203939300accffe3eae8e920eaeee2b8f03bf1e8ede8e93b31203939300a',
    ].join(''),
  ],
];

test.each(SAVED)('a table in %s is read', async (encoding, word, hex) => {
  const table = await read(Buffer.from(hex, 'hex'));
  expect(table.encoding).toBe(encoding);
  expect(table.text).toContain(word);
});

test('an encoding is told from the first letters that are no ASCII, however late they come', async () => {
  const late = 'a,b\n'.repeat(60_000);
  const { text, encoding } = await read(Buffer.from(`${late}é,b\n`, 'latin1'), 64 * 1024);
  expect({ text: text === `${late}é,b\n`, encoding }).toEqual({ text: true, encoding: 'windows-1252' });
});

test('what came before a file breaks off is read', async () => {
  const parts: string[] = [];
  async function* chunks() {
    yield Buffer.from(FRENCH);
    throw new Error('broken off');
  }
  const reading = async () => {
    for await (const part of inUtf8(chunks(), () => {})) parts.push(part.toString());
  };
  await expect(reading()).rejects.toThrow('broken off');
  expect(parts.join('')).toBe(FRENCH);
});

test('a character cut in two does not make a long text in UTF-8 another encoding', async () => {
  const bytes = Buffer.concat([
    Buffer.from([0xe2, 0x80]),
    Buffer.from(`\n${'a,b\n'.repeat(30_000)}${'Größe,b\n'.repeat(100)}`),
  ]);
  expect((await read(bytes, 64 * 1024)).encoding).toBe('utf-8');
});

test('one broken letter does not make a text in UTF-8 another encoding', () => {
  expect(encodingOf(Buffer.concat([Buffer.from(FRENCH), Buffer.from([0xe9])]))).toBe('utf-8');
});

test('ASCII is of no encoding of its own', () => {
  expect(encodingOf(Buffer.from('id,title\n1,kettle\n'))).toBeNull();
});

test('Cyrillic in capitals is no Chinese', () => {
  const capitals = 'ДИВАН КРАСНЫЙ, СТОЛ ДУБОВЫЙ, ЛАМПА НАСТОЛЬНАЯ, КОВЁР ШЕРСТЯНОЙ, ЗАНАВЕСКА';
  const bytes = Buffer.from(
    [...capitals].map((letter) => {
      const code = letter.codePointAt(0) as number;
      return letter === 'Ё' ? 0xa8 : code < 0x80 ? code : code - 0x410 + 0xc0;
    }),
  );
  expect(encodingOf(bytes)).toBe('windows-1251');
});
