import { isFinish } from '../../lexicon/columns.ts';
import { BASE_FIELDS, FIELDS, ofLexicon } from '../../lexicon/index.ts';
import { memoisedFacts } from '../../text/cache/memoised.ts';
import { Recent } from '../../text/cache/recent.ts';
import { FLAG_FORMS } from '../../text/flags.ts';
import { normaliseValue } from '../../text/normalise.ts';

/** Longer text describes; it is no option anyone could ask for. It stays readable in the detail's raw values. */
export const MOST_OPTION_CHARACTERS = 200;
/** No longer option is remembered: it hardly comes again, and memory is bounded by how many are. */
export const MOST_REMEMBERED_LENGTH = 200;

const OPENING = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
  ['（', '）'],
  ['【', '】'],
]);

const SEPARATORS = /[,;|/、，；]/;
const BRACKETS_AND_SEPARATORS = /[([{（【)\]}）】,;|/、，；]/g;
const isDigit = (character: string | undefined) => character !== undefined && character >= '0' && character <= '9';

const isWordPart = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}\p{M}]/u.test(character);

/** A slash joins short parts ("AC/DC", "802.11b/g/n", "1/2") and separates words ("Male/Female") or what has space around it. */
function slashSeparates(text: string, at: number): boolean {
  if (text[at - 1] === ' ' && text[at + 1] === ' ') return true;
  return [-3, -2, -1, 1, 2, 3].every((distance) => isWordPart(text[at + distance]));
}

function separates(text: string, at: number): boolean {
  const character = text[at] as string;
  if (character === '/') return slashSeparates(text, at);
  return character !== ',' || !(isDigit(text[at - 1]) && isDigit(text[at + 1]));
}

