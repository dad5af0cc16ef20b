import { z } from 'zod';
import { englishWords, FOREIGN_UNITS, onLexicon, otherLanguage, readWords } from '../lexicon/index.ts';
import { ALIAS_GROUPS, fieldUnitsOf, GENERIC_ITEMS } from './aliases.ts';
import { memoisedFacts } from './cache/memoised.ts';
import { gluedParts, lettersFolded, type PreparedText, prepareText } from './prepare.ts';
import { stemOf } from './stem.ts';
import { foldWithOrigin, isAscii } from './tokens.ts';

/** One way to write a value: a row of forms as `prepareText` gives them, and the words behind the forms. */
interface Spelling {
  readonly forms: readonly string[];
  readonly words: readonly string[];
}

/** A spelling as it looks when its words are written as one, or one of its words as several. */
export interface JoinedSpelling {
  /** Letters that every inflected form starts with. */
  readonly prefix: string;
  readonly whole: string;
  /** All words but the last, and the stem of the last: "noise" and "cancel". */
  readonly head: string;
  readonly lastStem: string;
}

export interface QuantityPattern {
  readonly amount: number;
  readonly unit: string | undefined;
  /** Units a number may have in the text when the value states none. */
  readonly units: readonly string[];
  /** True where the number counts without its unit too. */
  readonly bare: boolean;
}

/** Everything that is looked for in a text when it is searched for one value. */
export interface ValuePatterns {
  readonly spellings: readonly Spelling[];
  readonly joined: readonly JoinedSpelling[];
  readonly quantities: readonly QuantityPattern[];
  /** Sizes such as 8.5 x 11: their numbers in order. */
  readonly dimensions: readonly (readonly number[])[];
  /** Values in scripts without spaces, folded: found as substrings. */
  readonly substrings: readonly string[];
  /** Words that others may be written on to: found as the start or the end of one. */
  readonly compounds: readonly string[];
  /** Letters and digits of names that are told by them alone, however they are torn apart or run together. */
  readonly letters: readonly Letters[];
}

const LIST_SEPARATOR = /(?<!\d),|,(?!\d{3}(?!\d))|[;|、，；•\n]|\s[&+]\s|(?<!\d)\/|\/(?!\d)/;
const COUNTED = englishWords('spellings: counted');
const MOST_SPELLINGS = 64;
/** Second words whose phrase keeps its meaning when turned round: "resists water", "cancels out noise". */
const REVERSIBLE = new Set(englishWords('spellings: reversible').map(stemOf));

const isUnit = (form: string) => form.startsWith('u:');
const isNumber = (form: string) => /^\d/.test(form);
const keyOf = ({ forms }: Spelling) => forms.join(' ');

/** The items of a value that lists several; the value alone when it lists none. */
function itemsOf(value: string, field: string | undefined): string[] {
  // "Black & Decker" is one name.
  const items = value
    .split(field === 'Brand' ? /[;|]/ : LIST_SEPARATOR)
    .map((item) => item.trim())
    .filter((item) => item !== '');
  if (items.length < 2) return [];
  const allShort = items.every((item) => /^[A-Z\d]{1,3}$/.test(item));
  return items.filter((item) => {
    const { words } = prepareText(item);
    if (words.length === 0 || words.every((word) => GENERIC_ITEMS.has(word))) return false;
    return allShort || words.join('').length > 1;
  });
}

interface PreparedGroup {
  readonly members: readonly Spelling[];
  readonly fields: readonly string[] | undefined;
}

/** The places of alias groups, by the first form of each of their names. */
interface PreparedGroups {
  readonly groups: readonly PreparedGroup[];
  readonly byFirstForm: ReadonlyMap<string, readonly number[]>;
}

let prepared: PreparedGroups | undefined;

/** Prepared on first use: reading the alias table takes longer than loading the module should. */
function aliasGroups(): PreparedGroups {
  if (prepared !== undefined) return prepared;
  const groups = ALIAS_GROUPS.map(({ names, fields }) => ({ members: names.map(spellingIn), fields }));
  const byFirstForm = new Map<string, number[]>();
  for (const [place, { members }] of groups.entries()) {
    for (const first of new Set(members.map(({ forms }) => forms[0] ?? ''))) {
      const places = byFirstForm.get(first);
      if (places === undefined) byFirstForm.set(first, [place]);
      else places.push(place);
    }
  }
  prepared = { groups, byFirstForm };
  return prepared;
}

