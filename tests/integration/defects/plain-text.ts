/**
 * Text as the defect counters read it: plain words and crude stems. Written without the pipeline's own text machinery,
 * so that a hole there does not hide here too.
 */
const STOPWORDS = new Set('a an and as at be by for from in is it its my of on or the this to with'.split(' '));

/** Lower-case words and numbers in order; apostrophes are dropped, "64GB" is two tokens, "2,000" one number. */
export function wordsOf(text: string): string[] {
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/(\d),(?=\d{3}\b)/g, '$1');
  return plain.match(/\d+(?:\.\d+)?|[\p{L}\p{M}]+/gu) ?? [];
}

/** Cuts the commonest English endings, roughly, so that forms of a word meet. */
export function stemOf(word: string): string {
  if (word.length < 4 || /\d/.test(word)) return word;
  const single = word
    .replace(/ies$/, 'y')
    .replace(/([sxz]|[cs]h)es$/, '$1')
    .replace(/([^su])s$/, '$1');
  const bare = single.replace(/^(\p{L}*[aeiouy]\p{L}*)(?:ing|ed)$/u, '$1');
  return bare === single ? single.replace(/e$/, '') : bare.replace(/([bdfgmnprt])\1$/, '$1').replace(/e$/, '');
}

export const stemsOf = (text: string): string[] => wordsOf(text).map(stemOf);

/** The stems of a value that carry meaning; all of them where it has nothing but little words. */
export function contentOf(value: string): string[] {
  const stems = wordsOf(value)
    .filter((word) => !STOPWORDS.has(word))
    .map(stemOf);
  return stems.length > 0 ? stems : stemsOf(value);
}

/** How often a list stands in another as consecutive items. */
export function timesIn(list: readonly string[], part: readonly string[]): number {
  if (part.length === 0) return 0;
  return list.filter((_, at) => part.every((item, offset) => list[at + offset] === item)).length;
}

/** Words that a value of several words may be scattered over and still be read in one go. */
const WINDOW = 8;

/** Whether a text says a value: its stems side by side, or, of several words, all of them close together. */
export function says(text: string, value: string): boolean {
  const stems = stemsOf(text);
  if (timesIn(stems, stemsOf(value)) > 0) return true;
  const content = contentOf(value);
  if (content.length < 2) return false;
  return stems.some((_, at) => {
    const near = stems.slice(at, at + WINDOW);
    return content.every((stem) => near.includes(stem));
  });
}

/** Intersection over union of two sets. */
export function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((item) => b.has(item)).length;
  return shared === 0 ? 0 : shared / (a.size + b.size - shared);
}

/** Every run of so many words. */
export function runsOf(words: readonly string[], length: number): Set<string> {
  return new Set(
    words.slice(0, Math.max(0, words.length - length + 1)).map((_, at) => words.slice(at, at + length).join(' ')),
  );
}