/** Splits a list at its separators, never inside brackets nor inside a number such as "1,000". */
export function splitList(text: string): string[] {
  if (!SEPARATORS.test(text)) return [text];
  const parts: string[] = [];
  const closers: string[] = [];
  let start = 0;
  for (const { 0: character, index: at } of text.matchAll(BRACKETS_AND_SEPARATORS)) {
    const closer = OPENING.get(character);
    if (closer !== undefined && text.includes(closer, at + 1)) closers.push(closer);
    else if (character === closers.at(-1)) closers.pop();
    else if (closers.length === 0 && SEPARATORS.test(character) && separates(text, at)) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  parts.push(text.slice(start));
  return parts.map((part) => part.trim());
}

/** Tells whether a text of a field may list several options. */
export const listsOptions = (field: string): boolean => FIELDS.get(field)?.lists === true;

/** The comparison forms of each value that may be written in several ways, its own first, by each of them; by field. */
type Spellings = ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;

/** Comparison forms, each once, with those of a flag in other languages: "nej" beside "no". */
const withFlags = (forms: readonly string[]): string[] => [
  ...new Set([...forms, ...forms.flatMap((form) => FLAG_FORMS.get(form) ?? [])]),
];

function spellingsOf(fields: typeof FIELDS): Map<string, ReadonlyMap<string, readonly string[]>> {
  return new Map(
    [...fields].flatMap(([field, { values }]) => {
      const groups = Object.entries(values)
        .map(([value, { also = [] }]) => withFlags([value, ...also].map(normaliseValue)))
        .filter(({ length }) => length > 1);
      const byForm = groups.flatMap((group) => group.map((form) => [form, group] as const));
      return byForm.length === 0 ? [] : [[field, new Map(byForm)] as const];
    }),
  );
}

export const SPELLED: Spellings = ofLexicon(() => spellingsOf(FIELDS));
/** Those by which a catalog is built, whatever a person's file says. */
export const BASE_SPELLED: Spellings = spellingsOf(BASE_FIELDS);

/**
 * The comparison forms of all ways to write a value of a field, of a flag in any language. A value is kept and published in the words of its row;
 * ways to write it serve to compare and to look it up, nothing else.
 */
export const spellingsIn = (field: string, value: string): readonly string[] =>
  value.length > MOST_REMEMBERED_LENGTH ? spellingsFound(field, value) : knownSpellings(field, value);

function spellingsFound(field: string, value: string): readonly string[] {
  const form = normaliseValue(value);
  return SPELLED.get(field)?.get(form) ?? FLAG_FORMS.get(form) ?? codeForms(form) ?? [form];
}

/** Letters and the figures behind them, with a blank between or none. */
const CODE = /^(\p{L}{1,12}) ?(\d{1,6})$/u;
/** More letters are a word, which stands apart: "windows 11". */
const MOST_LETTERS = 3;

/** The two ways to write a code, "ip44" and "ip 44", as comparison forms, the usual one first; undefined for any other value. */
export function codeForms(norm: string): readonly string[] | undefined {
  // Most values end otherwise, which is told sooner.
  if (!isDigit(norm.at(-1))) return undefined;
  const found = CODE.exec(norm);
  if (found === null) return undefined;
  const [letters, figures] = [found[1] as string, found[2] as string];
  const forms = [`${letters}${figures}`, `${letters} ${figures}`];
  return letters.length <= MOST_LETTERS ? forms : forms.reverse();
}

const MOST_FACTS = 20_000;
/** Every step that compares values asks for the same ones again. */
const knownSpellings = memoisedFacts(MOST_FACTS, spellingsFound);

/** The form in which values of a field are compared, the same for all ways to write a value. */
export const formIn = (field: string, value: string): string => spellingsIn(field, value)[0] as string;

/** `formIn` by the tables that come with the program alone, of a value in its comparison form: for what a catalog keeps. */
export const baseFormOf = (field: string, norm: string): string =>
  (BASE_SPELLED.get(field)?.get(norm) ?? codeForms(norm))?.[0] ?? norm;

/** Tells whether a list of two numbers is one value of a field. */
export const joinsPairs = (field: string): boolean => FIELDS.get(field)?.pair !== undefined;

const TWO_NUMBERS = /^\[?\s*(\d+(?:\.\d+)?)\s*[,;]\s*(\d+(?:\.\d+)?)\s*\]?$/;

/** The one value that a list of two numbers gives in a field whose values are such pairs; null for anything else. */
export function pairIn(field: string, value: unknown): string | null {
  const between = FIELDS.get(field)?.pair;
  if (between === undefined) return null;
  const [, one, other] = TWO_NUMBERS.exec(Array.isArray(value) ? value.join(',') : String(value)) ?? [];
  return other === undefined ? null : `${one} ${between} ${other}`;
}

const isOption = (part: string) => part !== '' && part.length <= MOST_OPTION_CHARACTERS;

/** The whole options a clean detail text states for a canonical field. */
export function optionsIn(field: string, text: string): string[] {
  const parts = listsOptions(field) ? splitList(text) : [text];
  return parts.filter(isOption);
}

/** Field of what things are made of, whose words others have too. */
const MATERIAL = 'Material';

const isOfMaterials = (field: string): boolean =>
  field === MATERIAL || FIELDS.get(field)?.vocabulary?.extends === MATERIAL;

/** Tells whether an option of a field is what was only done to a material. */
export const isFinishOf = (field: string, option: string): boolean => isOfMaterials(field) && isFinish(option);

/** Some options of a field without what was only done to the materials beside it: of "Steel, powder-coated" the steel. */
export function materialsAmong(field: string, options: readonly string[]): readonly string[] {
  if (options.length < 2 || !isOfMaterials(field)) return options;
  const materials = options.filter((option) => !isFinish(option));
  return materials.length === 0 ? options : materials;
}

/** Any of these is a word or part of one, whatever stands around it. */
const HAS_WORD = /[a-z0-9]/i;

const MOST_FORMS = 5_000;
/** Options of lists come again and again, in ever other lists. */
const forms = new Recent<string, string>(MOST_FORMS);

function formOf(option: string): string {
  if (option.length > MOST_REMEMBERED_LENGTH) return normaliseValue(option);
  let form = forms.get(option);
  if (form === undefined) {
    form = normaliseValue(option);
    forms.set(option, form);
  }
  return form;
}

/** Options in first-seen order, one for each comparison form; what has none (a dash, a star) is no option. */
export function distinctOptions(options: readonly string[]): string[] {
  const [first, second] = options;
  if (first !== undefined && second === undefined)
    return HAS_WORD.test(first) || normaliseValue(first) !== '' ? [first] : [];
  const seen = new Set<string>();
  const distinct: string[] = [];
  for (const option of options) {
    const form = formOf(option);
    if (form === '' || seen.has(form)) continue;
    seen.add(form);
    distinct.push(option);
  }
  return distinct;
}
