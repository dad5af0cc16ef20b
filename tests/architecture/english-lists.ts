import type { SourceFile } from './import-rules.ts';

/** So many words in a row are a list. */
const LEAST_WORDS = 5;
/** A text that is cut into words or phrases: by a call on it, or by the function it is handed to. */
const CUT = /(['`])((?:\\.|(?!\1)[^\\])*)\1\s*\.(?:trim\(\)\s*\.)?split\(\s*(?:\/\\s\+\/|' '|'\|'|', ')/gs;
const HANDED = /\b(?:words|phrases|wordList|list)\(\s*(['`])((?:\\.|(?!\1)[^\\])*)\1/gs;
/** A list of texts of one or two words. */
const ARRAY = /\[((?:\s*'[a-z][a-z' -]{0,24}',?){5,}\s*)\]/g;

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
  'lexicon/index.ts': 'parts of an entry',
  'families/ecomagentbench/agents/shopper.ts': 'endings',
  'schemas/product.ts': 'sources of a detail',
  'schemas/run.ts': 'ends of tasks',
  'shopping/quantities/amount.ts': 'short forms of units, and dimensions',
  'shopping/vouchers/listed-wordings.ts': 'blanks of wordings',
  'stages/service/writer.ts': 'keys of a customer',
};

/** Families whose texts stand in tables of English and Chinese, and what reads published tasks, which are English. */
const OF_OWN_TABLES = /^families\/(?:(?:ecombench|mixecom)\/|[^/]+\/lint\/)/;

/** Defects that families plant, in words that no gate has. */
const OF_MUTATIONS = /^families\/[^/]+\/mutations\//;

const isHeld = (path: string): boolean =>
  !path.startsWith('lexicon/en/') &&
  !OF_MUTATIONS.test(path) &&
  !Object.keys(NOT_OF_TEXTS).some((folder) => path.startsWith(folder)) &&
  NOT_ENGLISH[path] === undefined &&
  !OF_OWN_TABLES.test(path);

/** English word lists in the code that reads and writes texts: they belong in `lexicon/en/`. */
export function englishLists(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => isHeld(path))
    .flatMap(({ path, source }) =>
      [...source.matchAll(CUT), ...source.matchAll(HANDED), ...source.matchAll(ARRAY)].flatMap((found) => {
        const words = wordsIn(found[2] ?? found[1] ?? '');
        const line = source.slice(0, found.index).split('\n').length;
        return words < LEAST_WORDS
          ? []
          : [`${path}:${line}: a list of ${words} English words, expected it in lexicon/en/`];
      }),
    );
}

/** Words of grammar: an expression that tells two of them apart is of English. */
const GRAMMAR = 'and|or|the|of|at|by|is|are|has|have|with|for|from|to|but|so|on|in|it|that|which|who|not|no';
/** Three and more alternatives of letters in an expression, or two of which one is a word of grammar. */
const ALTERNATIVES = [
  /(?:[A-Za-z' ?]{2,}(?:\([^()|]*\)\??)?\|){2,}[A-Za-z]{2,}/g,
  new RegExp(String.raw`(?<![a-z])(?:${GRAMMAR})\|[a-z]|[a-z]\|(?:${GRAMMAR})(?![a-z])`, 'g'),
];
const COMMENT = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;

/**
 * Files with such expressions that are of no grammar, each with their number and what they are of. Rules of English
 * grammar stand in `lexicon/en/grammar.yaml`; none may be added here.
 */
const OF_NO_GRAMMAR: Readonly<Record<string, readonly [count: number, of: string]>> = {
  'catalog/product/price.ts': [3, 'codes of currencies'],
  'catalog/product/values.ts': [1, 'what programs write for nothing'],
  'catalog/propose/profile.ts': [2, 'what programs write for yes and no'],
  'families/ecomagentbench/opinions/words.ts': [1, 'endings'],
  'families/ecomagentbench/writers/query-writer.ts': [1, 'blanks of wordings'],
  'families/shopsimulator/episode/text.ts': [1, 'names of tools'],
  'shopping/nouns/noun-words.ts': [1, 'endings'],
  'shopping/plausibility/code.ts': [1, 'names of connectors'],
  'shopping/plausibility/prose.ts': [3, 'domains, roles of a prompt, HTML tags'],
  'shopping/plausibility/quantity.ts': [1, 'systems of sizes'],
  'stages/gates/title-leak.ts': [4, 'names of techniques and makers'],
  'text/disguises.ts': [1, 'HTML tags'],
  'text/number-context.ts': [2, 'endings'],
  'text/stem.ts': [4, 'endings'],
};

/** English grammar in expressions of code, by file, with the number that it has and the number that it may have. */
export const englishExpressions = (files: readonly SourceFile[]): string[] =>
  files
    .filter(({ path }) => isHeld(path))
    .flatMap(({ path, source }) => {
      const code = source.replace(COMMENT, '');
      const count = ALTERNATIVES.reduce((sum, pattern) => sum + (code.match(pattern)?.length ?? 0), 0);
      const [known = 0, of = 'no grammar'] = OF_NO_GRAMMAR[path] ?? [];
      return count === known
        ? []
        : [
            `${path}: ${count} expressions of words, expected ${known} (${of}): English stands in lexicon/en/grammar.yaml`,
          ];
    });
