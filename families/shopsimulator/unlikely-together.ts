import { z } from 'zod';
import { readTable } from '../../lexicon/tables.ts';
import { detailFieldOf, type Feature } from '../../shopping/kinds/index.ts';
import { normaliseValue } from '../../text/normalise.ts';

/** A field, or a field with some of its values. */
const Side = z
  .union([
    z.string().min(1),
    z.record(z.string(), z.array(z.string().min(1)).min(1)).refine((side) => Object.keys(side).length === 1),
  ])
  .transform((side) => {
    if (typeof side === 'string') return { field: side, values: null };
    const [[field, values]] = Object.entries(side) as [[string, string[]]];
    return { field, values: new Set(values.map(normaliseValue)) };
  });

const { pairs: PAIRS } = z
  .strictObject({ pairs: z.array(z.tuple([Side, Side])) })
  .parse(readTable(new URL('./unlikely-together.yaml', import.meta.url)));

type Asked = Pick<Feature, 'type' | 'field' | 'value'>;

const isOf = ({ type, field, value }: Asked, side: z.output<typeof Side>): boolean =>
  type === 'attribute_match' &&
  detailFieldOf(field) === side.field &&
  (side.values === null || [value].flat().some((said) => side.values.has(normaliseValue(String(said)))));

/** Whether no shopper asks two things at once: they say the same, or sound as if one denied the other. */
export const isUnlikelyTogether = (one: Asked, other: Asked): boolean =>
  PAIRS.some(([left, right]) => (isOf(one, left) && isOf(other, right)) || (isOf(one, right) && isOf(other, left)));
