import { z } from 'zod';

/**
 * Lexicon of what a person says of a shop's fields and product types, as written; `lexicon/` knows what may be said.
 */
export const Lexicon = z.strictObject({
  fields: z.record(z.string(), z.record(z.string(), z.json())),
  types: z.record(z.string(), z.record(z.string(), z.json())),
});
export type Lexicon = z.infer<typeof Lexicon>;

/** A lexicon as a run keeps it: with its digest. */
export const KeptLexicon = Lexicon.extend({ digest: z.string() });
export type KeptLexicon = z.infer<typeof KeptLexicon>;

/** Lexicon of what people say of a shop, with the places where they say it. */
export interface ReadLexicon {
  readonly lexicon: Lexicon;
  /**
   * Returns the place at which something of it stands: `my.yaml:12: fields.Color.kind`; the file that wins, where
   * several say it.
   */
  placeOf(path: readonly PropertyKey[]): string;
}

export const NO_LEXICON: Lexicon = { fields: {}, types: {} };

export const isEmptyLexicon = ({ fields, types }: Lexicon): boolean =>
  Object.keys(fields).length + Object.keys(types).length === 0;
