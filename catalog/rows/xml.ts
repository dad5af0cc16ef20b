import sax from 'sax';
import { BrokenStream } from './bytes.ts';
import { MOST_LINE_BYTES } from './json-lines.ts';
import { isRawObject, type RawRow, type RowBatches } from './row.ts';

/** Content of an element besides its name. */
interface Element {
  /** Its attributes and elements by name, each with what it holds. */
  readonly members: Map<string, unknown>;
  text: string;
}

const newElement = (attributes: Readonly<Record<string, string>>): Element => ({
  members: new Map(Object.entries(attributes).filter(([name]) => name !== 'xmlns' && !name.startsWith('xmlns:'))),
  text: '',
});

/** An element of text alone is its text; beside attributes the text is its `value`, and elements of one name are a list. */
function contentOf({ members, text }: Element): unknown {
  const said = text.trim();
  if (members.size === 0) return said;
  if (said !== '') members.set(members.has('value') ? '#text' : 'value', said);
  return Object.fromEntries(partedByLanguage(members));
}

/** Attributes that say which language an element is in. */
const LANGUAGE = ['lang', 'xml:lang'];

/** The language and the text of an element that says nothing else: <name lang="en">; null for any other. */
function inLanguage(content: unknown): { readonly language: string; readonly text: unknown } | null {
  if (typeof content !== 'object' || content === null) return null;
  const { value, ...attributes } = content as Record<string, unknown>;
  const [[name = '', language] = [], ...others] = Object.entries(attributes);
  const isIt = LANGUAGE.includes(name) && others.length === 0 && typeof language === 'string';
  return isIt && value !== undefined && /^[a-z]{2,3}(?:[-_]\w+)?$/i.test(language) ? { language, text: value } : null;
}

/** Elements of one name that say the same in several languages have the names of these behind theirs: "name@en", "name@fr". */
function partedByLanguage(members: Map<string, unknown>): Map<string, unknown> {
  return new Map(
    [...members].flatMap(([name, content]): [string, unknown][] => {
      const all = Array.isArray(content) ? content.map(inLanguage) : [];
      const parts = all.filter((part) => part !== null);
      const isOneEach = new Set(parts.map(({ language }) => language)).size === all.length;
      if (parts.length < 2 || parts.length < all.length || !isOneEach) return [[name, content]];
      return parts.map(({ language, text }) => [`${name}@${language}`, text]);
    }),
  );
}

function addMember({ members }: Element, name: string, content: unknown): void {
  const known = members.get(name);
  if (known === undefined) members.set(name, content);
  else members.set(name, Array.isArray(known) ? [...known, content] : [known, content]);
}

/** Element outside of rows, with what it says. */
interface Outside {
  readonly name: string;
  /** Its attributes, and the texts of the elements in it. */
  readonly members: Record<string, string>;
  text: string;
}

/** Characters of a name that rows refer to, and number of such names, from which on they are not kept. */
const LONGEST_NAME = 200;
const MOST_NAMES = 100_000;

/** Levels of a path, at most: one that leads back to itself has no end. */
const MOST_LEVELS = 10;

/**
 * Names that elements before the rows give to ids, which rows then state: <category id="3" parentId="1">Towels</category>, or the
 * same in elements of its own, of <categoryId>3</categoryId>.
 */
class NamesOfIds {
  readonly #named = new Map<string, Map<string, { readonly text: string; readonly above: string | undefined }>>();
  #size = 0;

  add({ name, members, text }: Outside): void {
    const { id, ...others } = members;
    const said = text.trim() || (members.name ?? '');
    if (id === undefined || said === '' || said.length > LONGEST_NAME || this.#size >= MOST_NAMES) return;
    const above = Object.entries(others).find(([attribute]) => PARENT_ID.test(attribute))?.[1];
    const known = this.#named.get(name) ?? new Map();
    this.#named.set(name, known.set(id, { text: said, above }));
    this.#size++;
  }

  /** The name of an id, behind those of all it is a part of, the highest first; none where it has no name. */
  #levelsTo(name: string, id: string, passed: readonly string[] = []): string[] {
    const found = passed.includes(id) ? undefined : this.#named.get(name)?.get(id);
    if (found === undefined || passed.length >= MOST_LEVELS) return [];
    const above = found.above === undefined ? [] : this.#levelsTo(name, found.above, [...passed, id]);
    return [...above, found.text];
  }

