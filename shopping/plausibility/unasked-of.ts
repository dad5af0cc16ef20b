import { z } from 'zod';
import { commaList, ofLexicon, readOwnWords } from '../../lexicon/index.ts';
import { namesOneOf } from '../language/goods.ts';
import { isOf, Side } from './unlikely-together.ts';

const Table = z.array(z.strictObject({ of: commaList, facts: z.array(Side).min(1) }));

/** Facts that nobody asks of some goods. */
const UNASKED = ofLexicon(() =>
  Table.parse(readOwnWords('unasked-of.yaml') ?? []).map(({ of, facts }) => ({ isOfThem: namesOneOf(of), facts })),
);

/** Tells whether a value of a field is what no shopper asks of the goods that a noun phrase names: battery power of a laptop. */
export const isUnaskedOf = (noun: string, field: string, value: string): boolean =>
  UNASKED.some(
    ({ isOfThem, facts }) =>
      facts.some((side) => isOf({ type: 'attribute_match', field: `details.${field}`, value }, side)) && isOfThem(noun),
  );
