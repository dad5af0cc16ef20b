import { languagesOfDetails } from '../../lexicon/columns.ts';
import { ENGLISH, languageInForce } from '../../lexicon/index.ts';
import { textsOf } from '../product/values.ts';
import { DetailsInEnglish } from '../readers/index.ts';
import { optionsOfRows, pairsOfRows } from './details-said.ts';
import { type Draft, percent } from './draft.ts';
import type { Column } from './profile.ts';

/** Details that a language has to have words for which no likelier one has, as a number and as a share of all. */
const LEAST_WORDS = 10;
const LEAST_SHARE = 0.02;

/**
 * Finds the languages in which rows name details, or say values of them, that English texts have words for: of a shop of several
 * countries more than one. Names in columns are said in English by the mapping itself.
 */
export function findLanguages(columns: readonly Column[], draft: Draft): void {
  const details = (draft.section.details ?? {}) as Parameters<typeof pairsOfRows>[1];
  if (languageInForce() !== ENGLISH) return;
  const variants = draft.section.variants as Parameters<typeof optionsOfRows>[1];
  const pairs = [...pairsOfRows(columns, details), ...optionsOfRows(columns, variants)].flat();
  const least = Math.max(LEAST_WORDS, pairs.length * LEAST_SHARE);
  const found: string[] = [];
  let open = pairs;
  let rest = languagesOfDetails().map((language) => ({ language, words: new DetailsInEnglish([language]) }));
  while (rest.length > 0) {
    const left = rest.map((one) => ({ ...one, open: open.filter((pair) => !hasWordsFor(pair, one.words)) }));
    const [best] = left.toSorted((one, other) => one.open.length - other.open.length);
    if (best === undefined || open.length - best.open.length < least) break;
    found.push(best.language);
    open = best.open;
    rest = rest.filter(({ language }) => language !== best.language);
  }
  if (found.length === 0) return;
  draft.section.details = { ...details, languages: found };
  draft.findings.push({
    key: 'details.languages',
    column: found.join('", "'),
    because: `${percent((pairs.length - open.length) / pairs.length)} of the details that rows name have an English name or value there`,
  });
}

/** Tells whether the name of a detail, or its value, is in a language: another word than in English. */
function hasWordsFor([name, value]: readonly [string, unknown], words: DetailsInEnglish): boolean {
  const field = words.nameOf(name);
  if (field !== name) return true;
  const text = (read: unknown) => textsOf(read).join('\n').toLowerCase();
  return text(words.valueOf(field, value)) !== text(value);
}
