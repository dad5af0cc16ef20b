import { z } from 'zod';
import { ENGLISH, languageInForce } from './in-force.ts';

/** A comma-separated list, as tables write long ones. */
export const commaList = z.string().transform((text) =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== ''),
);

const Texts = z.array(z.string().min(1));

/** Phrases a value is said with: `{v}` is the value, `{a v}` the value with its article. */
export const Phrases = z.strictObject({
  /** Words before the noun phrase, and behind it. */
  before: Texts.optional(),
  after: Texts.optional(),
  /** A base-form verb phrase: "It should …". */
  verb: Texts.optional(),
  /** Words that follow "nothing" or "anything". */
  not: Texts.optional(),
});
export type Phrases = z.infer<typeof Phrases>;

const Say = z.enum(['lower', 'hyphen', 'name', 'device', 'quantity', 'mount', 'number', 'plain', 'proper']);

/** Tells whether values are said as the names that they are. */
export const saysNames = (as: string | undefined): boolean => as === 'name' || as === 'proper' || as === 'device';

/**
 * Kinds of values a field may have. choice: one of a small closed set; set: several of one; flag: whether the product
 * has something; quantity: a number, with its unit; name: what things are called, of which there are ever more; text:
 * sentences; identifier: told from product to product; constant: the same nearly everywhere.
 */
export const KINDS_OF_FIELDS = ['choice', 'set', 'flag', 'quantity', 'name', 'text', 'identifier', 'constant'] as const;
const Kind = z.enum(KINDS_OF_FIELDS);

/**
 * Ways in which a clue stands for its value: by what one does with it, by what comes of it, by a thing that is like it
 * (which has to be guessed, as a riddle), or by the occasion.
 */
export const CLUE_KINDS = ['use', 'effect', 'comparison', 'situation'] as const;
export type ClueKind = (typeof CLUE_KINDS)[number];

/**
 * A clue of any product, or of some: of those alone whose nouns `of` holds, of none of those in `never`. A name behind
 * "@" stands for a group of nouns in goods.yaml, one behind "!" for none of them: "bag" and "!sleeping bag".
 */
const Clue = z.union([
  z.string().min(1),
  z.strictObject({ say: z.string().min(1), of: Texts.optional(), never: Texts.optional() }),
]);

/** A clue with what is known of it; null where that is nothing. */
const clueOf = (clue: z.output<typeof Clue>, kind: ClueKind | null) =>
  typeof clue === 'string'
    ? { text: clue, kind, of: null, never: null }
    : { text: clue.say, kind, of: clue.of ?? null, never: clue.never ?? null };

/** A list of clues, or lists of them by their kinds. */
const Clues = z
  .union([z.array(Clue), z.partialRecord(z.enum(CLUE_KINDS), z.array(Clue))], {
    error: `expected a list of clues, or lists of them under ${CLUE_KINDS.join(', ')}`,
  })
  .transform((clues) =>
    Array.isArray(clues)
      ? clues.map((clue) => clueOf(clue, null))
      : Object.entries(clues).flatMap(([kind, some]) => some.map((clue) => clueOf(clue, kind as ClueKind))),
  )
  .refine(({ length }) => length >= 2, 'expected at least two clues, for one alone would read the same in every task');

const Value = z
  .strictObject({
    /** Other ways to write the value: read as it. */
    also: Texts.optional(),
    /** Said in a way of its own: phrases, or the name of one of the field's `patterns`. */
    say: z.union([z.string(), Phrases]).optional(),
    /** Names of products that tell the value without being it: 电热水器 of 电加热. */
    told_by: Texts.default([]),
    /** Words that tell it where they stand before any noun of a product: 电 of 电加热. */
    told_before: Texts.default([]),
    /** Base-form verb phrases that stand for the value without naming it ("fold flat after use"). */
    clues: Clues.optional(),
  })
  .transform(({ clues, ...said }) => ({
    ...said,
    ...(clues === undefined
      ? {}
      : { clues: clues.map(({ text }) => text), knownOfClues: clues.map(({ text, ...known }) => known) }),
  }));

/** Amounts that are sold up to a size: whole multiples of some, and a few more. */
const Sold = z.strictObject({
  to: z.number().optional(),
  every: z.array(z.number()).default([]),
  also: z.array(z.number()).default([]),
});

const Asked = z.enum(['least', 'most', 'between', 'nominal']);

