import { z } from 'zod';
import { readTable } from '../../../lexicon/tables.ts';

const Text = z.string().min(1);
const Texts = z.array(Text).min(1);

/** Sentences and tables of the offline writer. */
export const TABLES = z
  .strictObject({
    openings: Texts,
    answers: Texts,
    objections: Texts,
    too_dear: Texts,
    wishes: z.strictObject({ high: Texts, medium: Texts, low: Texts }),
    shopper: z.strictObject({
      too_long: Text,
      exhausted: Text,
      the_rest: Text,
      accepted: Text,
      held: Text,
      unknown: Text,
      untold: Text,
      open: Text,
      all_told: Text,
      off_request: Text,
      off_profile: Text,
      open_words: Text.transform((words) => new Set(words.split(' '))),
    }),
    agents: z.strictObject({ opening: Text, topic: Text }),
    owned: z.strictObject({ fields: Texts.transform((fields) => new Set(fields)), high: Texts }),
    no_tastes: z.array(Texts).transform((lists) => new Set(lists.flat())),
    people: z.strictObject({
      ages: Texts,
      genders: Texts,
      made_for: z.strictObject({ field: z.string(), female: Texts, male: Texts }),
      memberships: Texts,
      payments: Texts,
      devices: Texts,
    }),
  })
  .parse(readTable(new URL('./texts.yaml', import.meta.url)));