/** The groups that have a name which may stand in a spelling, in the order of the table. */
function groupsNamedIn({ forms }: Spelling): PreparedGroup[] {
  const { groups, byFirstForm } = aliasGroups();
  const places = new Set(forms.flatMap((form) => byFirstForm.get(form) ?? []));
  return [...places].sort((a, b) => a - b).map((place) => groups[place] as PreparedGroup);
}

const spellingIn = (text: string): Spelling => spellingOf(prepareText(text));
const spellingOf = ({ forms, words }: PreparedText): Spelling => ({ forms, words });

function placesOf(part: readonly string[], forms: readonly string[]): number[] {
  const places: number[] = [];
  for (let at = 0; at + part.length <= forms.length; at++) {
    if (part.every((form, step) => forms[at + step] === form)) places.push(at);
  }
  return places;
}

function* aliasesOf(spelling: Spelling, field: string | undefined): Generator<Spelling> {
  for (const { members, fields } of groupsNamedIn(spelling)) {
    if (fields !== undefined && field !== undefined && !fields.includes(field)) continue;
    // Without a field a name that has several meanings only stands for itself.
    if (fields !== undefined && field === undefined) continue;
    for (const member of members) {
      for (const at of placesOf(member.forms, spelling.forms)) {
        for (const other of members) {
          if (other === member) continue;
          yield {
            forms: spelling.forms.toSpliced(at, member.forms.length, ...other.forms),
            words: spelling.words.toSpliced(at, member.words.length, ...other.words),
          };
        }
      }
    }
  }
}

const phrase = (...parts: (Spelling | string)[]): Spelling => {
  const spelled = parts.map((part) => (typeof part === 'string' ? spellingIn(part) : part));
  return { forms: spelled.flatMap(({ forms }) => forms), words: spelled.flatMap(({ words }) => words) };
};

const slice = ({ forms, words }: Spelling, from: number, to: number): Spelling => ({
  forms: forms.slice(from, to),
  words: words.slice(from, to),
});

const FREE_OF = englishWords('spellings: free of');
const BETWEEN_TURNED = englishWords('spellings: between turned');
/** "Sulfate free" as "no sulfates", "water resistant" as "resists water", "hook and loop" as "hook loop". */
function* rephrased(spelling: Spelling): Generator<Spelling> {
  const { forms } = spelling;
  const last = forms.length - 1;
  if (last < 1) return;
  const head = slice(spelling, 0, last);
  if (forms[last] === 'free') {
    for (const opening of FREE_OF) yield phrase(opening, head);
  }
  if (REVERSIBLE.has(forms[last]!)) {
    const verb = slice(spelling, last, last + 1);
    for (const between of ['', ...BETWEEN_TURNED]) yield phrase(verb, between, head);
  }
  const and = forms.indexOf('and');
  if (and > 0 && and < last) yield phrase(slice(spelling, 0, and), slice(spelling, and + 1, last + 1));
}

function spellingsFrom(value: string, field: string | undefined): Spelling[] {
  const found = new Map<string, Spelling>();
  const add = (spelling: Spelling) => {
    const key = keyOf(spelling);
    if (key === '' || found.has(key) || found.size >= MOST_SPELLINGS) return;
    found.set(key, spelling);
  };
  add(spellingIn(value));
  if (/[&+/]/.test(value)) add(spellingIn(value.replace(/[&+/]/g, ' and ')));
  // Twice, so that two aliases in one value are both replaced: "BT & USB-C".
  for (let pass = 0; pass < 2; pass++) {
    for (const spelling of [...found.values()]) for (const alias of aliasesOf(spelling, field)) add(alias);
  }
  for (const spelling of [...found.values()]) for (const other of rephrased(spelling)) add(other);
  return [...found.values()];
}

function joinedFrom({ forms, words }: Spelling): JoinedSpelling | undefined {
  if (forms.some(isUnit) || forms.every(isNumber)) return undefined;
  const whole = words.join('');
  if (whole.length < 2) return undefined;
  const last = words.at(-1)!;
  const lastStem = forms.at(-1)!;
  let shared = 0;
  while (shared < last.length && last[shared] === lastStem[shared]) shared++;
  const head = words.slice(0, -1).join('');
  return { prefix: head + last.slice(0, Math.max(1, shared)), whole, head, lastStem };
}

