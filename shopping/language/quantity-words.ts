import { z } from 'zod';
import {
  englishExpression,
  englishWords,
  FIELDS,
  type Language,
  ofLexicon,
  otherLanguage,
  type Phrases,
  readWords,
} from '../../lexicon/index.ts';
import { tokensOf } from '../../text/normalise.ts';
import type { Bounds } from '../../text/range-mentions.ts';
import { UNIT_OF } from '../../text/units.ts';
import { unitBehind } from '../quantities/amount.ts';
import { coreOf, isForeignName, nameGiven } from './field-name.ts';
import { namesOneOf } from './goods.ts';
import { lowered, withArticle } from './speech.ts';

/** Words for a unit: of one, and of several; a sign is the same of both. */
const UNITS: ReadonlyMap<string, readonly [one: string, several: string]> = new Map(
  Object.entries(z.record(z.string(), z.string()).parse(readWords('units.yaml'))).map(([unit, said]) => {
    const [one = said, several = one] = said.split(' | ');
    return [unit, [one, several]];
  }),
);

/** From five digits on people write the comma; a year or a clock rate of four stands without. */
const numberSaid = (amount: number): string =>
  Number.isInteger(amount) && Math.abs(amount) >= 10_000
    ? String(amount).replace(/\B(?=(?:\d{3})+$)/g, ',')
    : String(amount);

/** An amount as another language says it. */
const amountSaidIn = ({ said, units }: Language, amount: number, unit: string | undefined): string =>
  unit === undefined
    ? String(amount)
    : said.amount.replace('{a}', String(amount)).replace('{u}', () => units[unit] ?? UNITS.get(unit)?.[0] ?? unit);

/** An amount as a shopper says it: "27 inches", "1 pound", "16 GB". */
export function amountSaid(amount: number, unit: string | undefined): string {
  const language = otherLanguage();
  if (language !== null) return amountSaidIn(language, amount, unit);
  if (unit === undefined) return numberSaid(amount);
  const [one, several] = UNITS.get(unit) ?? [unit, unit];
  return `${numberSaid(amount)} ${amount === 1 ? one : several}`;
}

/** An amount before a noun: "27-inch", "16 GB". */
function amountBefore(amount: number, unit: string | undefined): string {
  if (unit === undefined) return numberSaid(amount);
  const [one, several] = UNITS.get(unit) ?? [unit, unit];
  return `${numberSaid(amount)}${one === several ? ' ' : '-'}${one}`;
}

/** Every way to say bounds, the plainest first: "at least 16 GB", "16 GB or more". */
export function boundsSaid({ min, max, unit, nominal }: Bounds): readonly [string, ...string[]] {
  const say = (amount: number) => amountSaid(amount, unit);
  if (nominal !== undefined) return [say(nominal)];
  const language = otherLanguage();
  if (language !== null) {
    const { least, most, between } = language.said;
    if (min !== undefined && max !== undefined)
      return [between.replace('{a}', () => String(min)).replace('{b}', () => say(max))];
    const patterns = min === undefined ? most : least;
    return patterns.map((pattern) => pattern.replace('{a}', () => say((min ?? max) as number))) as [
      string,
      ...string[],
    ];
  }
  if (min !== undefined && max !== undefined) return [`between ${numberSaid(min)} and ${say(max)}`];
  if (min !== undefined) return [`at least ${say(min)}`, `${say(min)} or more`];
  return [`at most ${say(max as number)}`, `no more than ${say(max as number)}`, `${say(max as number)} or less`];
}

export const boundSaid = (range: Bounds): string => boundsSaid(range)[0];

/** Words of names that are written in capitals. */
const isSign = (word: string) => {
  const [sign, several] = UNITS.get(UNIT_OF.get(word.toLowerCase()) ?? '') ?? [];
  return sign !== undefined && sign === several && sign.toLowerCase() === word.toLowerCase() ? sign : null;
};

/** Words that are spelt out wherever they stand: "gpu". */
const SPELT = new Set(englishWords('file names: capitals'));

/** A detail field's name in a sentence: "core clock", "display size" of "Display Size (inch)", "price per GB". */
export function fieldSaid(field: string): string {
  const name = nameGiven(field);
  if (name !== undefined) return name;
  const plain = field
    .replace(/\s*[([][^()[\]]*[)\]]\s*/g, ' ')
    .replace(/[_\s]+/g, ' ')
    .trim();
  // Capitals are a matter of English here.
  if (otherLanguage() !== null) return plain;
  const words = plain.split(' ');
  const isCalled = UNIT_OF.has(tokensOf(words.at(-1) ?? '').join(' ')) && words.length > 1 && field.includes('_');
  const last = isCalled || unitBehind(plain) !== null;
  const kept = last && !words.includes('per') ? words.slice(0, -1) : words;
  return kept
    .map((word) => isSign(word) ?? (SPELT.has(word.toLowerCase()) ? word.toUpperCase() : lowered(word)))
    .join(' ');
}

