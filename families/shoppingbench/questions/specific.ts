import { z } from 'zod';
import { readWords } from '../../../lexicon/index.ts';
import { isNumberWord } from '../../../text/english-numbers.ts';
import { tokensOf } from '../../../text/normalise.ts';
import { unitAt } from '../../../text/units.ts';
import type { Refusal } from './refusals.ts';

const words = z
  .strictObject({
    function: z.string(),
    colors: z.string(),
    shopping: z.string(),
    numbers: z.string(),
    number_company: z.string(),
    dates: z.string(),
    date_company: z.string(),
  })
  .parse(readWords('generic-words.yaml'));
const wordSet = (...lists: string[]) => new Set(lists.join(' ').trim().split(/\s+/));

const GENERIC = wordSet(words.function, words.colors, words.shopping);
const NUMBERS = wordSet(words.numbers);
const NUMBER_COMPANY = wordSet(words.number_company);
const DATES = wordSet(words.dates);
const DATE_COMPANY = wordSet(words.date_company);
const YES_NO = wordSet('yes no true false');

const NUMERAL = /^\d+(?:\.\d+)*$/;
const YEAR = /^(?:1\d|20)\d\d$/;
/** Up to thirty-nine: longer ones are words as well ("mix", "civil"). */
const ROMAN = /^(?=.)x{0,3}(?:ix|iv|v?i{0,3})$/;

const isNumber = (token: string) =>
  NUMERAL.test(token) || isNumberWord(token) || NUMBERS.has(token) || ROMAN.test(token);

/** "65W", "14 years", "27 x 40", "Third", "Two." */
function isQuantity(tokens: readonly string[]): boolean {
  if (!tokens.some(isNumber)) return false;
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at] as string;
    const unit = at > 0 ? unitAt(tokens, at) : undefined;
    if (unit === undefined && !isNumber(token) && !NUMBER_COMPANY.has(token)) return false;
    at += unit?.length ?? 1;
  }
  return true;
}

/** "1989", "August 2020", "June 3", "the 1990s"; "1,989" is no year. */
const isDate = (tokens: readonly string[], answer: string) =>
  tokens.some((token) => DATES.has(token) || (YEAR.test(token) && !/\d,\d{3}/.test(answer))) &&
  tokens.every((token) => DATES.has(token) || DATE_COMPANY.has(token) || isNumber(token));

/** The least letters and digits a keyword has. */
const LEAST_CHARACTERS = 3;

/** Why an answer names nothing a title could be found by, or null when it may. */
export function reasonAgainstAnswer(answer: string): Refusal | null {
  const tokens = tokensOf(answer);
  if (tokens.every((token) => YES_NO.has(token))) return 'answer_is_yes_or_no';
  if (isDate(tokens, answer)) return 'answer_is_date';
  if (isQuantity(tokens)) return 'answer_is_number';
  if ([...tokens.join('')].length < LEAST_CHARACTERS) return 'answer_too_short';
  return tokens.every((token) => GENERIC.has(token) || isNumber(token)) ? 'answer_is_generic' : null;
}
