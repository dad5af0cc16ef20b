import { formIn } from '../../catalog/index.ts';
import { FIELDS, isForeignShop } from '../../lexicon/index.ts';
import { wordsSaid } from '../../text/aliases.ts';
import { RecentFacts } from '../../text/cache/recent.ts';
import { flagOf } from '../../text/flags.ts';
import { DEFAULT_CURRENCY } from '../../text/money.ts';
import { normaliseValue } from '../../text/normalise.ts';
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

/**
 * A value of a foreign shop in the words that a lexicon has for it: the name that it is another way to write, or what is said in
 * its place. The value itself where it has none, and in any other shop.
 */
export function valueInEnglish(field: string, value: string): string {
  if (!isForeignShop()) return value;
  const form = formIn(field, value);
  const [name, said] =
    Object.entries(FIELDS.get(field)?.values ?? {}).find(([one]) => formIn(field, one) === form) ?? [];
  if (name === undefined || said === undefined) return value;
  if (normaliseValue(name) !== normaliseValue(value)) return name;
  const { before, verb, after } = typeof said.say === 'object' ? said.say : {};
  return [{ before }, { verb }, { after }].flatMap((phrases) => wordsSaid(name, phrases))[0] ?? value;
}