const COUNTED_NAME = englishExpression('quantity words: counted name', 'i');
const COUNTED_THINGS = englishExpression('quantity words: counted things', 'i');

/** The things that a field counts by its name: those of "number of ports", "memory slots"; null where it counts none. */
function countedIn(label: string): string | null {
  const [, of] = COUNTED_NAME.exec(label) ?? [];
  return of ?? (COUNTED_THINGS.test(label) ? label : null);
}

/** Phrases for the values of a quantity: those the lexicon has for the field, or ones made from its name. */
function framesOf(
  field: string,
  isSingle: boolean,
  isBare: boolean,
): Required<Pick<Phrases, 'before' | 'after' | 'verb'>> {
  const entry = FIELDS.get(field);
  if (entry?.say?.as === 'quantity' || (entry?.quantity !== undefined && entry.say !== undefined)) {
    const { before = [], after = [], verb = [] } = entry.say;
    return { before, after, verb };
  }
  if (isForeignName(field)) {
    const said = `listed with {v} under "${field}"`;
    return { before: [], after: [said], verb: [`be ${said}`] };
  }
  const label = fieldSaid(field);
  const counted = isBare ? countedIn(label) : null;
  const said =
    counted === null ? `${withArticle(label)} of {v}` : `{v} ${isSingle ? counted.replace(/s$/, '') : counted}`;
  return { before: [], after: [`with ${said}`], verb: [`have ${said}`] };
}

/** Bounds of a field that are asked of some goods, each with the test for those goods. */
const BOUNDS_OF = ofLexicon(
  () =>
    new Map(
      [...FIELDS].flatMap(([field, { bounds_of }]) =>
        bounds_of.length === 0
          ? []
          : [[field, bounds_of.map((bounds) => ({ bounds, isOfThem: namesOneOf(bounds.of) }))] as const],
      ),
    ),
);

/** Such fields by the words that shoppers have for them: a "Weight" is asked for as an Item Weight. */
const CALLED = ofLexicon(
  () => new Map([...BOUNDS_OF.keys()].map((field) => [FIELDS.get(field)?.dialogue?.label ?? field, field] as const)),
);

/** The bounds of a field that are asked of what a noun phrase names, where it is other ones than of all goods. */
export const boundsOf = (field: string, noun: string) =>
  BOUNDS_OF.get(FIELDS.has(field) ? field : (CALLED.get(coreOf(field)) ?? field))?.find(({ isOfThem }) =>
    isOfThem(noun),
  )?.bounds;

/** Every way to ask for a quantity of a field outright, of a product of a noun phrase or of any. */
export function quantityPhrases(
  field: string,
  range: Bounds,
  noun?: string,
): Record<'before' | 'after' | 'verb', string[]> {
  if (otherLanguage() !== null) return { before: [], after: [...boundsSaid(range)], verb: [] };
  const { min, max, unit, nominal } = range;
  const bounds = boundsSaid(range);
  const own = noun === undefined ? undefined : boundsOf(field, noun);
  if (own !== undefined && (own.after ?? own.verb) !== undefined) {
    const size = nominal === undefined ? null : withArticle(amountBefore(nominal, unit));
    const said = (patterns: readonly string[] = []) =>
      patterns
        .filter((pattern) => pattern.includes('{a v}') === (size !== null))
        .flatMap((pattern) =>
          size === null
            ? bounds.map((bound) => pattern.replace('{v}', () => bound))
            : pattern.replace('{a v}', () => size),
        );
    const [after, verb] = [said(own.after), said(own.verb)];
    // A lexicon may have words for sizes of those goods alone, or for bounds.
    if (after.length + verb.length > 0) return { before: [], after, verb };
  }
  const frames = framesOf(field, (nominal ?? max ?? min) === 1, unit === undefined);
  // "With {v} DPI" is for numbers alone: an amount has its unit.
  const once = (pattern: string) =>
    pattern.replace(/\{v\} (\p{L}+)/u, (whole, word: string) =>
      unit !== undefined && UNIT_OF.get(word.toLowerCase()) === unit ? '{v}' : whole,
    );
  const filled = (patterns: readonly string[] | undefined, values: readonly string[]) =>
    (patterns ?? []).flatMap((pattern) => values.map((value) => once(pattern).replace('{v}', () => value)));
  const known = FIELDS.get(field)?.quantity;
  const isOne = nominal === undefined && (min === undefined) !== (max === undefined);
  const further = isOne ? (min === undefined ? known?.most : known?.least) : undefined;
  const bare = [amountSaid(min ?? max ?? 0, unit)];
  return {
    before: nominal === undefined ? [] : filled(frames.before, [amountBefore(nominal, unit)]),
    after: [...filled(frames.after, bounds), ...filled(further?.after, bare)],
    verb: [...filled(frames.verb, bounds), ...filled(further?.verb, bare)],
  };
}
