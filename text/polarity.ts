import { z } from 'zod';
import { englishExpression, ofLexicon, otherLanguage, readWords } from '../lexicon/index.ts';
import type { Span } from '../schemas/finding.ts';
import { hasUnspacedScript, tokenPlaces } from './tokens.ts';

const Words = z.string().transform((text) => text.split(/,\s+/).filter((word) => word !== ''));
const LISTS = z
  .strictObject({
    guards: z.record(z.string(), Words),
    negations: Words,
    idioms: Words,
    defects: Words,
    complaints: Words,
    harmless: Words,
    praise: Words,
    faults_of: z.array(z.strictObject({ words: Words, nouns: Words })),
    instructions: Words,
  })
  .parse(readWords('review-polarity.yaml'));

/** Worth of a review's sentence as praise; a sentence that is not plain praise says why. */
type Polarity = { readonly positive: true } | { readonly positive: false; readonly reason: string };

const anyOf = (words: readonly string[], flags = 'u') =>
  new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${words.join('|')})(?![\p{L}\p{N}])`, flags);

const GUARDS = Object.entries(LISTS.guards).map(([reason, words]) => ({ reason, pattern: anyOf(words) }));
/** Words that address a model or a reader's software instead of describing a product. */
const INSTRUCTIONS = anyOf(LISTS.instructions);
const IDIOMS = anyOf(LISTS.idioms, 'gu');
const HARMLESS = anyOf(LISTS.harmless, 'gu');
const NEGATION = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:${LISTS.negations.join('|')})(?![\p{L}\p{N}])|n't(?![\p{L}])`,
  'gu',
);
const DEFECT = anyOf(LISTS.defects);
const COMPLAINT = anyOf(LISTS.complaints);
const PRAISE = anyOf(LISTS.praise);

/** Praise that is a fault of some things, with what names those. */
interface FaultsOf {
  readonly words: RegExp;
  readonly nouns: RegExp;
}
const FAULTS_OF: readonly FaultsOf[] = LISTS.faults_of.map(({ words, nouns }) => ({
  words: anyOf(words),
  nouns: anyOf(nouns),
}));

/** The first word of praise that is a fault of the thing, where the text or the product's title names such a thing. */
function faultOf(text: string, product: string, faults: readonly FaultsOf[]): string | null {
  const about = `${text} ${folded(product)}`;
  const found = faults.find(({ words, nouns }) => words.test(text) && nouns.test(about));
  return found?.words.exec(text)?.[0] ?? null;
}

/** Control, bidi and zero-width characters, markup, code and placeholders: nothing a quotation should carry. */
const MARKUP = /[\p{Cc}\p{Cf}<>{}[\]|\\^`~*_#@]|&#?\w+;/u;
const NON_LATIN = /(?!\p{Script=Latin})\p{L}/u;
/** One praising word in quotation marks, as in: really "easy". */
const SCARE_QUOTES = /["“”'‘]\s?[\p{L}-]+(?:\s[\p{L}-]+)?\s?["“”'’](?![\p{L}])/u;
/** Words after which a fault is still there although denied: "does not keep it from slipping", "nobody can say". */
const PREVENTING = englishExpression('polarity: preventing', '');
const REACH = 6;
const LONGEST = 600;

export const folded = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFC')
    .replace(/[’‘ʼ´`]/g, "'")
    .replace(/\s+/g, ' ');
const blanked = (text: string, pattern: RegExp) => text.replace(pattern, (match) => '·'.repeat(match.length));

const CLAUSE_END = englishExpression('polarity: clause', 'u');

/** The few words a negation reaches over: up to the next comma or clause. */
function reachOf(text: string, from: number): { words: string; end: number } {
  const rest = text.slice(from);
  const clause = rest.split(CLAUSE_END, 1)[0] as string;
  const words = clause
    .split(' ')
    .slice(0, REACH + 1)
    .join(' ');
  return { words, end: from + words.length };
}

/** Blanks out faults that are denied; null when a negation denies something that is no fault. */
function withoutDenials(text: string): { text: string; denied: boolean } | null {
  let remaining = text;
  let denied = false;
  for (const { 0: negation, index } of text.matchAll(NEGATION)) {
    const { words, end } = reachOf(text, index + negation.length);
    const fault = DEFECT.exec(words);
    if (fault === null || PREVENTING.test(words.slice(0, fault.index))) return null;
    denied = true;
    remaining = remaining.slice(0, index) + '·'.repeat(end - index) + remaining.slice(end);
  }
  return { text: remaining, denied };
}

/** A text in lower case with straight apostrophes, and where in it words stand that turn round what follows them. */
export function negationsIn(text: string): { readonly text: string; readonly places: readonly Span[] } {
  const lower = folded(text);
  const places = [...lower.matchAll(NEGATION)].map(({ 0: words, index }) => ({
    start: index,
    end: index + words.length,
  }));
  return { text: lower, places };
}

const no = (reason: string): Polarity => ({ positive: false, reason });

interface ListedWords {
  readonly praise: RegExp;
  readonly against: RegExp;
  readonly harmless: RegExp;
  readonly faultsOf: readonly FaultsOf[];
}

