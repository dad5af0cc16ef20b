/** One import as written: where it points, and whether it is gone once types are stripped. */
export interface FoundImport {
  readonly specifier: string | null;
  readonly typeOnly: boolean;
  readonly line: number;
}

interface Token {
  readonly kind: 'word' | 'text' | 'sign';
  /** For a text its contents as written, without the quotes. */
  readonly value: string;
  readonly line: number;
}

const WORD = /[\p{ID_Start}$_#][\p{ID_Continue}$\u200c\u200d]*/uy;
const NUMBER = /\d[\w.]*/y;
const QUOTED = /'(?:[^'\\\n]|\\[\s\S])*'|"(?:[^"\\\n]|\\[\s\S])*"/y;
const COMMENT = /\/\/[^\n]*|\/\*[\s\S]*?\*\//y;
const REGEX = /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y;
const TEMPLATE_TEXT = /(?:[^`\\$]|\\[\s\S]|\$(?!\{))*/y;
/** After these words a slash starts a regular expression; after any other word it divides. */
const BEFORE_REGEX = new Set([
  'return',
  'typeof',
  'case',
  'in',
  'of',
  'do',
  'else',
  'void',
  'delete',
  'await',
  'yield',
  'throw',
]);

/**
 * Every import and re-export of a TypeScript source, dynamic ones and `new URL('./x.ts', import.meta.url)` included.
 * `import { type A }` counts as a value import: with verbatimModuleSyntax the module is still loaded. A dynamic import of
 * something other than a plain string has no specifier.
 */
export function scanImports(source: string): FoundImport[] {
  const tokens = tokensOf(source);
  const found: FoundImport[] = [];
  const is = (at: number, value: string) => tokens[at]?.kind !== 'text' && tokens[at]?.value === value;
  const textAt = (at: number) => (tokens[at]?.kind === 'text' ? tokens[at] : undefined);
  const addFrom = (start: number, typeOnly: boolean) => {
    for (let at = start; at < tokens.length && !is(at, ';'); at++) {
      const text = textAt(at + 1);
      if (is(at, 'from') && text !== undefined)
        return void found.push({ specifier: text.value, typeOnly, line: text.line });
    }
  };

  for (const [at, { kind, value, line }] of tokens.entries()) {
    if (kind !== 'word' || is(at - 1, '.')) continue;
    const next = tokens[at + 1];
    if (value === 'import' && next !== undefined) {
      if (next.kind === 'text') found.push({ specifier: next.value, typeOnly: false, line: next.line });
      else if (next.value === '(' && !is(at + 2, ')')) {
        const plain = is(at + 3, ')') || is(at + 3, ',') ? textAt(at + 2) : undefined;
        found.push({ specifier: plain?.value ?? null, typeOnly: false, line });
      } else if (next.kind === 'word' || next.value === '{' || next.value === '*') {
        addFrom(at + 1, is(at + 1, 'type') && !is(at + 2, ',') && !(is(at + 2, 'from') && textAt(at + 3)));
      }
    } else if (value === 'export') {
      const typeOnly = is(at + 1, 'type');
      const open = typeOnly ? at + 2 : at + 1;
      if (is(open, '*')) addFrom(open, typeOnly);
      if (is(open, '{')) {
        const close = tokens.findIndex((_, index) => index > open && is(index, '}'));
        if (is(close + 1, 'from')) addFrom(close + 1, typeOnly);
      }
    } else if (value === 'require' && is(at + 1, '(') && textAt(at + 2)) {
      found.push({ specifier: textAt(at + 2)!.value, typeOnly: false, line });
    } else if (value === 'URL' && is(at + 1, '(') && is(at + 3, ',') && is(at + 4, 'import')) {
      const text = textAt(at + 2);
      if (text?.value.endsWith('.ts')) found.push({ specifier: text.value, typeOnly: false, line });
    }
  }
  return found;
}

function tokensOf(source: string): Token[] {
  const tokens: Token[] = [];
  /** For every open `${` of a template, how many braces are open inside it. */
  const openBraces: number[] = [];
  let at = 0;
  let line = 1;

  const read = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(source)?.[0];
  };
  const take = (text: string) => {
    at += text.length;
    line += text.split('\n').length - 1;
  };
  const add = (kind: Token['kind'], value: string, length = value) => {
    tokens.push({ kind, value, line });
    take(length);
  };
  /** Reads template text up to its end or its next `${`. */
  const readTemplate = () => {
    const text = read(TEMPLATE_TEXT) ?? '';
    const startsAndEnds = source[at - 1] === '`' && source[at + text.length] === '`';
    tokens.push({ kind: startsAndEnds ? 'text' : 'sign', value: startsAndEnds ? text : '`', line });
    take(text);
    if (source.startsWith('${', at)) {
      openBraces.push(0);
      take('${');
    } else take('`');
  };

  while (at < source.length) {
    const character = source[at]!;
    const skipped = read(/\s+/y) ?? read(COMMENT);
    const word = skipped === undefined ? (read(WORD) ?? read(NUMBER)) : undefined;
    const quoted = read(QUOTED);
    const regex = character === '/' && startsRegex(tokens.at(-1)) ? read(REGEX) : undefined;
    if (skipped !== undefined) take(skipped);
    else if (word !== undefined) add('word', word);
    else if (quoted !== undefined) add('text', quoted.slice(1, -1), quoted);
    else if (regex !== undefined) add('sign', '/…/', regex);
    else if (character === '`') {
      take('`');
      readTemplate();
    } else if (character === '}' && openBraces.at(-1) === 0) {
      openBraces.pop();
      take('}');
      readTemplate();
    } else {
      if (openBraces.length > 0 && character === '{') openBraces.push(openBraces.pop()! + 1);
      if (openBraces.length > 0 && character === '}') openBraces.push(openBraces.pop()! - 1);
      add('sign', character);
    }
  }
  return tokens;
}

function startsRegex(before: Token | undefined): boolean {
  if (before === undefined) return true;
  if (before.kind === 'word') return BEFORE_REGEX.has(before.value);
  return before.kind === 'sign' && ![')', ']', '}', '/…/', '`'].includes(before.value);
}
