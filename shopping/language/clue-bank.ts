import { formIn } from '../../catalog/index.ts';
import { type ClueKind, FIELDS, ofLexicon } from '../../lexicon/index.ts';
import { ConfigError } from '../../schemas/errors.ts';
import { containsWords } from '../../text/normalise.ts';
import { dialogueOf, isListed } from '../dialogue/field-dialogues.ts';
import { detailFieldOf, type Requirement } from '../kinds/index.ts';
import { comparisonsFor } from '../quantities/index.ts';
import { statedAs } from './field-name.ts';
import { suitedTo } from './goods.ts';
import { fieldSaid } from './quantity-words.ts';

/** Clues of one value: base-form verb phrases with the product as subject ("fold flat after use"). */
const clues = ofLexicon(() => {
  const all = new Map<string, readonly string[]>();
  for (const [field, { values }] of FIELDS) {
    for (const [value, { clues: phrases }] of Object.entries(values)) {
      if (phrases === undefined) continue;
      requireHidden(field, value, phrases);
      all.set(keyOf(field, value), phrases);
    }
  }
  return all;
});

/** Refuses a clue that says its value word for word; other spellings of it are left to the gates, they take long to find. */
export function requireHidden(field: string, value: string, phrases: readonly string[]): void {
  const open = phrases.find((phrase) => containsWords(phrase, statedAs(field, value)));
  if (open !== undefined)
    throw new ConfigError(
      `lexicon: the clue "${open}" says its own value, expected other words for ${field} "${value}"`,
    );
}

function keyOf(field: string, value: string): string {
  return `${field}\n${formIn(field, value)}`;
}

interface Known {
  readonly kind: ClueKind | null;
  /** Tells whether it can be said of a product of a noun phrase; null for a clue of any. */
  readonly suits: ((noun: string) => boolean) | null;
}

/** Ways in which clues of the bank stand for their values, and goods they can be said of, by their texts. */
const known = ofLexicon(() => {
  const all = new Map<string, Known>();
  for (const { values } of FIELDS.values())
    for (const { clues: phrases = [], knownOfClues = [] } of Object.values(values))
      for (const [place, phrase] of phrases.entries()) {
        const { kind = null, of = null, never = null } = knownOfClues[place] ?? {};
        if (kind !== null || of !== null || never !== null) all.set(phrase, { kind, suits: suitedTo({ of, never }) });
      }
  return all;
});

/**
 * The clues that can stand for a value of a canonical detail field where it is said of a product of that noun phrase, or
 * of any where there is none; empty where the bank has none.
 */
export const cluesFor = (field: string, value: string, noun?: string): readonly string[] =>
  (clues.get(keyOf(field, value)) ?? []).filter(
    (clue) => noun === undefined || (known.get(clue)?.suits?.(noun) ?? true),
  );

/** Tells whether a clue tells of the shopper's life, not of the product. */
export const isSituation = (clue: string): boolean => known.get(clue)?.kind === 'situation';

/** Tells whether a clue names a thing that is like what it stands for, which has to be guessed. */
export const isRiddle = (clue: string): boolean => known.get(clue)?.kind === 'comparison';

/**
 * The clues that can stand for a requirement of a product of that noun phrase, or of any: those of its value, or
 * comparisons with things of just that size.
 */
export function cluesOf(asked: Requirement, noun?: string): readonly string[] {
  const field = detailFieldOf(asked.field);
  if (field === null) return [];
  if (asked.type === 'numeric_range')
    return comparisonsFor(
      field,
      isListed(field) ? dialogueOf(field).label : fieldSaid(field),
      asked.expected_value,
      noun,
    );
  if (asked.type !== 'attribute_match') return [];
  const [value, ...more] = [asked.expected_value].flat();
  return value !== undefined && more.length === 0 ? cluesFor(field, value, noun) : [];
}
