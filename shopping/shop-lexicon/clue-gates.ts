import { englishExpression, englishWords, FIELDS, ofLexicon, otherLanguage } from '../../lexicon/index.ts';
import { flagOf } from '../../text/flags.ts';
import { findMentions } from '../../text/mentions.ts';
import { containsWords } from '../../text/normalise.ts';
import { statedAs } from '../language/field-name.ts';
import { agree, verbParts } from '../language/speech.ts';
import { FORMS } from './forms.ts';

/** A clue, what it is to stand for, and what it may not be taken for. */
export interface ClueToJudge {
  readonly clue: string;
  readonly field: string;
  readonly value: string;
  /** Other spellings of the value. */
  readonly spellings?: readonly string[];
  /** Other values of the field. */
  readonly others: readonly string[];
}

const MOST_WORDS = 16;
const NOT_PLAIN = /[{}<>\n]| {2}|^\s|\s$|[.!?;:]$|[.!?] /;
const PRONOUN = englishExpression('clue gates: pronoun', 'i');

/** Base forms whose last letters look like an ending. */
const LOOKS_INFLECTED: ReadonlySet<string> = new Set(englishWords('clue gates: looks inflected'));
const NO_VERBS: ReadonlySet<string> = new Set(englishWords('clue gates: no verbs'));
/** Nouns as well as verbs: "a push and a twist". */
const NOUNS_TOO: ReadonlySet<string> = new Set(englishWords('clue gates: nouns too'));

const isBaseForm = (verb: string) =>
  /^[a-z]+$/.test(verb) && (!/(?:s|ed|ing)$/.test(verb) || LOOKS_INFLECTED.has(verb)) && !NO_VERBS.has(verb);

/** The verbs that clues of the tables begin with. */
const VERBS: ReadonlySet<string> = ofLexicon(
  () =>
    new Set(
      [...FIELDS.values()].flatMap(({ values }) =>
        Object.values(values).flatMap(({ clues = [] }) => clues.map((clue) => verbParts(clue).verb)),
      ),
    ),
);

const RELATIVE = englishExpression('clue gates: relative clause', '');
const JOINED_VERB = englishExpression('clue gates: joined verb', 'g');

/** A second verb beside the first, which would not agree with the product; verbs of a relative clause have a subject. */
function coordinatedVerb(clue: string): string | null {
  const main = clue.replace(RELATIVE, '');
  const found = [...main.matchAll(JOINED_VERB)].find(
    ([, adverb, word = '']) => adverb !== undefined || (VERBS.has(word) && !NOUNS_TOO.has(word)),
  );
  return found?.[2] ?? null;
}

function againstLength(clue: string): string | null {
  const words = clue.split(' ').length;
  return words > MOST_WORDS ? `has ${words} words, ${MOST_WORDS} at most can stand beside others` : null;
}

/** Finds a reason in a clue's form against its being said of a product, or of several; null where there is none. */
export function againstForm(clue: string): string | null {
  if (NOT_PLAIN.test(clue)) return 'is no plain phrase without sentence marks';
  const language = otherLanguage();
  if (language !== null && FORMS.fits?.test(clue) === false) return `is not formed as clues in ${language.name} are`;
  if (language !== null) return againstLength(clue);
  const long = againstLength(clue);
  if (long !== null) return long;
  const { adverbs, verb } = verbParts(clue);
  if (!isBaseForm(verb)) return `begins with "${verb}", expected a verb in its base form`;
  const one = agree(clue, false).split(' ')[verb === 'be' ? 0 : adverbs.length] ?? '';
  if (!/^[a-z]+s$/.test(one)) return `cannot be said of one product ("${one}")`;
  if (!/^(?!be )[a-z]+ /.test(agree(clue, true))) return 'cannot be said of several products';
  const pronoun = PRONOUN.exec(clue)?.[0];
  if (pronoun !== undefined) return `refers to the product as "${pronoun}"`;
  const second = coordinatedVerb(clue);
  return second === null ? null : `has a second verb, "${second}"`;
}

/** Tells what a clue gives away of its value, or says of another value of the field; null where it does neither. */
function againstSecrecy({ clue, field, value, spellings = [], others }: ClueToJudge): string | null {
  for (const spelling of [value, ...spellings])
    if (containsWords(clue, statedAs(field, spelling)) || findMentions(clue, spelling, field).length > 0)
      return `says its own value, "${spelling}"`;
  // "Yes" and "no" are words of any sentence.
  if (flagOf(value) !== null) return null;
  const named = others.find((other) => findMentions(clue, other, field).length > 0);
  return named === undefined ? null : `names another value of the field, "${named}"`;
}

/** The first thing that speaks against a clue, whoever wrote it; null where it may stand in a lexicon. */
export const againstClue = (judged: ClueToJudge): string | null => againstForm(judged.clue) ?? againstSecrecy(judged);
