import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { containerOf } from '../../../catalog/rows/file-format.ts';
import { folderWith } from '../../fixtures/raw-files.ts';

const containerIn = (name: string, content: string | Buffer) =>
  containerOf(join(folderWith({ [name]: content }), name));

test.each([
  ['a.jsonl', '{"a":1}\n', { kind: 'json-lines' }],
  ['a.jsonl.gz', '{"a":1}\n', { kind: 'json-lines' }],
  ['a.ndjson', '\uFEFF{"a":1}\n', { kind: 'json-lines' }],
  ['a.json', ' [\n{"a":1}]', { kind: 'json-array' }],
  ['a.json.gz', '[]', { kind: 'json-array' }],
  ['a.json', '{"a":1}\n{"a":2}\n', { kind: 'json-lines' }],
  ['a.json', '\uFEFF{"name":"é","products":[{"a":1,"b":[1]},{"a":2},{"a":3}]}', { kind: 'json-array', from: 27 }],
  [
    'a.json',
    '{\n"filters": [{"f": 1}, {"f": 2}],\n"data": {"items": [\n{"a": "one \\"product\\" ["},\n{"a": "two of }]"}, {"a": 3}]}}',
    { kind: 'json-array', from: 53 },
  ],
  ['a.json', '{"a":1,"sizes":[{"s":1},{"s":2}]}\n{"a":2,"sizes":[]}\n', { kind: 'json-lines' }],
  ['a.csv', 'a,b\n1,2\n', { kind: 'csv', delimiter: ',' }],
  ['a.tsv', 'a\tb, c\n1\t2', { kind: 'csv', delimiter: '\t' }],
  ['a.txt', 'a\tb\n1\t2', { kind: 'csv', delimiter: '\t' }],
  [
    'a.xml',
    '<?xml version="1.0"?><a><b><c>1</c></b><b><c>2</c></b></a>',
    { kind: 'xml', rowPath: 'a/b', encoding: 'utf-8' },
  ],
  ['a.csv.gz', 'a;b\r1;2', { kind: 'csv', delimiter: ';' }],
] as const)('%s with %j holds rows as %j', async (name, content, container) => {
  expect(await containerIn(name, content)).toEqual(container);
});

test.each([
  ['{"products":[', 'a.json breaks off in line 1, behind {"products":[, before its JSON is closed'],
  ['{\n "products": {\n  "name": "Te', 'a.json breaks off in line 3, behind "name": "Te, before its JSON is closed'],
  ['{\n "products": 3,\n "x": nil\n}\n', 'a.json is no JSON: Unexpected token'],
])(
  'a JSON file that breaks off is told with the line, and one that is none with what is not: %j',
  async (text, sentence) => {
    const folder = folderWith({ 'a.json': text });
    const refused = await containerOf(join(folder, 'a.json')).then(String, (error: Error) => error.message);
    expect(refused.replace(`${folder}/`, '')).toContain(sentence);
  },
);

test.each([
  ['a.jsonl', Buffer.from('%PDF-1.7 ...'), /is a PDF, expected jsonl text/],
  ['a.jsonl', gzipSync('{"a":1}\n'), /is a gzip file, expected jsonl text; add \.gz to its name/],
  ['a.jsonl.gz', Buffer.from('{"a":1}\n'), /gzip data breaks off .*is it really gzip/],
  ['a.csv', Buffer.from('PK\x03\x04rest'), /is a zip archive, expected csv text/],
  ['a.json', Buffer.from('<!doctype html>'), /is an HTML page/],
  [
    'a.txt',
    Buffer.from('<?xml version="1.0"?>\n<rss><channel/></rss>'),
    /is XML, expected txt text; end its name in \.xml/,
  ],
  ['a.jsonl', Buffer.from('\uFEFFid,name', 'utf16le'), /is UTF-16 text, expected jsonl text; convert it to UTF-8/],
  ['a.jsonl', Buffer.from([0x7b, 0, 1, 2]), /is binary data/],
  ['a.jsonl', '', /is empty, expected at least one row/],
  ['a.jsonl.gz', '', /is empty, expected at least one row/],
  ['a.csv', ' \n\n', /holds only white space/],
  ['a.jsonl', '[\n{"a":1},\n{"a":2}\n]', /is a JSON array, expected one JSON object per line; rename it to \.json/],
  ['a.json', '{\n"商品": {"标题": 1}}', /keys "商品", "标题", expected an array of objects/],
  [
    'a.xml',
    '<!doctype html><html><body><p>1</p></body></html>',
    /holds "<!doctype html>.*expected XML with an element/,
  ],
  ['a.xml', '<?xml version="1.0" encoding="klingon"?><a><b><c>1</c></b></a>', /an encoding that is not known/],
  ['a.txt', 'hello', /has no known extension, expected one of \.jsonl, /],
] as const)('%s that is not what its name says is refused, with what was found: %j', async (name, content, message) => {
  await expect(containerIn(name, content)).rejects.toThrow(message);
  await expect(containerIn(name, content)).rejects.toMatchObject({ name: 'ConfigError' });
});
