import { englishExpression, FIELDS, isForeignShop, otherLanguage, saysNames } from '../../lexicon/index.ts';
import { chance, type Draw, shuffled } from '../../schemas/draw.ts';
import { StageError } from '../../schemas/errors.ts';
import type { Span } from '../../schemas/finding.ts';
import { flagOf } from '../../text/flags.ts';
import { moneySaid, numberSaid } from '../../text/foreign-money.ts';
import { findMentions, findRangeMentions, mentionsOf } from '../../text/mentions.ts';
import { minorUnitsOf } from '../../text/money.ts';
import { normaliseValue } from '../../text/normalise.ts';
import { type PreparedText, preparedText } from '../../text/prepare.ts';
import { detailFieldOf, fieldNameOf, type NumericRange, type Rubric } from '../kinds/index.ts';
import { isForeignName } from '../language/field-name.ts';
import { isQuoted, statesAbsence, wordsFor } from '../language/field-policy.ts';
import { asListed, type Piece, piecesFor } from '../language/outright-pieces.ts';
import { boundsSaid, fieldSaid } from '../language/quantity-words.ts';
import { CLAUSE } from '../language/request.ts';
import { agree, agreed, capitalised, spoken, withArticle } from '../language/speech.ts';
import { isInPlural } from '../nouns/noun-words.ts';
import type { LockedTask } from '../task.ts';
import type { ClarificationScript, ClarificationSlot } from './clarification.ts';
import { dialogueOf as dialogueOfLexicon, isListed, SENTENCES } from './field-dialogues.ts';
import { keywordsFor } from './keywords.ts';
import { askedFieldOf, scoredTexts, timesStated } from './slot-words.ts';

const MAX_TURNS = 10;
const LEAST_KEYWORDS = 3;

interface ScriptOptions {
  /** ISO code of the target's currency. */
  readonly currency?: string;
  /** Codes found in earlier attempts at this script, one entry per finding: with every one the choices move on. */
  readonly hints?: readonly string[];
  /** Returns the questions and answers about a field, where they are not the lexicon's. */
  readonly dialogueOf?: DialogueOf;
}

type DialogueOf = typeof dialogueOfLexicon;

/** A rubric's value in a sentence: the words that state it and, for numbers, its bound ("at least 4.5 stars"). */
interface SpokenValue {
  readonly value: string;
  readonly bounds: readonly string[];
}

function listed(values: readonly string[], conjunction: 'and' | 'or'): string {
  if (values.length < 2) return values.join('');
  const { list = ', ', and = ' and ', or = ' or ' } = otherLanguage()?.said ?? {};
  return `${values.slice(0, -1).join(list)}${conjunction === 'and' ? and : or}${values.at(-1)}`;
}

/** The bound of a number that every product has, as a shopper says it: "4.5 stars", "₱500". */
export function amountSpoken(field: string, amount: number, currency: string): string {
  if (field === 'price') return moneySaid(Math.round(amount * minorUnitsOf(currency)), currency);
  const language = otherLanguage();
  const [whole = '', decimals] = String(amount).split('.');
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ',') + (decimals === undefined ? '' : `.${decimals}`);
  const pattern = field === 'average_rating' ? language?.said.stars : language?.said.ratings;
  if (pattern !== undefined) return pattern.replace('{a}', numberSaid(amount));
  const unit = field === 'average_rating' ? 'star' : field === 'rating_number' ? 'rating' : '';
  return unit === '' ? grouped : `${grouped} ${unit}${amount === 1 ? '' : 's'}`;
}

/** Bounds of a number that every product has, as a shopper says them: "at least 4.5 stars", "4.5 stars or more". */
export const boundsSpoken = (field: string, range: NumericRange, currency: string): readonly string[] =>
  rangeSpoken(field, range, currency).bounds;

function rangeSpoken(field: string, { min, max }: NumericRange, currency: string): SpokenValue {
  const say = (amount: number) => amountSpoken(field, amount, currency);
  const language = otherLanguage();
  if (language !== null) {
    const { least, most, between } = language.said;
    const patterns = min === undefined ? most : max === undefined ? least : [between];
    const bounds = patterns.map((pattern) =>
      pattern.replace('{a}', () => say((min ?? max) as number)).replace('{b}', () => say(max as number)),
    );
    return { value: bounds[0] as string, bounds };
  }
  if (min !== undefined && max !== undefined) {
    const value = `between ${say(min)} and ${say(max)}`;
    return { value, bounds: [value] };
  }
  if (min !== undefined) {
    return { value: say(min), bounds: [`at least ${say(min)}`, `${say(min)} or more`] };
  }
  const most = say(max as number);
  return { value: most, bounds: [`no more than ${most}`, `at most ${most}`, `${most} at most`, `${most} or less`] };
}