function dimensionsFrom(forms: readonly string[]): number[] | undefined {
  const rest = forms.filter((form) => !isUnit(form));
  if (rest.length < 3 || rest.length % 2 === 0) return undefined;
  const fits = rest.every((form, at) => (at % 2 === 0 ? isNumber(form) : form === 'x' || form === 'by'));
  return fits ? rest.filter((_, at) => at % 2 === 0).map(Number) : undefined;
}

function quantitiesFrom({ forms, numbers }: PreparedText, field: string | undefined): QuantityPattern[] {
  const [only, ...more] = numbers;
  if (only === undefined || more.length > 0) return [];
  const { amount, unit } = only;
  const units = unit === undefined ? (fieldUnitsOf(field ?? '') ?? COUNTED) : [unit];
  if (only.from === 0 && only.to === forms.length) return [{ amount, unit, units, bare: true }];
  // "1 TB SSD" is given away by "1 TB"; "2 pack, black" is not by "2 pack".
  return unit !== undefined && !COUNTED.includes(unit) ? [{ amount, unit, units, bare: false }] : [];
}

const fold = (text: string) => lettersFolded(foldWithOrigin(text).text.replace(/\s+/g, ''));

/** The other ways in which the language in force writes a value. */
function variantsOf(value: string): string[] {
  const { variants = [] } = otherLanguage() ?? {};
  return variants.flatMap(({ from, to }) => {
    const pattern = new RegExp(from, 'iu');
    return pattern.test(value) ? to.map((written) => value.replace(pattern, written)) : [];
  });
}

/** The parts of a value in a script without spaces that name it: no units of its numbers, no lone characters beside words. */
function substringsIn(text: string, spellings: readonly Spelling[]): string[] {
  const isMixed = /[\p{Script=Latin}\p{N}]/u.test(text);
  const own = gluedParts(text).filter((part) => !FOREIGN_UNITS.has(part) && (!isMixed || part.length > 1));
  const aliases = spellings
    .map(({ words }) => words.join(''))
    .filter((written) => /^\p{Script=Han}{2,}$/u.test(written));
  return [...own, ...aliases].map(fold);
}

/** The shortest word that others may be written on to and that still tells. */
const LEAST_COMPOUND = 4;

function compoundsFrom(rows: readonly Spelling[]): string[] {
  if (otherLanguage()?.stems?.compounds !== true) return [];
  return rows.flatMap(({ forms, words: [word = ''] }) =>
    forms.length === 1 && word.length >= LEAST_COMPOUND && /^\p{L}+$/u.test(word) ? [word.replace(/e$/, '')] : [],
  );
}

/** Tells whether a value is more than one plain word, which is found in any case. */
const isOfSeveral = (text: string) => /[^\p{L}]/u.test(text);
/** Fewer letters and digits could stand in a row by chance. */
const LEAST_LETTERS = 8;

/** The letters and digits of a text, folded. */
export interface Letters {
  readonly letters: string;
  /** The place of each in the text. */
  readonly places: readonly number[];
  /** The characters before each that make another number of it: all between two digits, and a sign beside one. */
  readonly signs: readonly string[];
}

const DIGIT = /^\p{N}$/u;

function signsIn(gap: string, before: string, after: string): string {
  if (gap === '') return '';
  const digits = Number(DIGIT.test(before)) + Number(DIGIT.test(after));
  if (digits === 2) return gap.replace(/\s+/g, ' ');
  return digits === 1 ? gap.replace(/[^-/%.,]/g, '') : '';
}

export const lettersOf = (text: string): Letters => (isAscii(text) ? asciiLettersOf(text) : anyLettersOf(text));

function asciiLettersOf(text: string): Letters {
  const folded = text.toLowerCase();
  const places: number[] = [];
  const signs: string[] = [];
  let letters = '';
  for (let at = 0, last = -1; at < folded.length; at++) {
    const code = folded.charCodeAt(at);
    if (!(code >= 97 && code <= 122) && !(code >= 48 && code <= 57)) continue;
    const before = last === -1 ? '' : (folded[last] as string);
    signs.push(at === last + 1 ? '' : signsIn(folded.slice(last + 1, at), before, folded[at] as string));
    places.push(at);
    letters += folded[at];
    last = at;
  }
  return { letters, places, signs };
}

