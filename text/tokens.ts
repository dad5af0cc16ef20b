/**
 * Rules by which text is split into tokens. A token is lower case, NFKC, and one of: a word (letters, marks and digits,
 * starting with a letter), or a number (digits, with its decimals and without thousands commas).
 */
const ASCII_ONLY = /^[\0-\x7f]*$/;
/** Tells whether a text holds ASCII alone: most do, and what reads them need not mind the rest of Unicode. */
export const isAscii = (text: string): boolean => ASCII_ONLY.test(text);
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
const INVISIBLE_RUN = /(\p{Default_Ignorable_Code_Point}+)/u;
const WORDLIKE = /[\p{L}\p{M}\p{N}]/u;
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}々〆ー]/u;
/**
 * A base character with everything NFKC can compose onto it, so that folding it alone equals folding it in place; of ASCII
 * as many as nothing is composed onto.
 */
const CLUSTER =
  /[\0-\x7f]+(?![\p{M}\uff9e\uff9f])|[\u1100-\u115f][\u1160-\u11a7]?[\u11a8-\u11ff]?[\p{M}\uff9e\uff9f]*|[^\p{M}\uff9e\uff9f][\p{M}\uff9e\uff9f]*|[\p{M}\uff9e\uff9f]+/gsu;

/** Characters whose NFKC form would glue on to their neighbours: "5½" would read 51/2, "Pro™" protm. */
const BEFORE_NFKC: Readonly<Record<string, string>> = {
  '™': ' ',
  '℠': ' ',
  '×': 'x',
  '½': '.5',
  '¼': '.25',
  '¾': '.75',
  '⅓': '.333',
  '⅔': '.667',
  '⅛': '.125',
  '⅜': '.375',
  '⅝': '.625',
  '⅞': '.875',
  '’': "'",
  ʼ: "'",
};
const BEFORE_NFKC_PATTERN = /[™℠×½¼¾⅓⅔⅛⅜⅝⅞’ʼ]/g;

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** True when the text holds a letter of a script written without spaces. */
export const hasUnspacedScript = (text: string): boolean => !ASCII_ONLY.test(text) && UNSPACED.test(text);

const BETWEEN_UNSPACED = new RegExp(`(?<=${UNSPACED.source}) ?(?=${UNSPACED.source})`, 'gu');

/**
 * Tokens joined by spaces, with each character of a script without spaces as a word of its own: where a dictionary cuts
 * such a text depends on what stands around it. `joint` stands between two such characters, wherever the cuts were.
 */
export const charactersApart = (normalised: string, joint = ' '): string =>
  hasUnspacedScript(normalised) ? normalised.replace(BETWEEN_UNSPACED, joint) : normalised;

function fold(text: string): string {
  return text
    .replace(BEFORE_NFKC_PATTERN, (character) => BEFORE_NFKC[character]!)
    .replace(INVISIBLE, '')
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKC')
    .replaceAll('ς', 'σ');
}

/** Tokens and the places they stand in the text they were read from, end exclusive, in UTF-16 code units. */
export interface TokenPlaces {
  readonly tokens: string[];
  readonly starts: number[];
  readonly ends: number[];
}

interface Sink {
  readonly tokens: string[];
  readonly starts: number[] | null;
  readonly ends: number[] | null;
}

function emit(sink: Sink, token: string, start: number, end: number) {
  sink.tokens.push(token);
  sink.starts?.push(start);
  sink.ends?.push(end);
}

const isDigit = (code: number) => code >= 48 && code <= 57;
const isAsciiLetter = (code: number) => code >= 97 && code <= 122;

/** 0: separator, 1: digit, 2: letter or mark of a spaced script, 3: of an unspaced one. */
function kindAt(text: string, at: number): number {
  if (at >= text.length) return 0;
  const code = text.charCodeAt(at);
  if (code < 128) return isDigit(code) ? 1 : isAsciiLetter(code) ? 2 : 0;
  const character = String.fromCodePoint(text.codePointAt(at)!);
  if (!WORDLIKE.test(character)) return 0;
  return UNSPACED.test(character) ? 3 : 2;
}

const widthAt = (text: string, at: number) => ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);

/** End of the number that starts at `from`: digits, thousands groups and decimal parts. */
function numberEnd(text: string, from: number): number {
  let at = from;
  while (isDigit(text.charCodeAt(at))) at++;
  while (at - from <= 3 || text.charCodeAt(at - 4) === 44) {
    const grouped =
      text.charCodeAt(at) === 44 &&
      isDigit(text.charCodeAt(at + 1)) &&
      isDigit(text.charCodeAt(at + 2)) &&
      isDigit(text.charCodeAt(at + 3)) &&
      !isDigit(text.charCodeAt(at + 4));
    if (!grouped) break;
    at += 4;
  }
  while (text.charCodeAt(at) === 46 && isDigit(text.charCodeAt(at + 1))) {
    at++;
    while (isDigit(text.charCodeAt(at))) at++;
  }
  return at;
}

const numberToken = (text: string) => {
  const plain = text.includes(',') ? text.replaceAll(',', '') : text;
  return plain.startsWith('.') ? `0${plain}` : plain;
};