/** A value as another language than English says it: in small letters, where that language does. */
export const valueSaid = (value: string): string => (otherLanguage()?.said.lower ? value.toLowerCase() : value);

/** A value as people write it in a sentence: its own words, without the capitals of a listing; names keep theirs. */
export function valueSpoken(rubric: Rubric, value: string): string {
  if (otherLanguage() !== null) return valueSaid(value);
  const field = askedFieldOf(rubric);
  if (isQuoted(field, value)) return `"${value}"`;
  const own = wordsFor(field).say;
  const say = saysNames(own) || own === 'plain' ? own : 'lower';
  const saysIt = (spelled: string) => normaliseValue(spelled) === normaliseValue(value);
  return [asListed(field, value), value].map((way) => spoken(way, say)).find(saysIt) ?? value;
}

function spokenValue(rubric: Rubric, currency: string): SpokenValue {
  switch (rubric.type) {
    case 'attribute_match': {
      const value = listed(
        [rubric.expected_value].flat().map((one) => valueSpoken(rubric, one)),
        'and',
      );
      return { value, bounds: [value] };
    }
    case 'sku_match': {
      const value = listed(
        Object.values(rubric.expected_value).map((one) => valueSpoken(rubric, one)),
        'and',
      );
      return { value, bounds: [value] };
    }
    case 'negative_attribute': {
      const value = listed(
        rubric.expected_value.map((one) => valueSpoken(rubric, one)),
        'or',
      );
      return { value, bounds: [value] };
    }
    case 'numeric_range': {
      if (detailFieldOf(rubric.field) === null)
        return rangeSpoken(askedFieldOf(rubric), rubric.expected_value, currency);
      const bounds = boundsSaid(rubric.expected_value);
      return { value: bounds[0], bounds };
    }
    default:
      throw new StageError(`a ${rubric.type} cannot be hidden in a clarification`, rubric);
  }
}

/** Tells whether a requirement is that the product lacks something: "No Warranty". */
const saysAbsence = ({ expected_value }: Rubric): boolean =>
  [expected_value].flat().some((value) => typeof value === 'string' && statesAbsence(value));

/** Tells whether a sentence fits a bound: one that says its number alone is of one end, "I can go up to {value}", and of no range. */
const fitsBound = (pattern: string, { expected_value: { min, max } }: Extract<Rubric, { type: 'numeric_range' }>) =>
  !pattern.includes('{value}') || min === undefined || max === undefined;

/** Field-specific sentences first, then those that fit every field. */
function sentencesFor(
  rubric: Rubric,
  dialogueOf: DialogueOf,
): { answers: readonly string[]; hidden: readonly string[] } {
  const field = askedFieldOf(rubric);
  if (rubric.type === 'numeric_range') {
    const numeric = SENTENCES.numeric[field];
    if (numeric !== undefined)
      return { ...numeric, answers: numeric.answers.filter((pattern) => fitsBound(pattern, rubric)) };
    const { answers, hidden } = SENTENCES.quantity;
    return { answers: [...dialogueOf(field).answers, ...answers], hidden };
  }
  if (rubric.type === 'negative_attribute')
    return { answers: SENTENCES.exclusions, hidden: SENTENCES.hiddenExclusions };
  if (saysAbsence(rubric)) return { answers: SENTENCES.absences, hidden: SENTENCES.hiddenAbsences };
  const { answers, answers_alone, label } = dialogueOf(field);
  const isSeveral = isOfSeveral(label);
  const general = (isSeveral ? SENTENCES.answersOfSeveral : undefined) ?? SENTENCES.answers;
  const saysLabel = [rubric.expected_value].flat().some((value) => saysLast(value, label));
  const named = saysLabel ? SENTENCES.hiddenNamed : isSeveral ? SENTENCES.hiddenOfSeveral : undefined;
  return { answers: answers_alone ? answers : [...answers, ...general], hidden: named ?? SENTENCES.hidden };
}

