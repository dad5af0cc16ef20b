/** One token of a literal; a word is a constant. */
const TOKEN =
  /\s*(?:(?<quoted>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")|(?<arrow>=>)|(?<mark>[[\]{},:])|(?<word>[\w.+-]+))\s*/suy;

/** Constants of Python, Ruby and JavaScript as JSON has them. */
const CONSTANTS = new Map(
  Object.entries({ None: 'null', nil: 'null', null: 'null', nan: 'null', NaN: 'null', undefined: 'null' }).concat(
    Object.entries({ True: 'true', true: 'true', False: 'false', false: 'false' }),
  ),
);

const ESCAPE = /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|(.))/gsu;
const MEANINGS: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

/** A quoted text as JSON quotes it. */
const requoted = (quoted: string): string =>
  JSON.stringify(
    quoted.slice(1, -1).replace(ESCAPE, (_, byte?: string, unit?: string, point?: string, character?: string) => {
      const code = byte ?? unit ?? point;
      return code === undefined
        ? (MEANINGS[character as string] ?? (character as string))
        : String.fromCodePoint(Number.parseInt(code, 16));
    }),
  );

/**
 * Parses what a program printed where JSON was meant: a list or dictionary of Python ("['Cotton', None]"), a hash of Ruby
 * ('{"key"=>"Color"}'), JSON with NaN in it; undefined for any other text.
 */
export function literalOf(text: string): unknown {
  try {
    const json = asJson(text);
    return json === null ? undefined : JSON.parse(json);
  } catch {
    // No JSON came of it, or a quoted text is longer than an expression can go through.
    return undefined;
  }
}

/** The tokens of a literal as JSON writes them, apart, so that numbers side by side stay two; null for any other text. */
function asJson(text: string): string | null {
  const parts: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const { quoted, arrow, mark, word } = TOKEN.exec(text)?.groups ?? {};
    const part =
      quoted !== undefined
        ? requoted(quoted)
        : arrow !== undefined
          ? ':'
          : (mark ?? CONSTANTS.get(word ?? '') ?? (Number.isFinite(Number(word)) ? String(Number(word)) : undefined));
    if (part === undefined) return null;
    parts.push(part);
  }
  return parts.join(' ');
}
