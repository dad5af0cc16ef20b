import { ConfigError } from '../../schemas/errors.ts';
import { escapeForTerminal } from '../../text/normalise.ts';
import { BrokenStream, ByteSource } from './bytes.ts';
import { delimiterOf } from './csv.ts';
import { encodingOf } from './encoding.ts';
import { EXTENSIONS, endsWith, NAMED_EXTENSIONS } from './extensions.ts';
import { listIn, objectIn } from './json-array.ts';
import { holdsColumns } from './json-columns.ts';

/** The way rows lie in a file, whatever they mean. */
export type Container =
  | { readonly kind: 'json-lines' }
  /** Rows are the elements of the file itself, or of a list in it that begins at a byte. */
  | { readonly kind: 'json-array'; readonly from?: number }
  /** Rows are the members of an object that begins at a byte, each under a name of its own. */
  | { readonly kind: 'json-object'; readonly from: number }
  /** Columns are the members of the file, each a list or an object by the numbers of rows. */
  | { readonly kind: 'json-columns' }
  | { readonly kind: 'csv'; readonly delimiter: string }
  | { readonly kind: 'xml'; readonly rowPath: string; readonly encoding: string };

const HEAD_BYTES = 1024 * 1024;

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const HTML = 'an HTML page';
const XML = 'XML';

const SIGNATURES: readonly (readonly [name: string, bytes: Buffer])[] = [
  ['a gzip file', Buffer.from([0x1f, 0x8b])],
  ['a PDF', Buffer.from('%PDF')],
  ['a zip archive', Buffer.from([0x50, 0x4b, 0x03, 0x04])],
  ['a Parquet file', Buffer.from('PAR1')],
  ['an SQLite database', Buffer.from('SQLite format 3\0')],
  ['a zstd file', Buffer.from([0x28, 0xb5, 0x2f, 0xfd])],
  ['an xz file', Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a])],
  ['a bzip2 file', Buffer.from('BZh')],
  [XML, Buffer.from('<?xml')],
  [XML, Buffer.from('<rss')],
  [HTML, Buffer.from('<')],
  ['UTF-16 text', Buffer.from([0xff, 0xfe])],
  ['UTF-16 text', Buffer.from([0xfe, 0xff])],
];

const REMEDIES: Readonly<Record<string, string>> = {
  'a gzip file': 'add .gz to its name',
  'UTF-16 text': 'convert it to UTF-8',
  [XML]: 'end its name in .xml',
};

async function headOf(path: string): Promise<{ head: Buffer; broken: string | null }> {
  const parts: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of new ByteSource(path).chunks()) {
      parts.push(chunk);
      bytes += chunk.length;
      if (bytes >= HEAD_BYTES) break;
    }
  } catch (error) {
    if (!(error instanceof BrokenStream)) throw error;
    return { head: Buffer.concat(parts), broken: error.message };
  }
  return { head: Buffer.concat(parts), broken: null };
}

