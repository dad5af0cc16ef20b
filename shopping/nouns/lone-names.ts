import type { Product } from '../../schemas/product.ts';
import { departmentsOf, endOfName, isSeveral, MOST_BEFORE, sayNothing, thingsNamedBy } from './listed-names.ts';
import { headOf, isNoun, isPart, isWeak, singularOf } from './noun-words.ts';
import { departmentOfName } from './one-word-names.ts';
import type { ShelfUse } from './shelf-use.ts';
import {
  headsOfKinds,
  isJoinedBehind,
  isOfCollections,
  JOINT,
  makerWords,
  namingParts,
  restOfName,
  saysBeside,
  type Word,
} from './title-name.ts';

/** The department of food, which other things taste, smell and look like: a wine of nail polishes, a doughnut of dog toys. */
const FOOD = 'grocery';

/** Tells whether none of the categories that say of which departments their things are is of food. */
function isAmongOthers(category: readonly string[]): boolean {
  const told = category.flatMap((name) => [...headsOfKinds(name)].flatMap((kind) => [...tellingDepartments(kind)]));
  return told.length > 0 && !told.includes(FOOD);
}

const isThing = ({ text }: Word) => isNoun(text) || isPart(text);
const singularOfWord = ({ text }: Word): string => singularOf(headOf(text));

/** Most departments of a word that tells of which one a thing is: cases are of all. */
const MOST_DEPARTMENTS = 5;

function tellingDepartments(word: string): ReadonlySet<string> {
  const found = departmentsOf(word);
  return found.size <= MOST_DEPARTMENTS ? found : new Set();
}

/** Tells whether a noun names things of a department that one of its categories names things of: a slipper among flats. */
const isOfDepartment = (noun: string, category: readonly string[]): boolean =>
  category.some((name) =>
    [...headsOfKinds(name)].some((kind) => !tellingDepartments(kind).isDisjointFrom(tellingDepartments(noun))),
  );

/**
 * The noun that a title ends with, or a part of it before which it says no other thing: one that names a thing by itself. One that
 * titles say in passing as well has to be of its category's department.
 */
export function loneName(
  { title, category, brand }: Pick<Product, 'title' | 'category' | 'brand'>,
  shelf?: ShelfUse,
): string | null {
  const named = category.at(-1) ?? '';
  if (isOfCollections(named)) return null;
  const kinds = headsOfKinds(named);
  const makers = makerWords(title, brand);
  const end = endOfName(title, brand);
  const parts = namingParts(title);
  let before = 0;
  for (const words of parts) {
    if (before > MOST_BEFORE) return null;
    before += words.length;
    const last = words.findLastIndex((_, at) => !sayNothing(words.slice(at)));
    const head = words[last];
    if (head === undefined) continue;
    const noun = singularOfWord(head);
    const isStrong = isNoun(head.text) && !isWeak(head.text) && isOfDepartment(noun, category);
    // What has a shelf of its own is filed there: no desktop stands among keyboards.
    const isElsewhere =
      thingsNamedBy(named, noun).size > 0 && shelf?.names(noun) === false && shelf.isNamedElsewhere(noun);
    if (isElsewhere) return null;
    const department = departmentOfName(headOf(head.text)) ?? departmentOfName(head.text.toLowerCase());
    if (department === FOOD && isAmongOthers(category)) return null;
    if (department === undefined && !isStrong) {
      if (words.some(isThing)) return null;
      continue;
    }
    if (head.start > end || makers.has(head.text.toLowerCase()) || head.text.includes('/')) return null;
    if (isJoinedBehind(title, head.end)) return null;
    if (JOINT.test(title.slice(words[last - 2]?.end ?? words[0]?.start, head.start))) return null;
    // "Fishfinder, Depth Finder Sun Cover" says first what it is for.
    if (last === 0 && parts.length > 1 && parts.flat().some((word) => word !== head && isThing(word))) return null;
    // Of an "Ink Cartridge for OfficeJet 8210 Printer" the printer is what it is for, whatever stands before it.
    const thing = words.slice(0, last).findIndex(isThing);
    if (thing !== -1 && words.slice(thing, last).some(({ text }) => /\d/.test(text))) return null;
    if (!kinds.has(noun) && saysBeside(title, thingsNamedBy(named, noun), head)) return null;
    if (restOfName(title, head.end).some(isThing)) return null;
    return words.slice(0, last).some(({ text }) => isSeveral(text)) ? null : head.text;
  }
  return null;
}