/** End of the letters (marks, and digits if asked for) from `from`; an apostrophe between letters belongs to them. */
function wordEnd(text: string, from: number, withDigits: boolean): number {
  let at = from;
  while (at < text.length) {
    if (isAsciiLetter(text.charCodeAt(at))) {
      at++;
      continue;
    }
    const kind = kindAt(text, at);
    if (kind === 2 || (kind === 1 && withDigits)) at += widthAt(text, at);
    else if (text.charCodeAt(at) === 39 && at > from && kindAt(text, at + 1) === 2 && kindAt(text, at - 1) === 2) at++;
    else break;
  }
  return at;
}

function scanWord(text: string, from: number, sink: Sink): number {
  const lettersEnd = wordEnd(text, from, false);
  const spelled = (start: number, end: number) => {
    const word = text.slice(start, end);
    return word.includes("'") ? word.replaceAll("'", '') : word;
  };
  if (!isDigit(text.charCodeAt(lettersEnd))) {
    emit(sink, spelled(from, lettersEnd), from, lettersEnd);
    return lettersEnd;
  }
  const end = wordEnd(text, from, true);
  const decimal = numberEnd(text, lettersEnd);
  const timesSign = lettersEnd === from + 1 && text[from] === 'x' && from > 0 && isDigit(text.charCodeAt(from - 1));
  // "bluetooth5.0" is a word and a number, "10x20" two numbers, "rj45" and "b0c1x2" one name each.
  const cut = timesSign || decimal > end ? lettersEnd : end;
  emit(sink, spelled(from, cut), from, cut);
  return cut;
}

function scan(text: string, sink: Sink): void {
  let at = 0;
  while (at < text.length) {
    const kind = kindAt(text, at);
    if (kind === 1) {
      const end = numberEnd(text, at);
      emit(sink, numberToken(text.slice(at, end)), at, end);
      at = end;
    } else if (kind === 2) {
      at = scanWord(text, at, sink);
    } else if (kind === 3) {
      let end = at;
      while (end < text.length && kindAt(text, end) === 3) end += widthAt(text, end);
      for (const part of segmenter.segment(text.slice(at, end))) {
        emit(sink, part.segment, at + part.index, at + part.index + part.segment.length);
      }
      at = end;
    } else if (text.charCodeAt(at) === 46 && isDigit(text.charCodeAt(at + 1)) && (at === 0 || text[at - 1] === ' ')) {
      const end = numberEnd(text, at);
      emit(sink, numberToken(text.slice(at, end)), at, end);
      at = end;
    } else {
      at += widthAt(text, at);
    }
  }
}

/** Tokens of a text: see the top of this file for what a token is. Scripts without spaces are segmented by dictionary. */
export function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  scan(ASCII_ONLY.test(text) ? text.toLowerCase() : fold(text), { tokens, starts: null, ends: null });
  return tokens;
}

/** A text without its invisible characters and, where it had any, the place in it of each unit left and of its end. */
export function visiblePart(text: string): { text: string; origin: number[] | undefined } {
  if (ASCII_ONLY.test(text) || text.search(INVISIBLE_RUN) === -1) return { text, origin: undefined };
  let visible = '';
  const origin: number[] = [];
  let at = 0;
  for (const [index, part] of text.split(INVISIBLE_RUN).entries()) {
    const isVisible = index % 2 === 0;
    for (let unit = 0; isVisible && unit < part.length; unit++) origin.push(at + unit);
    if (isVisible) visible += part;
    at += part.length;
  }
  origin.push(text.length);
  return { text: visible, origin };
}

/** The folded text and, for each of its units (and its end), the place in the original it comes from. */
export function foldWithOrigin(text: string): { text: string; origin: number[] } {
  // Invisible characters go first: a letter and the accent behind one of them are one cluster.
  const visible = visiblePart(text);
  let folded = '';
  const origin: number[] = [];
  for (const { 0: cluster, index } of visible.text.matchAll(CLUSTER)) {
    const isAscii = cluster.charCodeAt(0) < 128 && ASCII_ONLY.test(cluster);
    const part = isAscii ? cluster.toLowerCase() : fold(cluster);
    for (let unit = 0; unit < part.length; unit++) {
      const from = isAscii ? index + unit : index;
      origin.push(visible.origin?.[from] ?? from);
    }
    folded += part;
  }
  origin.push(text.length);
  return { text: folded, origin };
}

/** Tokens with their places in the text as given, before any folding. */
export function tokenPlaces(text: string): TokenPlaces {
  const sink = { tokens: [] as string[], starts: [] as number[], ends: [] as number[] };
  if (ASCII_ONLY.test(text)) {
    scan(text.toLowerCase(), sink);
    return sink;
  }
  const { text: folded, origin } = foldWithOrigin(text);
  scan(folded, sink);
  for (let token = 0; token < sink.tokens.length; token++) {
    sink.starts[token] = origin[sink.starts[token]!]!;
    // The last unit's cluster may have folded to several units: the token ends where the next cluster starts.
    let end = sink.ends[token]!;
    const last = origin[end - 1]!;
    while (end < origin.length - 1 && origin[end] === last) end++;
    sink.ends[token] = origin[end]!;
  }
  return sink;
}
