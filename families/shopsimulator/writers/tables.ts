import { z } from 'zod';
import { readTable } from '../../../lexicon/tables.ts';

const Texts = z.array(z.string().min(1)).min(1);

/** Sentences and tables of the offline writer. */
export const TABLES = z
  .strictObject({
    openings: Texts,
    answers: Texts,
    objections: Texts,
    wishes: z.strictObject({ high: Texts, medium: Texts, low: Texts }),
    people: z.strictObject({
      ages: Texts,
      genders: Texts,
      memberships: Texts,
      payments: Texts,
      devices: Texts,
    }),
  })
  .parse(readTable(new URL('./texts.yaml', import.meta.url)));