  /** A row with the names of what its ids refer to, the first known of several, beside these; as it is where it has such a member. */
  in(content: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    const names = [...this.#named.keys()].flatMap((name): [string, string][] => {
      if (Object.hasOwn(content, name)) return [];
      const levels = REFERENCES.flatMap((ending) => idsIn(content[`${name}${ending}`])).map((id) =>
        this.#levelsTo(name, id),
      );
      const known = levels.find(({ length }) => length > 0);
      return known === undefined ? [] : [[name, known.join(LEVEL_BELOW)]];
    });
    return names.length === 0 ? content : { ...content, ...Object.fromEntries(names) };
  }
}

/** Elements that say the id or the name of the one they are in. */
const OF_NAMED: readonly string[] = ['id', 'name'];
/** Attributes with the id of what an element is a part of. */
const PARENT_ID = /^parent[-_]?id$/i;
/** Ends of names of members that hold the id of an element. */
const REFERENCES = ['Id', 'ID', '_id', '-id'];
const LEVEL_BELOW = ' > ';

/** The ids that elements of one name hold, with attributes or without. */
const idsIn = (content: unknown): string[] =>
  [content].flat().flatMap((one) => {
    const id = isRawObject(one) ? one.value : one;
    return typeof id === 'string' ? [id] : [];
  });

/** Gathers the rows of a text that comes in pieces. */
class XmlRows {
  readonly #parser = sax.parser(true, { position: true });
  readonly #rowPath: string;
  readonly #path: string[] = [];
  readonly #names = new NamesOfIds();
  /** The elements outside of rows that are open. */
  readonly #outside: Outside[] = [];
  /** The row at hand and the elements that are open in it. */
  #open: Element[] = [];
  #line = 0;
  #characters = 0;
  #rows: RawRow[] = [];
  #failure: { readonly reason: string; readonly line: number } | null = null;

  constructor(rowPath: string) {
    this.#rowPath = rowPath;
    this.#parser.onopentag = ({ name, attributes }) => this.#opened(name, attributes as Record<string, string>);
    this.#parser.onclosetag = (name) => this.#closed(name);
    this.#parser.ontext = (text) => this.#said(text);
    this.#parser.oncdata = (text) => this.#said(text);
    this.#parser.onerror = ({ message }) => {
      this.#fail(message.split('\n', 1)[0] as string);
    };
  }

  #opened(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#path.push(name);
    if (this.#open.length === 0 && this.#path.join('/') !== this.#rowPath) {
      this.#outside.push({ name, members: { ...attributes }, text: '' });
      return;
    }
    if (this.#open.length === 0) {
      this.#line = this.#parser.line + 1;
      this.#characters = 0;
    }
    this.#open.push(newElement(attributes));
  }

  #said(text: string): void {
    const element = this.#open.at(-1);
    if (element === undefined) {
      const outside = this.#outside.at(-1);
      if (outside !== undefined && outside.text.length <= LONGEST_NAME) outside.text += text;
      return;
    }
    this.#characters += text.length;
    if (this.#characters > MOST_LINE_BYTES) this.#fail(`an element is longer than ${MOST_LINE_BYTES} characters`);
    else element.text += text;
  }

  #fail(reason: string): void {
    this.#failure ??= { reason, line: this.line };
  }

  #closed(name: string): void {
    if (this.#failure !== null) return;
    this.#path.pop();
    const element = this.#open.pop();
    if (element === undefined) {
      this.#closedOutside();
      return;
    }
    const around = this.#open.at(-1);
    const content = contentOf(element);
    if (around !== undefined) addMember(around, name, content);
    // A row is what it holds, whether that is text alone or more.
    else {
      const value = isRawObject(content) ? this.#names.in(content) : {};
      this.#rows.push({ line: this.#line, value, text: null });
    }
  }

  /** Keeps the name that an element outside of rows gives, and what it says of the one around it. */
  #closedOutside(): void {
    const closed = this.#outside.pop() as Outside;
    this.#names.add(closed);
    const around = this.#outside.at(-1);
    if (around !== undefined && (OF_NAMED.includes(closed.name) || PARENT_ID.test(closed.name)))
      around.members[closed.name] = closed.text.trim();
  }

  get line(): number {
    return this.#parser.line + 1;
  }

  /** The rows that end in a piece. Nothing that follows a fault is read. */
  take(text: string): RawRow[] {
    this.#parser.write(text);
    return this.#taken();
  }

  end(): RawRow[] {
    this.#parser.close();
    return this.#taken();
  }

  #taken(): RawRow[] {
    const rows = this.#rows;
    this.#rows = [];
    if (this.#failure === null) return rows;
    const { reason, line } = this.#failure;
    const broken = `is not XML: ${reason}; everything before line ${line} was read`;
    return [...rows, { line, broken, text: '', last: true }];
  }

  get isBroken(): boolean {
    return this.#failure !== null;
  }
}