/** Tells whether a value ends with a label: "Drawstring closure" of a closure. */
const saysLast = (value: unknown, label: string): boolean =>
  typeof value === 'string' && normaliseValue(value).endsWith(` ${normaliseValue(label)}`);

/** Tells whether a label is of several things: "flavor notes", and not the "number of ports" or the "lens". */
const isOfSeveral = (label: string): boolean => isInPlural(label) && !COUNTED_NAME.test(label);
/** A label of what is counted. */
const COUNTED_NAME = englishExpression('field dialogues: counted name', 'i');

/** Share of the answers that are the value alone, where it can be said in words as well. */
const ALONE = 0.2;
/** Answers that were found fault with before they are made of names and values, and no more of the words of requests. */
const ATTEMPTS_IN_WORDS = 2;
/** Findings that other words of an answer can mend. */
const OF_ANSWERS: ReadonlySet<string> = new Set([
  'hidden_in_other_slot',
  'slot_extra',
  'slot_hedged',
  'slot_incomplete',
  'slot_value_absent',
]);

/** A way to answer: its pattern, and what it is filled with, one of them at a time. */
interface Way {
  readonly pattern: string;
  readonly texts: readonly string[];
}

/** Purposes and people are told with their preposition: "for travel". */
const OF_PURPOSE = englishExpression('script: of purpose', '');

/** Tells whether a value alone answers a question about its field: no yes, no bare number, nothing that a thing is for. */
function standsAlone(rubric: Rubric, said: readonly Piece[]): boolean {
  if (rubric.type === 'numeric_range') return rubric.expected_value.unit !== undefined;
  if (rubric.type !== 'attribute_match') return false;
  const [value, ...more] = [rubric.expected_value].flat();
  return (
    value !== undefined &&
    more.length === 0 &&
    flagOf(value) === null &&
    !isQuoted(askedFieldOf(rubric), value) &&
    !BARE_NUMBER.test(value) &&
    !NOTATION.test(value) &&
    !said.some(({ place, text }) => place !== 'before' && OF_PURPOSE.test(text)) &&
    !isNamed(rubric, said)
  );
}
const BARE_NUMBER = /^\d+$/;
/** Signs of a table, which nobody says: "USB2: 0-480Mbps", "Black (Matte)". */
const NOTATION = /[:;]\s|[()[\]{}|=]/;

/** Tells whether a value is no word to stand before a noun where others of its field are: "insects" of patterns. */
const isNamed = ({ field }: Rubric, said: readonly Piece[]): boolean =>
  (FIELDS.get(detailFieldOf(field) ?? '')?.say?.before ?? []).length > 0 &&
  !said.some(({ place }) => place === 'before');

/** Tells whether words are said of "it", which stands for the noun phrase in answers, and not in the place of that. */
const isOfIt = (piece: Piece): piece is Piece & { place: Exclude<Piece['place'], 'noun'> } => piece.place !== 'noun';

/**
 * Ways to answer with the value or the bound alone, "USB, please", or with the words that a request would say the
 * requirement in, "one with a zipper closure", and to note it in those words. In other languages than English there are none.
 */
