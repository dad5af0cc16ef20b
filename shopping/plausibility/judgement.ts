import type { FieldVocabulary } from './reading.ts';

/** `en`: values must be English. `any`: the catalog's language is not known, so only what holds in all is checked. */
export type CatalogLanguage = 'en' | 'any';

/** One option on its way through the checks, with the readings several of them need. */
export interface Candidate {
  readonly field: string;
  readonly option: string;
  readonly language: CatalogLanguage;
  /** The option in lower case. */
  readonly lower: string;
  /** Words as written: the option cut at white space. */
  readonly words: readonly string[];
  readonly tokens: readonly string[];
  /** The tokens joined by one space. */
  readonly normalised: string;
  readonly vocabulary: FieldVocabulary | undefined;
}

/** Returns a reason, "code: sentence", or null where it has nothing against the value. */
export type Check = (candidate: Candidate) => string | null;

/** A long value cut for a message. */
export const quoted = (text: string): string => `"${text.length > 60 ? `${text.slice(0, 60)}…` : text}"`;