/** The elements at a path such as "rss/channel/item" as rows, by the names of what they hold; a row's line is where it opens. */
export async function* xmlRows(chunks: AsyncIterable<Buffer>, rowPath: string, encoding: string): RowBatches {
  const rows = new XmlRows(rowPath);
  const decoder = new TextDecoder(encoding);
  try {
    for await (const chunk of chunks) {
      yield rows.take(decoder.decode(chunk, { stream: true }));
      if (rows.isBroken) return;
    }
  } catch (error) {
    if (!(error instanceof BrokenStream)) throw error;
    const { line } = rows;
    yield [{ line, broken: `${error.message}; everything before line ${line} was read`, text: '', last: true }];
    return;
  }
  yield rows.end();
}

interface Repeated {
  readonly path: string;
  readonly depth: number;
  /** Most elements of its name that stand side by side. */
  most: number;
  readonly members: Set<string>;
}

/**
 * The path of the elements of a text that are rows: of those that repeat and hold others the outermost, and where none
 * repeats the one that holds most. Null for a text that is no XML with such an element.
 */
export function rowPathOf(head: string): string | null {
  const found = new Map<string, Repeated>();
  const open: { path: string; counts: Map<string, number> }[] = [];
  const parser = sax.parser(true);
  parser.onopentag = ({ name }) => {
    const around = open.at(-1);
    const path = around === undefined ? name : `${around.path}/${name}`;
    if (around !== undefined) {
      const count = (around.counts.get(name) ?? 0) + 1;
      around.counts.set(name, count);
      found.get(around.path)?.members.add(name);
      const known = found.get(path);
      if (known === undefined) found.set(path, { path, depth: open.length, most: count, members: new Set() });
      else known.most = Math.max(known.most, count);
    }
    open.push({ path, counts: new Map() });
  };
  parser.onclosetag = () => open.pop();
  let isBroken = false;
  parser.onerror = () => {
    isBroken = true;
  };
  parser.write(head);
  const holders = [...found.values()].filter(({ members }) => members.size > 0);
  const repeated = holders.filter(({ most }) => most > 1).sort((a, b) => a.depth - b.depth || b.most - a.most)[0];
  const fullest = holders.sort((a, b) => b.members.size - a.members.size || a.depth - b.depth)[0];
  const row = repeated ?? fullest;
  return row === undefined || (isBroken && row.members.size === 0) ? null : row.path;
}

/** The encoding that a text declares; UTF-8 where it declares none, null for one that cannot be read. */
export function declaredEncoding(head: string): string | null {
  const declared = /^<\?xml[^>]*?\sencoding\s*=\s*["']([^"']+)["']/.exec(head)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(declared).encoding;
  } catch {
    return null;
  }
}