/** A number with a unit: what a shopper sets bounds to, and never asks for as it is written. */
const Quantity = z.strictObject({
  /** The short form of the unit that all numbers here are in. */
  unit: z.string(),
  /** True if people say it in that unit alone, whatever one the rows have. */
  only: z.boolean().default(false),
  /** True if a number without a unit stands in it. */
  bare: z.boolean().default(false),
  /** Least and greatest amount there is, inclusive. */
  from: z.number(),
  to: z.number(),
  /** Amounts that are sold, from small to large; any where there are none. */
  sold: z.array(Sold).default([]),
  /** Words behind an amount that take nothing from it: "1 TB SSD"; a unit there may have a number of its own. */
  beside: commaList.default([]),
  /**
   * Bounds shoppers ask for: a least, a most, both, or one of the sizes it is sold in ("27-inch"); none where empty.
   */
  asked: z.array(Asked),
  /** Further ways to say a bound; `{v}` is the amount alone ("no heavier than {v}"). */
  least: Phrases.optional(),
  most: Phrases.optional(),
});
export type Quantity = z.infer<typeof Quantity>;

const FEWEST_KEYWORDS = 5;
const MOST_KEYWORDS = 8;

/** Questions and answers of a clarification about a field. */
export const Dialogue = z
  .strictObject({
    /** The field in a shopper's words, after "the". */
    label: z.string().min(1),
    /**
     * Most specific first; the last ones are dropped first. Disjoint over all fields, and none that the published matcher,
     * which compares substrings, takes everyday words for: nothing that holds "for", "the", "are", "all", "use", "size".
     */
    keywords: Texts.min(1).max(MOST_KEYWORDS),
    /**
     * Everyday words a keyword holds all the same, because the natural question cannot do without it ("budget" holds "get"):
     * under the published matcher an off-topic question with such a word opens the slot; counted in the proof, not gated.
     */
    traps: z.array(z.string()).default([]),
    /**
     * Questions of a sensible agent, each with two keywords so that losing one is no harm; made from the label where
     * left out.
     */
    questions: z.array(z.string().max(100)).min(4).optional(),
    /**
     * Firm sentences beside those that fit every field; the value once, no other requirement, and the product as {it} or
     * {this}, which may be several.
     */
    answers: z.array(z.string()).default([]),
    /** True where those are the only ones: of what is told of people and places, not of the product. */
    answers_alone: z.literal(true).optional(),
  })
  .transform(({ questions, keywords, ...said }) => ({
    ...said,
    keywords: [...new Set([...keywords, ...(languageInForce() === ENGLISH ? wordsAbout(said.label) : [])])].slice(
      0,
      Math.max(FEWEST_KEYWORDS, keywords.length),
    ),
    questions: questions ?? questionsAbout(said.label),
  }));
export type Dialogue = z.infer<typeof Dialogue>;

/**
 * Words before a name that people ask about it with, and that no question about other things has. None makes a question of the
 * words beside it, as "preferred" would: of a bag of keywords nothing is told.
 */
const ASKED_WITH = ['certain', 'desired', 'chosen'];

/** That of them which is left out before names of three words: with it keywords would cover more than half of a question. */
const ASKED_WITH_FEW = 'desired';

/**
 * Words an agent may ask about a field by that is known by its label alone. Its questions are opened by more than the label,
 * which is no keyword where a request says it of something else: of coffee beans nobody asks which "bean".
 */
export function wordsAbout(label: string): string[] {
  const isLong = label.split(' ').length > 2;
  const words = ASKED_WITH.filter((word) => !isLong || word !== ASKED_WITH_FEW);
  return [label, ...words.map((word) => `${word} ${label}`)];
}

/** Writes questions an agent may ask about a field that is known by its label alone. */
export const questionsAbout = (label: string, isSeveral = /[^s]s$/.test(label)): string[] =>
  isSeveral
    ? [
        `What are your desired ${label}?`,
        `Do you have certain ${label} in mind?`,
        `Are there certain ${label} you want?`,
        `Do you have any desired ${label}?`,
      ]
    : [
        `What is your desired ${label}?`,
        `Do you have a certain ${label} in mind?`,
        `Is there a certain ${label} you want?`,
        `Do you have a desired ${label}?`,
      ];

