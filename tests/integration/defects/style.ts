import { overlap, runsOf, wordsOf } from './plain-text.ts';
import { type Counter, perSample, type Sample, valuesOf } from './sample-parts.ts';

/** The largest shares of a sample's property, most frequent first. */
export function sharesOf(
  samples: readonly Sample[],
  keyOf: (sample: Sample) => string,
): [key: string, share: number][] {
  const counts = new Map<string, number>();
  for (const sample of samples) counts.set(keyOf(sample), (counts.get(keyOf(sample)) ?? 0) + 1);
  return [...counts].map(([key, count]): [string, number] => [key, count / samples.length]).sort((a, b) => b[1] - a[1]);
}

export const openingOf = ({ user_query: query }: Sample) => wordsOf(query).slice(0, 6).join(' ');

/** Explicit attribute values of queries, and how many of several words stand there exactly as the catalog writes them. */
export function verbatimCopies(samples: readonly Sample[]): { explicit: number; several: number; copied: number } {
  const explicit = samples.flatMap(({ rubrics, implicit_rubric_ids: implicit, user_query: query }) =>
    rubrics
      .filter(
        ({ type, info_source, id }) => type === 'attribute_match' && info_source === 'query' && !implicit.includes(id),
      )
      .flatMap(valuesOf)
      .map((value) => ({ value, query })),
  );
  const several = explicit.filter(({ value }) => /\s/.test(value));
  return {
    explicit: explicit.length,
    several: several.length,
    copied: several.filter(({ value, query }) => query.includes(value)).length,
  };
}

/** S12: two queries that are nearly one text: half of their three-word runs or seven tenths of their words. */
export const nearDuplicates: Counter = (samples) => {
  const read = samples.map((sample) => {
    const words = wordsOf(sample.user_query);
    return { sample, words: new Set(words), runs: runsOf(words, 3) };
  });
  return read.flatMap((one, at) =>
    read
      .slice(at + 1)
      .filter((other) => overlap(one.runs, other.runs) >= 0.5 || overlap(one.words, other.words) >= 0.7)
      .map((other) => `${one.sample.id} and ${other.sample.id}: ${one.sample.user_query}`),
  );
};

const GENDERED: Readonly<Record<string, RegExp>> = {
  Male: /\b(?:womens?|woman'?s|ladies|lady'?s|bra|bras|purse|lipstick|mascara|maternity|heels)\b/i,
  Female: /\b(?:mens|man'?s|gentlem[ae]n'?s?|beard|aftershave|mustache)\b/i,
};
const FOR_OTHERS =
  /\b(?:my (?:wife|husband|mother|father|mom|dad|daughter|son|sister|brother|partner|friend|niece|nephew)|gift|present|for (?:her|him|them))\b/i;

/** S12: a shopper who asks for what is made for the other gender, for themselves. */
export const genderedMismatches: Counter = perSample(({ user_persona: persona, user_query: query, rubrics }) => {
  const pattern = GENDERED[persona.demographics.gender];
  if (pattern === undefined || FOR_OTHERS.test(query)) return [];
  const wanted = rubrics.filter(({ type }) => type === 'attribute_match').flatMap(valuesOf);
  const text = [query, ...wanted]
    .map((part) => part.replaceAll('’', "'").replace(/\b(wo)?men's\b/gi, '$1mens'))
    .find((part) => pattern.test(part));
  return text === undefined
    ? []
    : [`${persona.demographics.gender} shopper, "${pattern.exec(text)?.[0] ?? ''}": ${text}`];
});
