import { z } from 'zod';
import { commaList, ofLexicon, readOwnWords } from '../../lexicon/index.ts';
import { memoisedFacts } from '../../text/cache/memoised.ts';
import { suitedTo } from '../language/goods.ts';
import { isOf, Side } from './unlikely-together.ts';

const Table = z.array(
  z.strictObject({
    of: commaList.optional(),
    not_of: commaList.optional(),
    scarce: z.boolean().default(false),
    facts: z.array(Side).min(1),
  }),
);

/** Facts by their fields that nobody asks of some goods, or of any but some. */
const UNASKED = ofLexicon(() => {
  const entries = Table.parse(readOwnWords('unasked-of.yaml') ?? []).flatMap(({ of, not_of: never, scarce, facts }) => {
    const isOfThem = suitedTo({ of, never }) ?? (() => true);
    return facts.map((side) => ({ side, scarce, isOfThem }));
  });
  return Map.groupBy(entries, ({ side }) => side.field);
});

const MOST_FACTS = 20_000;

/** The entries that name a value of a field. */
const entriesOf = memoisedFacts(MOST_FACTS, (field: string, value) =>
  (UNASKED.get(field) ?? []).filter(({ side }) =>
    isOf({ type: 'attribute_match', field: `details.${field}`, value }, side),
  ),
);

/**
 * Tells whether a value of a field is what no shopper asks of the goods that a noun phrase names: battery power of a
 * laptop. Of goods that state little else some such facts are taken after all: `scarce` leaves these out.
 */
export const isUnaskedOf = (noun: string, field: string, value: string, isScarce = false): boolean =>
  entriesOf(field, value).some(({ scarce, isOfThem }) => !(scarce && isScarce) && isOfThem(noun));
