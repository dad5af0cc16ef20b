/** One token of a literal; a word is a constant. */
const TOKEN =
  /\s*(?:(?<quoted>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")|(?<arrow>=>)|(?<mark>[[\]{},:])|(?<word>[\w.+-]+))\s*/suy;

/** Constants of Python, Ruby and JavaScript as JSON has them. */
const CONSTANTS = new Map(
  Object.entries({ None: 'null', nil: 'null', null: 'null', nan: 'null', NaN: 'null', undefined: 'null' }).concat(
    Object.entries({ True: 'true', true: 'true', False: 'false', false: 'false' }),
  ),
);

const ESCAPE = /\\(?:x(?<byte>[\da-f]{2})|u(?<unit>[\da-f]{4})|(?<character>.))/gisu;
const MEANINGS: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

/** A quoted text as JSON quotes it. */
const requoted = (quoted: string): string =>
  JSON.stringify(
    quoted.slice(1, -1).replace(ESCAPE, (_, byte?: string, unit?: string, character?: string) => {
      const code = byte ?? unit;
      return code === undefined
        ? (MEANINGS[character as string] ?? (character as string))
        : String.fromCharCode(Number.parseInt(code, 16));
    }),
  );

/**
 * Parses what a program printed where JSON was meant: a list or dictionary of Python ("['Cotton', None]"), a hash of Ruby
 * ('{"key"=>"Color"}'), JSON with NaN in it; undefined for any other text.
 */
export function literalOf(text: string): unknown {
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
    if (part === undefined) return undefined;
    parts.push(part);
  }
  try {
    return JSON.parse(parts.join(''));
  } catch {
    return undefined;
  }
}
