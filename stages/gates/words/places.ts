import type { Span } from '../../../schemas/finding.ts';

/** Every place where words stand in a text character by character; none for words that are blank. */
export function placesOf(text: string, words: string): Span[] {
  const places: Span[] = [];
  if (words.trim() === '') return places;
  for (let at = text.indexOf(words); at !== -1; at = text.indexOf(words, at + words.length))
    places.push({ start: at, end: at + words.length });
  return places;
}
