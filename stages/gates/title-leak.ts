import { englishExpression } from '../../lexicon/index.ts';
import type { Finding, Span } from '../../schemas/finding.ts';
import type { Product } from '../../schemas/product.ts';
import { FUNCTION_WORDS } from '../../shopping/dialogue/question-matcher.ts';
import { wordsOf } from '../../shopping/kinds/index.ts';
import { type PreparedText, placeOf, preparedText, spanOf } from '../../text/prepare.ts';
import { defineGate, wholeTask } from '../gate.ts';

const CODE = 'title_leak';

/**
 * Returns the number of consecutive title words that a query may not repeat. Most of a short title names the product; a
 * long title is a row of phrases, and 60 % of its thirty words would let whole clauses through, so eight words in title
 * order are taken as copied. Fewer than five can be ordinary speech ("case for iPhone 15").
 */
const copiedRun = (titleLength: number) =>
  titleLength < 5 ? titleLength : Math.min(8, Math.max(5, Math.ceil(titleLength * 0.6)));

/** A title of so many words is also repeated where so much of it stands close together, in any order. */
const LEAST_TITLE = 5;
const REPEATED = 0.7;
/** Words between those of the title, and words of it that no requirement says: asked values may make up most of a title. */
const BETWEEN = 2;
const LEAST_UNASKED = 2;

/** Detail fields whose value names one product. */
const NAMING_FIELD = englishExpression('title leak: naming field', 'i');
const LEAST_CODE_LENGTH = 5;

/** Finds a query that names the product the agent is to discover: its title, a long piece of it, its model or its id. */
export const titleLeak = defineGate({
  name: 'leak: title',
  codes: { [CODE]: 'the query repeats too much of the title' },
  scope: { unit: 'queries', reads: ['query', 'target title'], of: wholeTask },
  check: ({ task, wording: { query }, targets }) => {
    const prepared = preparedText(query);
    const readings = prepared.undisguised === undefined ? [prepared] : [prepared, prepared.undisguised];
    const values = task.locked.rubrics.filter(({ info_source: source }) => source === 'query').flatMap(wordsOf);
    const asked = values.map(runTogether);
    const askedForms = new Set(values.flatMap((value) => preparedText(value).forms));
    return targets.flatMap((target) => {
      const title = preparedText(target.title);
      const run = firstOf(readings, (text) => longestRun(text, title) ?? repeatedWords(text, title, askedForms));
      const named = codesOf(target).filter((code) => !asked.some((text) => text.includes(runTogether(code))));
      return [
        ...(run === undefined ? [] : [finding(query, [run], `repeats the title "${target.title}"`)]),
        ...named.flatMap((code) => {
          const spans = firstOf(readings, (text) => placesOf(text, code)) ?? [];
          return spans.length === 0 ? [] : [finding(query, spans, `names the target by "${code}"`)];
        }),
      ];
    });
  },
});

function finding(query: string, spans: Span[], what: string): Finding {
  const words = spans.map(({ start, end }) => `"${query.slice(start, end)}"`).join(', ');
  return { code: CODE, path: 'user_query', spans, detail: `${words} ${what}` };
}

function firstOf<T>(readings: readonly PreparedText[], find: (text: PreparedText) => T | undefined): T | undefined {
  for (const text of readings) {
    const found = find(text);
    if (found !== undefined) return found;
  }
  return undefined;
}

const runTogether = (text: string) => preparedText(text).joined;

/** The longest stretch of the query that repeats the title word for word, if it is long enough to be a copy. */
function longestRun(query: PreparedText, title: PreparedText): Span | undefined {
  const least = copiedRun(title.forms.length);
  let best: { from: number; length: number } = { from: 0, length: 0 };
  query.forms.forEach((form, from) => {
    for (const start of title.index.get(form) ?? []) {
      let length = 1;
      while (from + length < query.forms.length && query.forms[from + length] === title.forms[start + length]) length++;
      if (length > best.length) best = { from, length };
    }
  });
  if (least === 0 || best.length < least) return undefined;
  return spanOf(query, best.from, best.from + best.length);
}

/**
 * A stretch of the query that holds most words of the title in any order, some of which nothing asks for: the title with
 * a word put in or left out, or its parts turned round.
 */
