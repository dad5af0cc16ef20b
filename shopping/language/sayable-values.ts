import { flagOf } from '../../text/flags.ts';
import { DEFAULT_CURRENCY } from '../../text/money.ts';
import { RecentFacts } from '../../text/recent.ts';
import type { Requirement } from '../kinds/index.ts';
import { cluesFor } from './clue-bank.ts';
import { piecesFor } from './clue-pieces.ts';

/** Tells whether a query can say a requirement outright. */
export const isSayable = (asked: Requirement, noun?: string): boolean =>
  asked.type === 'review_opinion' ||
  asked.type === 'budget_match' ||
  piecesFor(asked, false, DEFAULT_CURRENCY, noun).length > 0;

/** Values of fields whose words are remembered: catalogs state the same ones over and over. */
const MOST_VALUES = 20_000;

interface Sayable {
  readonly explicit: boolean;
  readonly implicit: boolean;
}

/**
 * Returns a function that tells whether the query can say a value outright, and whether a clue can stand for it, of a
 * product of a noun phrase or of any.
 */
export function sayableValues(): (field: string, value: string, noun?: string) => Sayable {
  const known = new RecentFacts<Sayable>(MOST_VALUES);
  return (field, value, noun) => {
    const asked: Requirement = { type: 'attribute_match', field: `details.${field}`, expected_value: value };
    const { explicit, implicit } = known.of(field, value, () => {
      return { explicit: isSayable(asked), implicit: cluesFor(field, value).length > 0 };
    });
    // What the noun says of a thing is no yes or no of it.
    const isSaid = noun === undefined || flagOf(value) === null || isSayable(asked, noun);
    return { explicit: explicit && isSaid, implicit: implicit && cluesFor(field, value, noun).length > 0 };
  };
}