/** All that can be said of a field, by whoever says it. */
export const FieldParts = z.strictObject({
  /** Kind of its values, where that is not to be learned from them. */
  kind: Kind.optional(),
  /** Shoppers' name for it, where that is not its own. */
  name: z.string().min(1).optional(),
  /** The unit that its numbers without one are in. */
  unit: z.string().min(1).optional(),
  /** The unit of those below some number, where people write the same in two: clock rates of 3.5 and of 3500. */
  small: z.strictObject({ below: z.number(), unit: z.string().min(1) }).optional(),
  /** Other keys that catalogs have for the field. */
  aliases: Texts.default([]),
  /** True if one text may list several values. */
  lists: z.boolean().default(false),
  /** Stands between two numbers that a list gives as one value: "x" of [1920, 1080]. */
  pair: z.string().min(1).optional(),
  /** Names that mean the same value in this field, parted by " | ". */
  spellings: Texts.default([]),
  /** Values that nobody could tell apart, parted by " | ": none is ever a rival of another. */
  near: Texts.default([]),
  /** Values that nothing is asked about, each with the reason. */
  never: z.record(z.string(), z.string().min(1)).default({}),
  /** Words that name the field in prose, for values such as "All" that mean nothing without it. */
  named: Texts.optional(),
  /** False where titles say its values of other things too: of what comes along, of a part, of what it is made for. */
  in_titles: z.boolean().optional(),
  /** Units a number without one may stand in. */
  units: Texts.optional(),
  /** False where nobody shops by it, whatever its values are; true takes that back. */
  asked: z.boolean().optional(),
  /**
   * Bounds of a quantity that are asked of some goods, and the phrases for them: a case fits a screen, and nobody wants
   * that of a camera small. `{a v}` is the size before a noun, `{v}` any bound; without phrases it is said as of all goods.
   */
  bounds_of: z.array(Phrases.extend({ of: Texts, asked: z.array(Asked).min(1) })).default([]),
  /** Knowledge of its amounts. A field that is asked about and has none is no quantity, whatever its values. */
  quantity: Quantity.optional(),
  /**
   * Bounds shoppers ask for of a quantity, where its name does not say which end is the good one: of a load the least, of a
   * noise the most.
   */
  bounds: z.array(Asked).min(1).optional(),
  /** False where its bounds are said as they are, and no everyday thing stands for one ("no heavier than a football"). */
  compared: z.boolean().optional(),
  /**
   * Uses a requirement may make of it, in the query alone where nothing here is true; what is left out a catalog's own
   * values tell.
   */
  ask: z
    .strictObject({
      /** Hidden sources it may stand in. */
      persona: z.boolean().optional(),
      clarification: z.boolean().optional(),
      /** It may be excluded ("not in red"). */
      exclude: z.boolean().optional(),
      /** Used only for products that state few other facts; nobody starts a search from it. */
      filler: z.boolean().optional(),
    })
    .optional(),
  /** Way its values are spoken, and the phrases around those that have none of their own. */
  say: Phrases.extend({ as: Say.default('plain') }).optional(),
  /** Phrases for values that are not listed, by their last word, the first that fits; `words` is an expression. */
  endings: z.array(Phrases.extend({ words: z.string() })).default([]),
  /** Phrases that several values share, by a name. */
  patterns: z.record(z.string(), Phrases).default({}),
  /** Words its values are made of. */
  vocabulary: z
    .strictObject({
      /**
       * head: the last word names the value ("heather grey"); some: at least one word of the list stands in it; every:
       * all its words are listed or modifiers; open: anything but values of the kinds under `not`.
       */
      mode: z.enum(['head', 'some', 'every', 'open']),
      /** Words that name the value; a phrase counts by its words. */
      words: commaList,
      /** Words that may stand beside. */
      modifiers: commaList.optional(),
      /** Whole values whose words name nothing by themselves. */
      also: commaList.optional(),
      /** Kinds of values that are foreign to it. */
      not: Texts.optional(),
      /** A field whose words are its words too. */
      extends: z.string().optional(),
      /** True if a number in a value means something. */
      digits: z.boolean().optional(),
    })
    .optional(),
  /**
   * Categories it makes sense in, by words of the category path: `only` there, or `never`, unless one of `unless`
   * stands there too.
   */
  shelves: z
    .strictObject({ never: Texts.optional(), unless: commaList.optional(), only: commaList.optional() })
    .optional(),
  dialogue: Dialogue.optional(),
  values: z.record(z.string(), Value).default({}),
});

/** Knowledge of a field before a catalog is seen. */
export const FieldEntry = FieldParts.refine(
  ({ ask, dialogue }) => ask?.clarification !== true || dialogue !== undefined,
  {
    message: 'it may hide in a clarification, expected a dialogue that brings it out',
    path: ['dialogue'],
  },
);
export type FieldEntry = z.infer<typeof FieldEntry>;

/** A kind of product, by its noun in the singular. */
export const TypeEntry = z.strictObject({
  plural: z.string().min(1).optional(),
  /** Other nouns and categories that mean the same. */
  also: Texts.default([]),
  /** Broader kinds that it is one of. */
  parents: Texts.default([]),
});
export type TypeEntry = z.infer<typeof TypeEntry>;
