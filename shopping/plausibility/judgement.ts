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

/** Why a stated detail is no requirement: the word before the colon of a reason, and what it means. */
export const DROP_REASONS: Readonly<Record<string, string>> = {
  placeholder: 'it says nothing: "N/A", "as shown", the name of a field',
  boolean: 'a bare yes or no',
  unwanted: 'true, and nothing anybody asks for',
  never_asked: 'the lexicon says that it is not to be asked about',
  near_constant: 'nearly every product, or every product of its shelf that states the field, has it',
  senseless_field: 'the field makes no sense on the shelf',
  odd_amount: 'an amount far from what is usual on its shelf',
  odd_together: 'others of its shelf hardly ever state it together with another fact of the product',
  unasked: 'nobody asks it of what the noun names, where it goes without saying',
  unlikely: 'nobody asks it in one breath with another fact of the task',
  unsold: 'no variant of the product has it together with the options that are asked for',
  unspoken: 'hardly any text of its shelf, of those that state the field, speaks of it',
  duplicate_fact: 'another fact, or the noun, says it already',
  names_answer: "it names the answer of the task's own question",
  unsayable: 'there are no words for it, and the title gives it away',
  idle_quantity: 'no round bound near it lets one product of its kind pass and keeps another out',
  contradiction: 'title, category or another detail says otherwise',
  foreign_to_field: 'a value of another field: a measure as a colour',
  no_number: 'an amount without a number, or with several',
  no_unit: 'an amount without its unit',
  out_of_range: 'an amount nothing of its kind has',
  odd_size: 'an amount nothing of its kind is sold in',
  exact_size: 'width, depth and height to the tenth, which nobody names',
  filter_range: "a range that a shop's filter offers",
  digits_only: 'digits and nothing that says of what',
  code: 'a part number or variant code',
  raw_name: 'a name out of a database',
  equals_id: "the product's id",
  equals_title: "the product's title",
  equals_brand: 'the brand',
  list: 'several values in one',
  sentence: 'a sentence',
  marketing: 'advertising',
  artefact: 'words of the page, not of the product',
  fragment: 'the start or the end is missing',
  repeated_text: 'the same text twice',
  too_long: 'longer than a value is',
  markup: 'markup, an address or quotation marks',
  instruction: 'it addresses a model',
  control_characters: 'it hides control characters',
  wrong_script: 'in letters the texts are not written in',
  wrong_language: 'in a language the texts are not written in',
};
