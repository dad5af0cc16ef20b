import { z } from 'zod';
import { commaList, readWords } from '../../lexicon/index.ts';
import { type Draw, pickOne } from '../../schemas/draw.ts';
import { tokensOf } from '../../text/normalise.ts';
import { namesOneOf, SUITED, suitedTo } from './goods.ts';
import { besideThoseOf } from './recipients.ts';
import { preferred, type RequestPatterns } from './request.ts';

const Patterns = z.array(z.string().min(1)).min(1);
/** Openings of any product, or of some goods alone. */
const Openings = z.array(z.union([z.string().min(1), SUITED.extend({ say: z.string().min(1) })])).min(1);
const {
  openings,
  scenes,
  groups,
  scenes_of,
  no_scenes_of,
  owned,
  lasting,
  used_up,
  lead,
  lead_asks,
  follow,
  follow_one,
  apart,
  joined,
  second_follow,
  not,
  not_joined,
} = z
  .strictObject({
    openings: z.record(z.string(), Openings),
    scenes: z.record(z.string(), Openings),
    groups: z.record(z.string(), z.string()),
    scenes_of: z.record(z.string(), commaList),
    no_scenes_of: z.record(z.string(), commaList),
    owned: z.record(z.string(), commaList),
    lasting: z.string(),
    used_up: commaList,
    lead: Patterns,
    lead_asks: Patterns,
    follow: Patterns,
    follow_one: Patterns,
    apart: Patterns,
    joined: Patterns,
    second_follow: Patterns,
    not: Patterns,
    not_joined: Patterns,
  })
  .parse(readWords('openings.yaml'));

/** Tests for goods that the scenes of some groups are true of alone. */
const isOfGroup = new Map(Object.entries(scenes_of).map(([group, nouns]) => [group, namesOneOf(nouns)] as const));

/** Tells whether a topic says that what is of a group by its words is for something else: boots for a building site. */
const isOfOtherUse = (group: string, topic: readonly string[]) =>
  no_scenes_of[group]?.some((word) => topic.includes(word)) === true;

/**
 * The group of scenes that are true of what the topic ends with whose words it holds most of; ties go to the first in the
 * table.
 */
export function groupOf(topic: string): string | null {
  const tokens = tokensOf(topic);
  const votes = new Map<string, number>();
  // Later words of a category path are narrower, so they weigh more.
  for (const [place, token] of tokens.entries()) {
    const group = groups[token] ?? groups[token.replace(/s$/, '')];
    if (group !== undefined && (isOfGroup.get(group)?.(topic) ?? true) && !isOfOtherUse(group, tokens))
      votes.set(group, (votes.get(group) ?? 0) + 1 + place / tokens.length);
  }
  let best: string | null = null;
  for (const [group, count] of votes) if (best === null || count > (votes.get(best) ?? 0)) best = group;
  return best;
}

const usedUp = new Set(used_up);
const saysLasting = new RegExp(lasting, 'i');
const isUsedUp = (topic: string) => tokensOf(topic).some((token) => usedUp.has(token));

/** Openings with the tests of the goods they can be said of. */
const withTests = (table: Readonly<Record<string, z.infer<typeof Openings>>>) =>
  new Map(
    Object.entries(table).map(([name, some]) => [
      name,
      some.map((opening) =>
        typeof opening === 'string'
          ? { text: opening, suits: null }
          : { text: opening.say, suits: suitedTo({ of: opening.of, never: opening.never }) },
      ),
    ]),
  );
const OPENINGS = withTests(openings);
const SCENES = withTests(scenes);

/** Tells whether a topic ends with what the scenes of a group are set around: nobody buys a car for the car. */
const isOwnedIn = (group: string, topic: string) => owned[group]?.includes(tokensOf(topic).at(-1) ?? '') === true;

/** Words of an opening that may go on in the same sentence; a longer one has said enough in it. */
const SHORT_OPENING = 7;

/**
 * The sentence patterns of a request: an opening of the intent, of the product's kind or of any, and what may follow.
 * `topic` holds the words of the category path and the noun phrase; the opening speaks of the recipient that `said` does.
 */
export function patternsFor(
  intent: string,
  topic: string,
  avoid: ReadonlySet<string>,
  draw: Draw,
  said: readonly string[] = [],
): RequestPatterns {
  const group = groupOf(topic);
  const scene = group === null || isOwnedIn(group, topic) ? undefined : SCENES.get(group);
  const mayLast = !isUsedUp(topic);
  // All alike: a few that fit one intent or kind alone would else open many of its requests.
  const fitting = [OPENINGS.get('general'), OPENINGS.get(intent), scene]
    .flatMap((some) => some ?? [])
    .filter(({ text, suits }) => (suits?.(topic) ?? true) && (mayLast || !saysLasting.test(text)))
    .map(({ text }) => text);
  const patterns = fitting.filter(besideThoseOf(said));
  const opening = pickOne(
    draw,
    'opening',
    preferred(patterns, (pattern) => pattern, avoid),
  );
  const isShort = opening.split(' ').length <= SHORT_OPENING && !opening.includes(',');
  return {
    opening,
    lead,
    leadAsks: lead_asks,
    follow,
    followOne: follow_one,
    apart,
    joined: isShort ? joined : [],
    secondFollow: second_follow,
    not,
    notJoined: not_joined,
  };
}
