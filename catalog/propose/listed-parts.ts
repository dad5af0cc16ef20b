import { ENGLISH, englishWords, languageInForce } from '../../lexicon/index.ts';
import { escaped } from '../../text/escaped.ts';
import { normaliseText } from '../../text/normalise.ts';
import { Tally } from '../../text/tally.ts';
import { canonicalField } from '../product/fields.ts';
import { linesOf } from '../product/values.ts';
import { columnSaid, statedIn } from '../readers/index.ts';
import { fieldsSaid, statesFew } from './details-said.ts';
import { type Draft, percent } from './draft.ts';
import type { Column } from './profile.ts';

/** Rows with a line of a part, at least, as a number and as a share; rows that say the same of it, and share of all that do. */
const LEAST_ROWS = 10;
const LEAST_SHARE = 0.1;
const LEAST_ALIKE = 3;
const LEAST_SHARED = 0.6;
const LEAST_VALUES = 2;

/** A word in small letters, or with a capital. */
const anyCase = (word: string) => `[${word[0]?.toUpperCase()}${word[0]}]${escaped(word.slice(1))}`;

/** An adverb, and what verbs and other plurals end in: "Fully lining", "Assembles without base". */
const NO_QUALITIES = ['\\p{L}+ly', '\\p{L}+(?<![sua])s'];

/** Expression for the words of a line that says that there is a part, or none, or what is done with it: "Includes hardware". */
const sayingNothing = () =>
  `(?:${[...englishWords('texts: words that say nothing of a part').map(anyCase), ...NO_QUALITIES].join('|')})`;

/** A line that says in a word or two what a part is like, and nothing else: "Gold-tone hardware". */
function lineOf(part: string): string {
  const word = `(?!${sayingNothing()} )[\\p{L}\\p{N}’'-]+`;
  return `(?:^|\\n)[^\\p{L}\\p{N}\\n]*((?:${word} ){0,1}(?=[^ ]*\\p{L})${word}) ${anyCase(part)}\\.?(?=\\n|$)`;
}

/**
 * Reads what lists in texts say of parts of a product, line by line, where rows state few details and many of them say one of a few
 * things: the field is called after the part.
 */
export function findListedParts(columns: readonly Column[], draft: Draft): void {
  const details = (draft.section.details ?? {}) as Draft['section'];
  if (languageInForce() !== ENGLISH || !statesFew(columns, details)) return;
  const said = fieldsSaid(columns, details);
  const texts = columns.filter(({ name }) =>
    [draft.section.features, draft.section.description].some((one) => columnSaid(one) === name),
  );
  const rows = columns[0]?.values.length ?? 0;
  // Lines are parted once for all parts.
  const lined = Array.from({ length: texts.length === 0 ? 0 : rows }, (_, row) => ({
    text: texts.flatMap(({ values }) => linesOf(values[row])),
  }));
  const found: Record<string, object> = {};
  for (const part of englishWords('texts: parts that lists tell of')) {
    const field = `${part[0]?.toUpperCase()}${part.slice(1)}`;
    if (said.has(canonicalField(field))) continue;
    const value = lineOf(part);
    const stated = lined.flatMap((row) => statedIn(row, { in: 'text', value, single: true })?.value ?? []);
    if (stated.length < Math.max(LEAST_ROWS, rows * LEAST_SHARE)) continue;
    const alike = new Tally();
    for (const one of stated) alike.add(normaliseText(one));
    const shared = alike.names.filter((one) => alike.of(one) >= LEAST_ALIKE);
    const share = shared.reduce((sum, one) => sum + alike.of(one), 0) / stated.length;
    if (shared.length < LEAST_VALUES || share < LEAST_SHARED) continue;
    const names = texts.map(({ name }) => name);
    found[field] = { in: names.length === 1 ? names[0] : names, value, single: true };
    draft.findings.push({
      key: `details.stated.${field}`,
      column: names.join('", "'),
      because: `lines of ${percent(stated.length / rows)} of the texts say it, ${shared.length} things most of them`,
    });
  }
  if (Object.keys(found).length > 0)
    draft.section.details = { ...details, stated: { ...(details.stated as object | undefined), ...found } };
}