function answersInWords(
  rubric: Rubric,
  { bounds }: SpokenValue,
  {
    plural,
    currency,
    noun,
  }: { readonly plural: boolean; readonly currency: string; readonly noun: string | undefined },
): { readonly alone: Way[]; readonly inWords: Way[]; readonly hidden: Way[] } {
  const isOwn = rubric.type === 'numeric_range' && detailFieldOf(rubric.field) === null;
  if (SENTENCES.inWords === undefined || isOwn || saysAbsence(rubric)) return { alone: [], inWords: [], hidden: [] };
  const { value, bound, hidden, ...inWords } = SENTENCES.inWords;
  const saidOf = (phrase?: string) => piecesFor(rubric, currency, phrase).filter(isOfIt);
  const all = saidOf(noun);
  /** A value that names a thing, with its article as requests say it: "a local warranty, of course". */
  const asThing = (text: string) => {
    const thing = withArticle(text);
    const said = all.find((piece) => piece.text.toLowerCase().endsWith(` ${thing.toLowerCase()}`))?.text;
    return said?.slice(-thing.length) ?? text;
  };
  const alone = !standsAlone(rubric, all)
    ? []
    : (rubric.type === 'numeric_range' ? bound : value).map((pattern) => ({ pattern, texts: bounds.map(asThing) }));
  const phrases = all.filter(({ place }) => place !== 'before');
  // Of a mount that stands on a dashboard people say it has "a dashboard mount", not that it is "dashboard".
  const others = phrases.length > 0 ? phrases : saidOf().filter(({ place }) => place !== 'before');
  const said = Map.groupBy(others.length === 0 ? all : others, ({ place }) => place);
  // A clause needs something that it is said of, "one that connects over USB", and is of one product.
  const fits = (pattern: string, text: string) =>
    !CLAUSE.test(text) || (/\{[Oo]ne\}/.test(pattern) && !(plural && said.has('verb')));
  const spokenBy = (patterns: typeof hidden) =>
    [...said].flatMap(([place, pieces]) =>
      patterns[place].flatMap((pattern) => {
        const texts = pieces.map(({ text }) => text).filter((text) => fits(pattern, text));
        return texts.length === 0 ? [] : [{ pattern, texts }];
      }),
    );
  const filled = (ways: readonly Way[]) =>
    ways.map(({ pattern, texts }) => ({
      pattern,
      texts: texts.map((text) =>
        pattern.replace(/\{(?:words|value)\}/, () => text).replace('{agreed}', () => agree(text, plural)),
      ),
    }));
  return { alone: filled(alone), inWords: filled(spokenBy(inWords)), hidden: filled(spokenBy(hidden)) };
}

/** A value with the words that say of a product that it has it: "给老人用的". */
export const phraseOf = (field: string, value: string): string =>
  ((FIELDS.get(field)?.say && wordsFor(field).phrases(value).after[0]) ?? '{v}').replace('{v}', () => value);

/** An answer's name for the field of a rubric: for a quantity its whole name, "number of keys". */
function labelOf(rubric: Rubric, dialogueOf: DialogueOf): string {
  const field = askedFieldOf(rubric);
  if (isForeignShop() && isForeignName(field)) return `"${field}"`;
  return rubric.type === 'numeric_range' && !isListed(field) ? fieldSaid(field) : dialogueOf(field).label;
}

function filled(sentence: string, label: string, value: string, bound: string, phrase: string): string {
  return capitalised(
    sentence
      .replaceAll('{label}', () => label)
      .replaceAll('{value}', () => value)
      .replaceAll('{bound}', () => bound)
      .replaceAll('{phrase}', () => phrase),
  );
}

/** Returns a test of texts for the bounds and values of some rubrics. */
function mentionsAnyOf(rubrics: readonly Rubric[]): (text: string) => boolean {
  const sought = rubrics.flatMap((rubric): ((text: PreparedText) => Span[])[] => {
    if (rubric.type === 'numeric_range') {
      const field = fieldNameOf(rubric);
      return [(text) => findRangeMentions(text, field, rubric.expected_value)];
    }
    const field = detailFieldOf(rubric.field) ?? undefined;
    return scoredTexts(rubric).map((value) => mentionsOf(value, field));
  });
  return (text) => {
    const prepared = preparedText(text);
    return sought.some((find) => find(prepared).length > 0);
  };
}

/** Candidates from a drawn place on and round again. */
const rotated = <T>(candidates: readonly T[], start: number): T[] =>
  candidates.map((_, at) => candidates[(start + at) % candidates.length] as T);

/** The first candidate, from a drawn place on and round again, that holds; the drawn one where none does. */
function chosen(candidates: readonly string[], start: number, holds: (text: string) => boolean): string {
  const inTurn = rotated(candidates, start);
  return inTurn.find(holds) ?? (inTurn[0] as string);
}

/**
 * Writes the clarification script of a task: one slot per clarification rubric, in rubric order, linked by id. Values
 * are in their own words; every sentence states its own value once and no other scored value, as far as the choice of sentences
 * allows (the gates decide). Keywords are filtered against every scored value and the other slots' fields.
 */