/** Listed words wherever they stand, by themselves where the script sets words apart. */
function listed(words: readonly string[], flags = 'u'): RegExp {
  const longestFirst = words.toSorted((a, b) => b.length - a.length);
  return words.some(hasUnspacedScript) ? new RegExp(longestFirst.join('|'), flags) : anyOf(longestFirst, flags);
}

/** Places of listed words of praise, the longest from each; by themselves where the script sets words apart. */
const praising = (words: readonly string[]): RegExp =>
  words.some(hasUnspacedScript) ? new RegExp(`(?=(${listed(words).source}))`, 'gu') : listed(words);

/** Tells whether a word of praise stands in a text; in a script without spaces as whole words: 非常好 is none in 非常好奇. */
function isPraised(text: string, praise: RegExp): boolean {
  if (!praise.global) return praise.test(text);
  const { starts, ends } = tokenPlaces(text);
  return [...text.matchAll(praise)].some(
    ({ 1: word = '', index }) => starts.includes(index) && ends.includes(index + word.length),
  );
}

/** Nouns wherever they stand, with the ending of several; written on to others where the language has compounds. */
function namedBy(nouns: readonly string[], compounds = false): RegExp {
  const any = nouns.join('|');
  if (nouns.some(hasUnspacedScript)) return new RegExp(any, 'u');
  return new RegExp(String.raw`${compounds ? '' : String.raw`(?<!\p{L})`}(?:${any})(?:e?[sn])?(?!\p{L})`, 'u');
}

/** Word lists of plain praise in the language in force; empty in English, whose rules stand here. */
const LISTED = ofLexicon((): Partial<ListedWords> => {
  const { reviews, stems } = otherLanguage() ?? {};
  if (reviews === undefined) return {};
  const { praise, telling, against, harmless, faults_of } = reviews;
  return {
    praise: praising([...praise, ...telling]),
    against: listed(against),
    harmless: listed(harmless, 'gu'),
    faultsOf: faults_of.map(({ words, nouns }) => ({ words: listed(words), nouns: namedBy(nouns, stems?.compounds) })),
  };
});

function polarityByList(
  sentence: string,
  product: string,
  { praise, against, harmless, faultsOf }: ListedWords,
): Polarity {
  if (/[?？]/u.test(sentence)) return no('question');
  if (/["“”「」『』]/u.test(sentence)) return no('irony');
  const text = folded(sentence);
  if (INSTRUCTIONS.test(text)) return no('instruction');
  const ended = against.exec(blanked(text, harmless));
  if (ended !== null) return no(`"${ended[0]}"`);
  const fault = faultOf(text, product, faultsOf);
  if (fault !== null) return no(`"${fault}" of such a thing`);
  return isPraised(text, praise) ? { positive: true } : no('no praise');
}

/**
 * Judges one whole sentence: give it the sentence, not a part, or "I wish it were easy to clean" passes for its end.
 * It is built to be sure, not complete: contrast, wishes, conditions, comparisons, hedges, irony, denials of anything but a
 * fault and every kind of complaint end it. In other languages than English by the words that are listed for them. What
 * is praised, by its title, tells words apart that praise one thing and blame another.
 */
export function polarityOf(sentence: string, product = ''): Polarity {
  if (sentence.length > LONGEST) return no('too long');
  if (MARKUP.test(sentence)) return no('markup');
  if (LISTED.praise !== undefined) return polarityByList(sentence, product, LISTED as ListedWords);
  if (NON_LATIN.test(sentence)) return no('script');
  if (sentence.includes('?')) return no('question');
  const text = folded(sentence);
  if (INSTRUCTIONS.test(text)) return no('instruction');
  if (SCARE_QUOTES.test(sentence)) return no('irony');

  const plain = blanked(text, IDIOMS);
  for (const { reason, pattern } of GUARDS) if (pattern.test(plain)) return no(reason);
  if (faultOf(plain, product, FAULTS_OF) !== null) return no('complaint');

  const denials = withoutDenials(blanked(plain, HARMLESS));
  if (denials === null) return no('negation');
  if (COMPLAINT.test(denials.text)) return no('complaint');
  if (!denials.denied && !PRAISE.test(text)) return no('no praise');
  return { positive: true };
}

/** Start and end of a sentence of a review, without the spaces and marks around it. */
type SentencePlace = Readonly<Span>;

/** The run of marks is matched from its start to its end or not at all: a review of a million dots stays cheap. */
const BREAK =
  /(?<![.!?…])[.!?…]+(?![.!?…])(?=["”')\]]*(?:\s|$|<))|(?<![。！？])[。！？]+(?![。！？])|[\r\n]+|<br\s*\/?>|\s[-–—•·*]+\s|\s{3,}/giu;

/** The sentences of a review as it was written: line breaks, bullets and `<br>` end one as well as full stops. */
export function sentencesOf(text: string): SentencePlace[] {
  const places: SentencePlace[] = [];
  let start = 0;
  const add = (end: number) => {
    const raw = text.slice(start, end);
    const lead = raw.length - raw.trimStart().length;
    const trimmed = raw.trim();
    if (trimmed !== '') places.push({ start: start + lead, end: start + lead + trimmed.length });
  };
  for (const { 0: mark, index } of text.matchAll(BREAK)) {
    const keeps = /^[.!?…。！？]/u.test(mark);
    add(index + (keeps ? mark.length : 0));
    start = index + mark.length;
  }
  add(text.length);
  return places;
}
