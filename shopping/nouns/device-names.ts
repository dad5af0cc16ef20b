import { englishPattern, englishWords } from '../../lexicon/index.ts';
import type { ProductNoun } from './noun-phrase.ts';
import {
  COLLECTIONS,
  headOf,
  isNoun,
  isPart,
  isPlural,
  isServing,
  isWeak,
  NOT_MODIFIERS,
  singularOf,
} from './noun-words.ts';
import { type Word, wordsOf } from './title-name.ts';

const DEVICES = englishPattern('product noun: devices');
const NOUN_FOR_DEVICE = new RegExp(
  `(?<![\\p{L}\\p{N}])(\\p{L}+) for (?:${DEVICES})( \\p{Lu}\\p{L}+)?(?![\\p{L}\\p{N}])`,
  'u',
);

/** "Case for Kindle Paperwhite": a weak noun, in the singular one that is meant, and the device that the product is for. */
export function nounForDevice(title: string, isMeant: (noun: string) => boolean): ProductNoun | null {
  const [found, head, model = ''] = NOUN_FOR_DEVICE.exec(title) ?? [];
  const noun = singularOf(head?.toLowerCase() ?? '');
  if (found === undefined || head === undefined || !isMeant(noun) || !isNoun(head) || COLLECTIONS.has(noun))
    return null;
  return { span: isPart(model.trim()) ? found.slice(0, -model.length) : found, plural: isPlural(head) };
}

const GOES_WITH = englishPattern('product noun: goes with');
const NAMED = englishPattern('product noun: named devices');
/** A device behind what goes with it, with its maker; and the first word of its model. */
const BEHIND = new RegExp(` (?:${GOES_WITH}) (?:\\p{L}+ )?(?:${NAMED})(?![\\p{L}\\p{N}])`, 'iu');
const MODEL = /^ \p{Lu}\p{L}+(?![\p{L}\p{N}])/u;
/** A device that something which goes with it is named after. */
const BEFORE = new RegExp(`(?<![\\p{L}\\p{N}-])(?:${NAMED})(?![\\p{L}\\p{N}])`, 'iu');
/** Words that end names of models: "AirPods Max". */
const SUFFIXES = new Set(englishWords('fragment: model suffixes'));
/** Words of a device's model, and before what goes with it: "iPhone 6S Plus Leather Case". */
const MOST_OF_MODEL = 4;
/** Words before a device that a title begins with: a maker, and what it goes with. */
const MOST_BEFORE = 4;

/** Tells whether a word names what goes with other things. */
const isAccessory = ({ text }: Word): boolean =>
  isServing(singularOf(headOf(text))) || (isNoun(text) && isWeak(text) && !COLLECTIONS.has(singularOf(headOf(text))));
const isThing = ({ text }: Pick<Word, 'text'>): boolean => isNoun(text) || isPart(text);

/** "Bands Compatible with Fitbit Alta": the first things that a title says, and the device that they go with. */
export function accessoryBefore(title: string): ProductNoun | null {
  const device = BEHIND.exec(title);
  if (device === null) return null;
  const words = wordsOf(title.slice(0, device.index));
  const first = words.findLastIndex((word) => !isAccessory(word)) + 1;
  const [start, head] = [words[first], words.at(-1)];
  if (start === undefined || head === undefined || words.slice(0, first).some(isThing)) return null;
  if (/[^\s\p{L}-]/u.test(title.slice(start.start, device.index))) return null;
  const end = device.index + device[0].length;
  const [model = ''] = MODEL.exec(title.slice(end)) ?? [];
  const word = model.trim().toLowerCase();
  const isModel = word !== '' && !isThing({ text: word }) && (!NOT_MODIFIERS.has(word) || SUFFIXES.has(word));
  return { span: title.slice(start.start, end + (isModel ? model.length : 0)), plural: isPlural(head.text) };
}

/** "iPhone 6S Case": a device that a title begins with, its model and the first thing behind it. */
export function accessoryBehind(title: string): ProductNoun | null {
  const device = BEFORE.exec(title);
  if (device === null) return null;
  const before = wordsOf(title.slice(0, device.index));
  if (before.length > MOST_BEFORE || before.some(isThing)) return null;
  const end = device.index + device[0].length;
  const words = wordsOf(title.slice(end));
  const at = words.findIndex(isAccessory);
  const last = words.findIndex((word, place) => place >= at && !isAccessory(words[place + 1] ?? { ...word, text: '' }));
  const head = words[last];
  const next = words[last + 1];
  if (at === -1 || at > MOST_OF_MODEL || head === undefined || (next !== undefined && isThing(next))) return null;
  const behind = title.slice(end, end + head.end);
  return /[,;:|()[\]{}&/]|\s[-–—]\s/.test(behind)
    ? null
    : { span: title.slice(device.index, end + head.end), plural: isPlural(head.text) };
}

/** Part of a phrase that names a device with the first word of its model, which keep their capitals: "MacBook Pro"; null where none does. */
export function deviceIn(phrase: string): { readonly start: number; readonly end: number } | null {
  const found = BEFORE.exec(phrase);
  if (found === null) return null;
  const end = found.index + found[0].length;
  const [model = ''] = MODEL.exec(phrase.slice(end)) ?? [];
  return { start: found.index, end: end + (isThing({ text: model.trim() }) ? 0 : model.length) };
}