export function writeScript(
  task: LockedTask,
  draw: Draw,
  { currency = 'USD', hints = [], dialogueOf = dialogueOfLexicon }: ScriptOptions = {},
): ClarificationScript {
  const { rubrics } = task.locked;
  const hidden = rubrics.filter(({ info_source }) => info_source === 'clarification');
  const used = new Set<string>();
  const faultyAnswers = hints.filter((code) => OF_ANSWERS.has(code)).length;

  const slots = hidden.map((rubric, index): ClarificationSlot => {
    const slotId = `cl_${index + 1}`;
    const field = askedFieldOf(rubric);
    const label = labelOf(rubric, dialogueOf);
    const others = rubrics.filter((other) => other !== rubric);
    const mentionsOther = mentionsAnyOf(others);
    const { value, bounds } = spokenValue(rubric, currency);
    const start = (list: readonly string[], part: string) => draw(`${slotId}/${part}`, list.length) + hints.length;
    const bound = chosen(bounds, start(bounds, 'bound'), (text) => !mentionsOther(text));
    const phrase = phraseOf(field, value);
    const sentences = sentencesFor(rubric, dialogueOf);
    const entity = task.entities[rubric.target ?? 0];
    const plural = entity?.plural === true;
    const say = (sentence: string) => filled(agreed(sentence, plural), label, value, bound, phrase);

    const ways =
      faultyAnswers < ATTEMPTS_IN_WORDS
        ? answersInWords(rubric, { value, bounds }, { plural, currency, noun: entity?.phrase })
        : { alone: [], inWords: [], hidden: [] };
    const own =
      ways.alone.length + ways.inWords.length === 0
        ? []
        : dialogueOf(field).answers.map((pattern) => ({ pattern, texts: [pattern] }));
    const shapeOf = (sentence: string) => sentence.replaceAll(label, '{label}');
    const clean = (sentence: string) => {
      const said = say(sentence);
      // Not "Barrel connector is the connector I need".
      const isNamedOnce = findMentions(said, label).length < 2;
      return isNamedOnce && timesStated(said, rubric).every((times) => times === 1) && !mentionsOther(said);
    };
    const turned = <T>(list: readonly T[], part: string) =>
      rotated(shuffled(draw, `${slotId}/${part}`, list), hints.length);
    const listedAnswer = () => {
      const isFresh = (sentence: string) => !used.has(shapeOf(sentence)) && clean(sentence);
      const text = chosen(sentences.answers, start(sentences.answers, 'answer'), isFresh);
      return { pattern: shapeOf(text), text };
    };
    const worded = turned([...ways.inWords, ...own], 'ways');
    const alone = turned(ways.alone, 'values alone');
    const spokenAnswer = (chance(draw, `${slotId}/alone`, ALONE) ? [...alone, ...worded] : [...worded, ...alone])
      .values()
      .filter(({ pattern }) => !used.has(pattern))
      .flatMap(({ pattern, texts }) => turned(texts, pattern).map((text) => ({ pattern, text })))
      .find(({ text }) => clean(text));
    const { pattern, text: answer } = spokenAnswer ?? listedAnswer();
    used.add(pattern);
    const information =
      turned(ways.hidden, 'notes')
        .flatMap(({ texts }) => texts)
        .find(clean) ??
      chosen(sentences.hidden, start(sentences.hidden, 'hidden'), (sentence) => !mentionsOther(say(sentence)));

    const keywords = keywordsFor(field, {
      dialogueOf,
      values: scoredTexts(rubric),
      otherValues: others.flatMap(scoredTexts),
      otherFields: hidden.filter((other) => other !== rubric).map(askedFieldOf),
      isLeak: mentionsAnyOf(rubrics.filter(({ info_source }) => info_source !== 'query')),
    });
    const doubted = hints.filter((code) => code === 'slot_keywords' || code === 'slot_false_trigger').length;
    return {
      slot_id: slotId,
      linked_rubric_ids: [rubric.id],
      hidden_info: say(information),
      trigger_keywords: keywords.slice(0, Math.max(LEAST_KEYWORDS, keywords.length - doubted)),
      user_response: say(answer),
      revealed: false,
    };
  });

  const mentionsAny = mentionsAnyOf(rubrics);
  const start = draw('default', SENTENCES.defaults.length) + hints.length;
  return {
    clarification_slots: slots,
    default_response: chosen(SENTENCES.defaults, start, (text) => !mentionsAny(text)),
    max_clarification_turns: MAX_TURNS,
  };
}