function anyLettersOf(text: string): Letters {
  const { text: folded, origin } = foldWithOrigin(text);
  const places: number[] = [];
  const signs: string[] = [];
  let letters = '';
  let [last, end] = ['', 0];
  for (const { 0: letter, index } of folded.matchAll(/[\p{L}\p{N}]/gu)) {
    const sign = signsIn(folded.slice(end, index), last, letter);
    for (let unit = 0; unit < letter.length; unit++) {
      places.push(origin[index] as number);
      signs.push(unit === 0 ? sign : '');
    }
    letters += letter;
    [last, end] = [letter, index + letter.length];
  }
  return { letters, places, signs };
}

function patternsFrom(value: string, field: string | undefined): ValuePatterns {
  const texts = [value, ...itemsOf(value, field)].flatMap((text) => [text, ...variantsOf(text)]);
  const spellings = new Map<string, Spelling>();
  const quantities: QuantityPattern[] = [];
  const dimensions: number[][] = [];
  const byAmount = new Set<string>();
  for (const text of texts) {
    // In running text a closing "one" may be read as the number: "Xbox One" in "an Xbox One console".
    const counted = text.replace(/(?<=\p{L} )one$/iu, '1');
    for (const spelling of [
      ...spellingsFrom(text, field),
      ...(counted === text ? [] : spellingsFrom(counted, field)),
    ]) {
      spellings.set(keyOf(spelling), spelling);
      const dimension = dimensionsFrom(spelling.forms);
      if (dimension !== undefined) dimensions.push(dimension);
    }
    for (const foreign of OTHER_LANGUAGES.get(text.toLowerCase()) ?? []) {
      const spelling = spellingIn(foreign);
      if (gluedParts(foreign).length === 0) spellings.set(keyOf(spelling), spelling);
    }
    const prepared = prepareText(text);
    for (const quantity of quantitiesFrom(prepared, field)) {
      quantities.push(quantity);
      if (quantity.bare) byAmount.add(keyOf(spellingOf(prepared)));
      const { from, to } = prepared.numbers[0]!;
      for (const alias of aliasesOf(slice(spellingOf(prepared), from, to), field)) spellings.set(keyOf(alias), alias);
    }
  }
  // A quantity is matched by its amount and unit, which knows more than the row of forms; an alias such as "2.4g" is not.
  const rows = [...spellings.values()].filter((spelling) => !byAmount.has(keyOf(spelling)));
  return {
    spellings: rows,
    joined: rows.map(joinedFrom).filter((joined) => joined !== undefined),
    quantities,
    dimensions,
    substrings: [
      ...new Set(
        texts
          .flatMap((text) => [text, ...(OTHER_LANGUAGES.get(text.toLowerCase()) ?? [])])
          .flatMap((text) => substringsIn(text, rows)),
      ),
    ],
    compounds: compoundsFrom(rows),
    letters: [...new Set(texts.filter(isOfSeveral))]
      .map(lettersOf)
      .filter(({ letters }) => letters.length >= LEAST_LETTERS && /\p{L}/u.test(letters)),
  };
}

const MOST_REMEMBERED = 10_000;
onLexicon(() => {
  prepared = undefined;
});

/** The patterns of a value, remembered: building them takes far longer than looking for them. */
export const patternsOf = memoisedFacts(
  MOST_REMEMBERED,
  (field: string | undefined, value): ValuePatterns => patternsFrom(value, field),
);

/** The spellings of a value by words; amounts, sizes and scripts without spaces are matched by other means. */
export function spellingsOf(value: string, field?: string): string[] {
  return patternsOf(field, value).spellings.map(({ words }) => words.join(' '));
}

const TABLE = z.record(z.string(), z.string()).parse(readWords('other-languages.yaml'));

/** The endings a mark of the table stands for. */
const ENDINGS: Readonly<Record<string, readonly string[]>> = {
  '~': ['', 'e', 'er', 'es', 'en', 'em'],
  '^': ['o', 'a', 'os', 'as'],
  '*': ['', 'e', 's', 'es'],
};

const formsOf = (word: string): string[] => {
  const endings = ENDINGS[word.at(-1) ?? ''];
  return endings === undefined ? [word] : endings.map((ending) => word.slice(0, -1) + ending);
};

/** Names of values in other languages, in every form; `english` is the name in lower case. */
const OTHER_LANGUAGES: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(TABLE).map(([english, words]) => [english, words.split(', ').flatMap(formsOf)]),
);