function repeatedWords(query: PreparedText, title: PreparedText, asked: ReadonlySet<string>): Span | undefined {
  const { forms } = query;
  const wanted = new Set(title.forms);
  const least = Math.ceil(wanted.size * REPEATED);
  if (wanted.size < LEAST_TITLE || [...wanted].filter((form) => query.index.has(form)).length < least) return undefined;
  const isTelling = (form: string) => !asked.has(form) && !FUNCTION_WORDS.has(form);
  for (let from = 0; from < forms.length; from++) {
    if (!wanted.has(forms[from] as string)) continue;
    const to = Math.min(forms.length, from + title.forms.length + BETWEEN);
    const held = new Set(forms.slice(from, to).filter((form) => wanted.has(form)));
    if (held.size < least) continue;
    if ([...held].filter(isTelling).length < (held.size === wanted.size ? 1 : LEAST_UNASKED)) continue;
    return spanOf(query, from, to);
  }
  return undefined;
}

/** Names no shopper says by chance: the product's id, its model and part numbers, code-like words of its title. */
function codesOf({ id, title, details }: Product): string[] {
  const named = Object.entries(details).flatMap(([field, { options }]) => (NAMING_FIELD.test(field) ? options : []));
  // A model name of one plain word ("Classic") is a word like any other.
  const naming = named.filter((name) => /\d/.test(name) || preparedText(name).words.length > 1);
  const long = [id, ...naming].filter((code) => letters(code).length >= LEAST_CODE_LENGTH);
  return [...new Set([...long, ...title.split(/[\s,;|()[\]]+/).filter(isModelCode)])];
}

const letters = (code: string) => code.replace(/[^\p{L}\p{N}]/gu, '');

/** Standards, chips, platforms and battery sizes: a letter prefix and a number that many products share. */
const SHARED_NAME =
  /^(?:usb|hdmi|pcie?|ddr|lpddr|bluetooth|bt|wi-?fi|rtx|gtx|rx|ryzen|core|i[3579]|iphone|ipad|galaxy|pixel|ps|xbox|rs|rj|cat|ip|ipx|cr|lr|sr|ag|gu|mr|e|h|spf|win|windows|android|ios|type|gen|series|a)-?\d/i;

/**
 * A word like WH-1000XM4 or SM-G991B: letters and at least three digits in one name. Amounts ("5000mAh"), standards
 * ("802.11ac", "1080p", "CR2032") and names with a short number ("DDR4") are said of many products.
 */
function isModelCode(word: string): boolean {
  const code = letters(word);
  if (code.length < LEAST_CODE_LENGTH || word.includes('/') || !/^[\x21-\x7e]+$/.test(word)) return false;
  if ((code.match(/\d/g)?.length ?? 0) < 3 || !/[a-z].*\d/i.test(code) || SHARED_NAME.test(word)) return false;
  return !/^\d[\d.,]*[a-z]+$/i.test(word) && !/^\d+(?:\.\d+)?[a-z]*x\d/i.test(word);
}

function placesOf(query: PreparedText, code: string): Span[] | undefined {
  const { joined, joinedStarts, entryAtJoined } = query;
  const wanted = preparedText(code).joined;
  const spans: Span[] = [];
  for (let at = joined.indexOf(wanted); at !== -1 && wanted !== ''; at = joined.indexOf(wanted, at + 1)) {
    const from = entryAtJoined.get(at);
    const end = at + wanted.length;
    const to = end === joined.length ? joinedStarts.length : entryAtJoined.get(end);
    if (from !== undefined && to !== undefined) spans.push(spanOf(query, from, to));
  }
  // A number in groups is several numbers to the reader of texts: "1401-895687".
  if (spans.length === 0 && /\d/.test(code) && letters(query.text).toLowerCase().includes(letters(code).toLowerCase()))
    spans.push(
      ...[...query.text.matchAll(inGroups(code))].map(({ 0: { length }, index }) =>
        placeOf(query, index, index + length),
      ),
    );
  return spans.length === 0 ? undefined : spans;
}

/** A code with at most one mark or space between any two of its characters. */
const inGroups = (code: string) =>
  new RegExp(`(?<![\\p{L}\\p{N}])${[...letters(code)].join('[^\\p{L}\\p{N}]?')}(?![\\p{L}\\p{N}])`, 'giu');
