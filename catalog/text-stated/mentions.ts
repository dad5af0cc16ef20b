import { isAsserted } from './context.ts';
import type { PhrasePlace } from './phrase-finder.ts';
import type { Value, Vocabulary } from './vocabulary.ts';

/** A value of a field that a title says of its product. */
export interface Mention {
  readonly value: Value;
  /** The value as the title spells it. */
  readonly written: string;
  readonly kind: MentionKind;
}

/**
 * Manner in which a value stands in a title, which decides how far it is to be trusted: the place, and as the only
 * value of its field or beside others.
 */
export type MentionKind = number;
/** Ends a part of the title ("Headphones, Black"), starts it, stands within it. */
const PLACES = { end: 0, start: 1, within: 2 } as const;
const BESIDE_OTHERS = 3;
export const MENTION_KINDS = 6;

/**
 * Tells whether a value may well be said of a part of the product ("4 USB ports"): its own shelf has to vouch for it.
 */
export const isWithin = (kind: MentionKind): boolean => kind % BESIDE_OTHERS === PLACES.within;

interface Found {
  readonly value: Value;
  readonly start: number;
  readonly end: number;
}

const ENDS_PART = /^\s*(?:$|[,;|()[\]{}•【】（）]|[-–—]\s)/u;
const LETTER = /[\p{L}\p{N}]/u;

function placeIn(title: string, { start, end }: Found): number {
  if (ENDS_PART.test(title.slice(end, end + 3))) return PLACES.end;
  return LETTER.test(title.slice(0, start)) ? PLACES.within : PLACES.start;
}

const NO_MENTIONS: ReadonlyMap<string, readonly Mention[]> = new Map();

/** The places of values in a title, by field; one within a longer value of its field is a part of that. */
function placesIn(phrases: readonly PhrasePlace[], vocabulary: Vocabulary): Map<string, Found[]> {
  const found = new Map<string, Found[]>();
  for (const { phrase, start, end } of phrases) {
    for (const value of vocabulary.meaning(phrase)) {
      const ofField = found.get(value.field);
      const last = ofField?.at(-1);
      const place = { value, start, end };
      if (ofField === undefined || last === undefined) found.set(value.field, [place]);
      else if (start >= last.end) ofField.push(place);
      else if (start === last.start && end > last.end) ofField[ofField.length - 1] = place;
    }
  }
  return found;
}

/**
 * The values that a title says of its product itself, by field; each once, where it stands first. Words around a value are
 * read only where anybody wants it.
 */
export function mentionsIn(
  title: string,
  vocabulary: Vocabulary,
  isWanted: (value: Value, kind: MentionKind) => boolean,
): ReadonlyMap<string, readonly Mention[]> {
  const phrases = vocabulary.finder.find(title);
  // Most titles say none.
  if (phrases.length === 0) return NO_MENTIONS;
  const mentions = new Map<string, Mention[]>();
  for (const [field, places] of placesIn(phrases, vocabulary)) {
    const isBeside = places.some(({ value }) => value.place !== places[0]?.value.place);
    const said = new Map<number, Mention>();
    for (const place of places) {
      const { value, start, end } = place;
      const kind = placeIn(title, place) + (isBeside ? BESIDE_OTHERS : 0);
      if (said.has(value.place) || !isWanted(value, kind) || !isAsserted(title, start, end)) continue;
      said.set(value.place, { value, written: title.slice(start, end), kind });
    }
    if (said.size > 0) mentions.set(field, [...said.values()]);
  }
  return mentions;
}