const parses = (text: string) => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** The first keys of a JSON text that is too odd to parse as rows, for the message that refuses it. */
const keysIn = (text: string) =>
  [...new Set([...text.matchAll(/"([^"\\]{1,40})"\s*:/g)].map((match) => match[1] as string))].slice(0, 12);

/** Refuses a whole JSON text that does not parse, by the line where it breaks off or is no JSON. */
function tellBroken(path: string, text: string): void {
  try {
    JSON.parse(text);
  } catch (error) {
    const { message } = error as SyntaxError;
    const whole = text.trimEnd();
    const lines = whole.split('\n');
    const place = Number(/position (\d+)/.exec(message)?.[1] ?? 0);
    const isCut = /end of JSON|Unterminated/.test(message) || place >= whole.length;
    const behind = (lines.at(-1) as string).trim().slice(-20);
    throw new ConfigError(
      isCut
        ? `${path} breaks off in line ${lines.length}, behind ${escapeForTerminal(behind)}, before its JSON is closed; export or fetch it again`
        : `${path} is no JSON: ${escapeForTerminal(message)}; correct it there, or export it again`,
    );
  }
}

const unknownExtension = (path: string) =>
  new ConfigError(`${path} has no known extension, expected one of ${EXTENSIONS.join(', ')} or a catalog.db`);

/** Extensions of tables with a header; what parts their cells is found by looking. */
const TABLES: readonly string[] = ['csv', 'tsv', 'txt'];

async function xmlContainer(path: string, text: string): Promise<Container> {
  const { declaredEncoding, rowPathOf } = await import('./xml.ts');
  const encoding = declaredEncoding(text);
  if (encoding === null) throw new ConfigError(`${path} is XML in an encoding that is not known; convert it to UTF-8`);
  const rowPath = /^<(?:!doctype\s+)?html\b/i.test(text) ? null : rowPathOf(text);
  if (rowPath === null)
    throw new ConfigError(
      `${path} holds "${escapeForTerminal(text.slice(0, 40))}", expected XML with an element for each product; fetch it again or leave it out`,
    );
  return { kind: 'xml', rowPath, encoding };
}

/**
 * Looks into a file and says how its rows lie in it. A ConfigError says what was found where the content is not what
 * the name promises.
 */
export async function containerOf(path: string): Promise<Container> {
  const extension = NAMED_EXTENSIONS.filter((known) => endsWith(path, known)).sort((a, b) => b.length - a.length)[0];
  if (extension === undefined) throw unknownExtension(path);
  const { head, broken } = await headOf(path);
  if (head.length === 0) {
    if (broken !== null)
      throw new ConfigError(`${path}: ${broken} before the first row; is it really gzip? Fetch it again or rename it`);
    throw new ConfigError(`${path} is empty, expected at least one row; remove it or fetch it again`);
  }
  const promised = extension.replace(/\.gz$/, '').slice(1);
  const [isXml, isTable] = [promised === 'xml', TABLES.includes(promised)];
  const encoding = isTable ? (encodingOf(head) ?? 'utf-8') : 'utf-8';
  const isWide = encoding.startsWith('utf-16');
  const signature = SIGNATURES.find(
    ([name, bytes]) =>
      head.subarray(0, bytes.length).equals(bytes) && !(isXml && [XML, HTML].includes(name)) && !isWide,
  );
  const binary = signature === undefined && !isWide && head.subarray(0, 4096).includes(0) ? 'binary data' : null;
  const content = signature?.[0] ?? binary;
  if (content !== null) {
    const unpacked = extension.endsWith('.gz') ? ' once unzipped' : '';
    throw new ConfigError(
      `${path} is ${content}${unpacked}, expected ${promised} text; ${REMEDIES[content] ?? 'convert it or leave it out'}`,
    );
  }

  const text = new TextDecoder(encoding).decode(head);
  const start = text.trimStart();
  if (start === '')
    throw new ConfigError(`${path} holds only white space, expected at least one row; remove it or fetch it again`);
  const firstLine = text.split(/\r\n|\r|\n/, 1)[0] as string;
  if (promised === 'txt' && !firstLine.includes('\t')) throw unknownExtension(path);
  const isTabbed = promised !== 'csv' && firstLine.includes('\t');
  if (isTable) return { kind: 'csv', delimiter: isTabbed ? '\t' : delimiterOf(firstLine) };
  if (isXml) return xmlContainer(path, start);
  if (promised !== 'json') {
    if (start.startsWith('[') && !parses(start.split('\n', 1)[0] as string)) {
      throw new ConfigError(`${path} is a JSON array, expected one JSON object per line; rename it to .json`);
    }
    return { kind: 'json-lines' };
  }
  if (start.startsWith('[')) return { kind: 'json-array' };
  if (start.startsWith('{') && holdsColumns(start)) return { kind: 'json-columns' };
  // Many published ".json" dumps hold one object per line, and many answers of shops one with a list of products.
  const isOneLine = !/\n\s*\S/.test(start);
  const marks = head.subarray(0, 3).equals(BYTE_ORDER_MARK) ? 3 : 0;
  const before = marks + Buffer.byteLength(text.slice(0, text.length - start.length));
  const list = start.startsWith('{') ? listIn(start) : null;
  const keyed = start.startsWith('{') && list === null ? objectIn(start) : null;
  if (
    start.startsWith('{') &&
    !(isOneLine && (list !== null || keyed !== null)) &&
    parses(start.split('\n', 1)[0] as string)
  )
    return { kind: 'json-lines' };
  if (list !== null) return { kind: 'json-array', from: before + Buffer.byteLength(start.slice(0, list)) };
  if (keyed !== null && (head.length === HEAD_BYTES || parses(start)))
    return { kind: 'json-object', from: before + Buffer.byteLength(start.slice(0, keyed)) };
  if (head.length < HEAD_BYTES) tellBroken(path, text);
  const keys = keysIn(text).map((key) => `"${escapeForTerminal(key)}"`);
  const seen =
    keys.length > 0 ? `one JSON object with the keys ${keys.join(', ')}` : `"${escapeForTerminal(start.slice(0, 40))}"`;
  throw new ConfigError(
    `${path} holds ${seen}, expected an array of objects or one object per line; write its products as one array`,
  );
}
