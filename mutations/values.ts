import { factsOf, type Rubric } from '../shopping/kinds/index.ts';

/** A value a rubric scores, as a listing states it. */
export interface ScoredValue {
  readonly rubric: Rubric;
  readonly field: string;
  readonly value: string;
}

/** The detail values of a rubric; numbers, budgets, phrases and opinions have none. */
export const valuesOf = (rubric: Rubric): ScoredValue[] =>
  factsOf(rubric).map(({ field, value }) => ({ rubric, field, value }));

const plain = (text: string) =>
  ` ${text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}.]+/gu, ' ')
    .trim()} `;

/** Tells whether a text has a word of two letters or more in common with a value: the plainest look there is. */
export function sharesWord(text: string, value: string): boolean {
  // Without spaces there are no words to compare.
  if (/\p{Script=Han}/u.test(value)) return text.includes(value);
  const words = plain(text);
  return plain(value)
    .split(' ')
    .some((word) => word.length > 1 && (words.includes(` ${word} `) || words.includes(` ${word}s `)));
}

/** Tells whether two values are forms of one word: "recycled" and "recyclable". */
export const isAkin = (one: string, other: string): boolean =>
  sharesWord(one, other) || sharesWord(other, one) || one.slice(0, 4).toLowerCase() === other.slice(0, 4).toLowerCase();

/** Wishes somebody might have of a product besides, said in a word or two. */
export const WISHES = [
  'waterproof',
  'bluetooth',
  'wireless charging',
  'stainless steel',
  'noise cancelling',
  'black',
  'purple',
  'leather',
  'cotton',
  'HDMI',
  'machine washable',
  'solar powered',
  'red',
  'nylon',
  'polyester',
  'voice control',
  'fast charging',
  'rechargeable',
  'silver',
  'plastic',
  'water resistant',
  'dishwasher safe',
  'beige',
  'usb powered',
  'battery powered',
];
