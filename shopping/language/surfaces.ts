const FORMS: Readonly<Record<string, string>> = { "'": "['’‘ʼ`]", '"': '["“”„]', '-': '[-‐‑–—]' };
const formsOf = (character: string) => FORMS[character] ?? character.replace(/[\\^$.*+?()[\]{}|/]/u, '\\$&');

/** Finds words whatever their case, their spaces and the shape of their quotation marks and dashes. */
function looselyMatching(words: string): RegExp {
  const tokens = words.trim().split(/\s+/u);
  const plain = tokens.map((token) => [
    ...token
      .replace(/[’‘ʼ`]/gu, "'")
      .replace(/[“”„]/gu, '"')
      .replace(/[‐‑–—]/gu, '-'),
  ]);
  return new RegExp(plain.map((characters) => characters.map(formsOf).join('')).join(String.raw`\s+`), 'giu');
}

/**
 * Words that are said to stand in a text, as the text itself writes them where they differ from it in no more than case,
 * spaces, quotation marks and dashes, and stand in it once. Anything else is returned as it is: whether it holds is
 * for the gates to say.
 */
export function ownSpelling(text: string, words: string): string {
  if (words.trim() === '' || text.includes(words)) return words;
  const found = [...text.matchAll(looselyMatching(words))];
  return found.length === 1 ? (found[0]?.[0] as string) : words;
}
