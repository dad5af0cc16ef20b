import type { PublishedRubric } from '../../../families/ecomagentbench/sample.ts';
import { contentOf, overlap, says, stemOf, stemsOf, timesIn, wordsOf } from './plain-text.ts';
import {
  boundsOf,
  type Counter,
  entityOf,
  fieldNameOf,
  hiddenOf,
  noiseOf,
  perSample,
  valuesOf,
} from './sample-parts.ts';

const NEAR_NUMBER: Readonly<Record<string, RegExp>> = {
  price: /price|cost|budget|spend|pay|dollar|usd|\$/,
  average_rating: /star|rat|averag|scor/,
  rating_number: /rating|review|people|buyer|customer/,
};

/** Whether a text gives a number away: the number, and within four words what it counts. */
function saysNumber(text: string, { field }: PublishedRubric, bound: number): boolean {
  const words = wordsOf(text.replaceAll('$', ' dollar '));
  return words.some(
    (word, at) =>
      /^\d/.test(word) &&
      Number(word) === bound &&
      words.slice(Math.max(0, at - 4), at + 5).some((near) => NEAR_NUMBER[field]?.test(near)),
  );
}

/** "Rated 4 stars" says nothing of a star's shape. */
const RATING = /\b\d(?:\.\d)? stars?\b/gi;

function givesAway(written: string, rubric: PublishedRubric): string[] {
  const text = rubric.field === 'average_rating' ? written : written.replace(RATING, ' ');
  return [
    ...valuesOf(rubric).filter((value) => says(text, value)),
    ...boundsOf(rubric)
      .filter((bound) => saysNumber(text, rubric, bound))
      .map(String),
  ];
}

const leak = (place: string, text: string, rubric: PublishedRubric) =>
  givesAway(text, rubric).map(
    (value) => `${place} says "${value}" (${rubric.info_source} ${fieldNameOf(rubric)}): ${text}`,
  );

/** S6: a hidden value in the query. */
export const queryLeaks: Counter = perSample((sample) =>
  hiddenOf(sample).flatMap((rubric) => leak('the query', sample.user_query, rubric)),
);

/** Words that give a value away though they are not all of it. */
const GIVEN_AWAY: Readonly<Record<string, RegExp>> = {
  'Battery Powered': /\bbatter(?:y|ies)\b/i,
  'Faux Leather': /\bleather\b/i,
  'Solar Powered': /\b(?:solar|sunlight)\b/i,
  'Wireless Charging': /\bwireless\w* charg/i,
};

/** S6: a query that half gives a hidden value away: "a lithium-ion battery" where the persona hides "Battery Powered". */
export const halfLeaks: Counter = perSample((sample) =>
  hiddenOf(sample).flatMap((rubric) =>
    valuesOf(rubric)
      .filter((value) => GIVEN_AWAY[value]?.test(sample.user_query))
      .map(
        (value) =>
          `the query half says "${value}" (${rubric.info_source} ${fieldNameOf(rubric)}): ${sample.user_query}`,
      ),
  ),
);

/** S6: any scored value in the unscored part of the persona, or a clarification value among its requirements. */
export const personaLeaks: Counter = perSample((sample) => {
  const noise = noiseOf(sample);
  const requirements = Object.values(sample.user_persona.product_requirements).flat();
  return sample.rubrics.flatMap((rubric) => {
    const texts = rubric.info_source === 'clarification' ? [...noise, ...requirements] : noise;
    return texts.flatMap((text) => leak('the persona', text, rubric));
  });
});

/** S6: a hidden value in a slot that is not its own, in keywords or in the default answer. */
export const slotLeaks: Counter = perSample((sample) => {
  const { clarification_slots: slots, default_response: fallback } = sample.clarification_script;
  return hiddenOf(sample).flatMap((rubric) => [
    ...leak('the default answer', fallback, rubric),
    ...slots
      .filter(({ linked_rubric_ids: linked }) => !linked.includes(rubric.id))
      .flatMap(({ slot_id: id, user_response: response, hidden_info: info, trigger_keywords: keywords }) =>
        [response, info, ...keywords].flatMap((text) => leak(id, text, rubric)),
      ),
  ]);
});

/** S6: a hidden value that the target's title, which every search shows, gives away; exclusions are no such value. */
export const titleLeaks: Counter = perSample((sample) =>
  hiddenOf(sample)
    .filter(({ type }) => type === 'attribute_match')
    .flatMap((rubric) => leak('the title', sample.target_product.title, rubric)),
);

/** S6: a query that names the target: half of its title's words in a row, more than it asks for by rights, or a code. */
export const namedTargets: Counter = perSample((sample) => {
  const { user_query: query, rubrics } = sample;
  const { title, product_id: id } = sample.target_product;
  const asked = wordsOf(query);
  const words = wordsOf(title);
  const length = Math.max(3, Math.ceil(words.length / 2));
  const allowed = new Set([
    ...'a an by for in of the to with and'.split(' '),
    ...rubrics
      .filter(({ info_source: source }) => source === 'query')
      .flatMap((rubric) => [...valuesOf(rubric), entityOf(sample)].flatMap(stemsOf)),
  ]);
  const runs = words.slice(0, Math.max(0, words.length - length + 1)).map((_, at) => words.slice(at, at + length));
  const run = runs.find((part) => timesIn(asked, part) > 0 && part.some((word) => !allowed.has(stemOf(word))));
  const code = title
    .split(/\s+/)
    .find(
      (word) =>
        /^[A-Z]+-?\d{2,}\w*$/.test(word) && query.includes(word) && !stemsOf(word).every((stem) => allowed.has(stem)),
    );
  return [run?.join(' '), code, query.includes(id) ? id : undefined]
    .filter((name) => name !== undefined)
    .map((name) => `names "${name}" of "${title}": ${query}`);
});

const ALIASES = [
  ['unscented', 'fragrance free'],
  ['velcro', 'hook and loop'],
  ['remote', 'remote controlled'],
  ['wifi', 'wi-fi'],
  ['desktop', 'pc'],
].map((group) => group.map((name) => stemsOf(name).join(' ')));

function sameFact(one: string, other: string): boolean {
  const [a, b] = [contentOf(one), contentOf(other)];
  if (overlap(new Set(a), new Set(b)) === 1) return true;
  const names = [stemsOf(one).join(' '), stemsOf(other).join(' ')];
  return names.every((name) =>
    ALIASES.some((group) => group.includes(name) && group.some((alias) => names.includes(alias) && alias !== name)),
  );
}

/** S7: two requirements that are one fact: one field twice, one value under two fields, or one the noun phrase says. */
export const repeatedFacts: Counter = perSample((sample) => {
  const facts = sample.rubrics.flatMap((rubric) => valuesOf(rubric).map((value) => ({ rubric, value })));
  const fields = sample.rubrics.filter(({ type }) => type !== 'review_opinion').map(({ field }) => field);
  const twice = fields.filter((field, at) => fields.indexOf(field) !== at).map((field) => `${field} is scored twice`);
  const same = facts.flatMap(({ rubric, value }, at) =>
    facts
      .slice(at + 1)
      .filter((other) => other.rubric !== rubric && sameFact(value, other.value))
      .map((other) => `${fieldNameOf(rubric)} "${value}" and ${fieldNameOf(other.rubric)} "${other.value}"`),
  );
  const named = facts
    .filter(
      ({ rubric, value }) =>
        rubric.type === 'attribute_match' && timesIn(stemsOf(entityOf(sample)), stemsOf(value)) > 0,
    )
    .map(({ value }) => `"${entityOf(sample)}" and "${value}"`);
  return [...twice, ...same, ...named];
});
