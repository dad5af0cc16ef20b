import { z } from 'zod';
import { Dialogue, languagesWith, ofLexicon, readOwnWords, readWords } from '../../lexicon/index.ts';
import { Side } from '../../shopping/plausibility/unlikely-together.ts';

const Text = z.string().min(1);
const Texts = z.array(Text).min(1);
const Fields = z.array(Text).transform((fields) => new Set(fields));

/** Wordings of a request in a language that no grammar in code is for. */
const Request = z.strictObject({
  choice: Text,
  quantity: Text,
  clue: Texts,
  situation: Texts,
  list: Text,
  /** Separator of sentences. */
  between: z.string(),
  wanted: Texts,
  /** As a shopper has it in mind who tells it when asked: no story, for the opening may tell one. */
  in_mind: Texts,
  follow: Texts,
  second_follow: Texts,
});
export type RequestTable = z.output<typeof Request>;

const Tables = z.strictObject({
  openings: Texts,
  request: Request.optional(),
  answers: Texts,
  price: Texts,
  priced: Texts,
  objections: Texts,
  too_dear: Texts,
  told_otherwise: z.array(z.strictObject({ fields: Fields, answers: Texts, objections: Texts })).default([]),
  wishes: z.strictObject({ high: Texts, medium: Texts, low: Texts }),
  shopper: z.strictObject({
    too_long: Text,
    exhausted: Text,
    the_rest: Text,
    accepted: Text,
    held: Text,
    unknown: Text,
    not_shown: Text,
    tired: Text,
    unchosen: Text,
    untold: Text,
    open: Text,
    all_told: Text,
    off_request: Text,
    off_profile: Text,
    open_words: Text.transform((words) => new Set(words.split(' '))),
  }),
  profile_heading: Text,
  agents: z.strictObject({ opening: Text, topic: Text, show: Text }),
  held_otherwise: z.array(z.strictObject({ fields: Fields, high: Texts })),
  no_needs: z.array(Side).default([]),
  no_tastes: z.array(Texts).transform((lists) => new Set(lists.flat())),
  people: z.strictObject({
    ages: Texts,
    genders: Texts,
    made_for: z.strictObject({ field: Text, genders: z.record(Text, Texts) }),
    memberships: Texts,
    payments: Texts,
    devices: Texts,
  }),
  questions: z.strictObject({
    fields: z.record(Text, Dialogue),
    covers: z.record(Text, z.array(Text)),
  }),
});

const FILE = 'shoppers.yaml';

/** The languages besides English that its shoppers speak. */
export const LANGUAGES = languagesWith(FILE);

/**
 * Tables of the sayings, questions and traits of shoppers, in the language in force; in English for one that has none.
 */
export const TABLES = ofLexicon(() => Tables.parse(readOwnWords(FILE) ?? readWords(FILE)));
