import type { SourceFile } from './import-rules.ts';

/** So many words in a row are a list. */
const MOST_WORDS = 12;
/** A text that is cut into words or phrases: by a call on it, or by the function it is handed to. */
const CUT = /(['`])((?:\\.|(?!\1)[^\\])*)\1\s*\.(?:trim\(\)\s*\.)?split\(\s*(?:\/\\s\+\/|' '|'\|'|', ')/gs;
const HANDED = /\b(?:words|phrases|wordList|list)\(\s*(['`])((?:\\.|(?!\1)[^\\])*)\1/gs;
/** A list of texts of one or two words. */
const ARRAY = /\[((?:\s*'[a-z][a-z' -]{0,24}',?){12,}\s*)\]/g;

const wordsIn = (text: string): number => text.match(/(?<![\p{L}\d_-])[a-z']{2,}(?![\p{L}\d_-])/gu)?.length ?? 0;

/** Folders whose lists are no words of texts about products, each with the reason. */
const NOT_OF_TEXTS: Readonly<Record<string, string>> = {
  'cli/': 'options and columns',
  'docs/': 'pages',
  'models/': 'members of replies',
  'mutations/': 'measures the gates with words of its own',
  'pipeline/': 'columns of tables',
  'service/': 'tables of English and Chinese, of which each text is in one',
  'tests/': 'tests',
  'tools/': 'words of measurements',
};

/** Files with lists that are no English words of texts, each with the reason. */
const NOT_ENGLISH: Readonly<Record<string, string>> = {
  'text/normalise.ts': 'names of HTML tags',
  'lexicon/columns.ts': 'parts of a mapping',
  'lexicon/entry.ts': 'kinds of fields',
};

/** Files of families whose offline writers and readers are of English alone. */
const OF_ENGLISH_WRITERS = /^families\/(?:ecomagentbench\/(?:opinions|lint)|shoppingbench|ecombench|mixecom)\//;

/** Defects that families plant, in words that no gate has. */
const OF_MUTATIONS = /^families\/[^/]+\/mutations\//;

const isHeld = (path: string): boolean =>
  !path.startsWith('lexicon/en/') &&
  !OF_MUTATIONS.test(path) &&
  !Object.keys(NOT_OF_TEXTS).some((folder) => path.startsWith(folder)) &&
  NOT_ENGLISH[path] === undefined &&
  !OF_ENGLISH_WRITERS.test(path);

/** English word lists in the code that reads and writes texts: they belong in `lexicon/en/`. */
export function englishLists(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => isHeld(path))
    .flatMap(({ path, source }) =>
      [...source.matchAll(CUT), ...source.matchAll(HANDED), ...source.matchAll(ARRAY)].flatMap((found) => {
        const words = wordsIn(found[2] ?? found[1] ?? '');
        const line = source.slice(0, found.index).split('\n').length;
        return words < MOST_WORDS
          ? []
          : [`${path}:${line}: a list of ${words} English words, expected it in lexicon/en/`];
      }),
    );
}

/** Alternatives of words in an expression. */
const ALTERNATIVES = /(?:[a-z' ?()[\]:]{2,}\|){11,}/g;

/**
 * Expressions with a dozen alternatives and more, by file, each of no grammar: codes of currencies, units, names of
 * techniques and makers, HTML tags. Rules of English grammar stand in `lexicon/en/grammar.yaml`; none may be added here.
 */
export const ENGLISH_EXPRESSIONS: Readonly<Record<string, number>> = {
  'catalog/product/price.ts': 2,
  'shopping/plausibility/code.ts': 1,
  'shopping/plausibility/prose.ts': 1,
  'shopping/plausibility/quantity.ts': 1,
  'stages/gates/title-leak.ts': 1,
};

/** How many such expressions each file has. */
export const englishExpressions = (files: readonly SourceFile[]): Record<string, number> =>
  Object.fromEntries(
    files
      .filter(({ path }) => isHeld(path))
      .map(({ path, source }) => [path, source.match(ALTERNATIVES)?.length ?? 0] as const)
      .filter(([, count]) => count > 0),
  );
