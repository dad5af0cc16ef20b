import { type DescribedStep, defineStage, keep, reject } from '../../pipeline/stage.ts';
import { chance, type Draw, shuffled } from '../../schemas/draw.ts';
import type { AnswerSets, SatisfactionTable } from '../../shopping/answers/answer-set.ts';
import { type Feature, type InfoSource, requirementOf } from '../../shopping/kinds/index.ts';
import type { PlacementObserver } from '../../shopping/placement.ts';
import { unlikelyAmong } from '../../shopping/plausibility/unlikely-together.ts';
import { entityAt, FeaturedTask, PartitionedTask, type PlacedFeature } from '../../shopping/task.ts';
import type { Intent } from './intents.ts';
import { isAttribute } from './needs.ts';

interface Dependencies {
  readonly answerSets: AnswerSets;
  drawFor(task: FeaturedTask): Draw;
  intentOf(name: string): Intent;
  /** Tells whether the query can say the feature outright. */
  explicit(feature: Feature): boolean;
  /** Products of the catalog that state all of these features, whatever they are. */
  fitting(features: readonly Feature[]): number;
  /**
   * Counts those of some products, by their rows, that state no more values than a product does; it is not counted
   * itself.
   */
  statingNoMore(productId: string, rows: readonly number[]): number;
  readonly maxAnswers: number;
  readonly leastFitting: number;
  /** Products that have to be left of a personalised task without its profile. */
  readonly leastWithoutProfile: number;
  /** Products that have to be left by what a task says outright at once, without its clues. */
  readonly leastWithoutClues: number;
  readonly onTried?: PlacementObserver | undefined;
}

/** Selections drawn before a task is given up. */
const TRIES = 32;
/** Long-term needs of a profile. */
const MOST_LASTING = 2;
/** Share of the features sayable both ways that the query carries by a clue. */
const CLUES = 0.6;
/**
 * The share of the products left without a profile that has to state no more than the target. A search shows first what
 * says little beside the words searched for: the barest of many products is found by no merit.
 */
const AS_BARE = 0.25;

/** The stage's name, with the codes it may reject for and their remedies. */
export const PLACE = {
  name: 'place',
  rejections: {
    ambiguous_answer: 'more catalog products satisfy every requirement than --max-answers allows',
    title_decides: 'what the products are called leaves no others, so nothing else that is asked matters',
    no_lasting_need: 'nothing the product states is a long-term need that enough other products meet',
    profile_not_needed: 'without the profile fewer products are left than --least-without-profile asks for',
    target_says_least: 'hardly a product that is left without the profile states as little as the target',
    clues_not_needed: 'what the request says outright leaves fewer products than --least-without-clues asks for',
    answers_not_needed: 'the profile and what the product is called leave no more products than all that is told',
  },
  remedies: {
    ambiguous_answer: 'products that differ in a stated field; or a larger `--max-answers`',
    title_decides: 'more products of the same kind',
    no_lasting_need: 'brands, materials, sizes and the like that many products state; or a smaller `--least-fitting`',
    profile_not_needed:
      'more products of a kind, and such as differ in few fields; or a smaller `--least-without-profile`',
    target_says_least: 'products that state about as much as others of their kind',
    clues_not_needed:
      'products that state what the lexicon has clues for, or a lexicon with clues for what they state; or a smaller `--least-without-clues`',
    answers_not_needed: 'more products of a kind that meet what a profile holds',
  },
} satisfies DescribedStep;

/** The codes of selections that fail, in the order in which a selection is looked at. */
const ORDER: readonly (keyof typeof PLACE.rejections)[] = [
  ...(['ambiguous_answer', 'no_lasting_need', 'clues_not_needed', 'profile_not_needed'] as const),
  ...(['answers_not_needed', 'target_says_least'] as const),
];

/**
 * Decides what the instruction asks and where it is told: price bound and option always, attributes until no more
 * products of the catalog satisfy everything than allowed, none beside another that no shopper would ask with it. Of a
 * personalised task up to two of them stand in the profile, without which, and without the answers, as many are left as any
 * selection drawn leaves; of a multi-turn task everything but what the product is called, and the profile, is told only
 * when asked.
 */
export const place = (dependencies: Dependencies) =>
  defineStage({
    ...PLACE,
    input: FeaturedTask,
    output: PartitionedTask,

    run: (task) => placeOne(task, dependencies),
  });

/** Features of a task by the source that may tell them, with the products that satisfy each. */
interface Choice {
  readonly features: readonly Feature[];
  readonly table: SatisfactionTable;
  readonly required: readonly number[];
  /** Places of attributes that the task may tell outside the profile. */
  readonly tellable: readonly number[];
  /** Places of attributes that may be long-term needs. */
  readonly lasting: readonly number[];
  /** Tells whether a shopper would ask a feature beside others. */
  goesWith(place: number, others: readonly number[]): boolean;
  /** Products of the catalog that state all of these, whatever they are. */
  fitting(places: readonly number[]): number;
}

/** The bits of places, each once: an attribute may be a long-term need and told as well. */
const bitsOf = (places: readonly number[]) => [...new Set(places)].reduce((bits, place) => bits + 2 ** place, 0);

function placeOne(task: FeaturedTask, dependencies: Dependencies) {
  const { features } = task;
  const intent = dependencies.intentOf(task.intent);
  const phrase = entityAt(task).phrase;
  const table = dependencies.answerSets.table(phrase, features.map(requirementOf));
  if (table.rows.length <= 1) return reject(task, 'title_decides', `no other product is called "${phrase}"`);
  const told: InfoSource = intent.multiTurn ? 'clarification' : 'query';
  const places = [...features.keys()];
  const of = (place: number) => features[place] as Feature;
  const isUnlikely = unlikelyAmong(features);
  const fitting = new Map<number, number>();
  const choice: Choice = {
    features,
    table,
    required: places.filter((place) => !isAttribute(of(place))),
    tellable: places.filter((place) => isAttribute(of(place)) && of(place).sources.includes(told)),
    lasting: places.filter((place) => of(place).type === 'attribute_match' && of(place).sources.includes('persona')),
    goesWith: (place, others) => !others.some((other) => isUnlikely(place, other)),
    fitting(some) {
      const bits = bitsOf(some);
      const count = fitting.get(bits) ?? dependencies.fitting(some.map(of));
      fitting.set(bits, count);
      return count;
    },
  };
  const most = bitsOf([...choice.required, ...choice.tellable, ...(intent.personalised ? choice.lasting : [])]);
  const all = table.count(most);
  if (all > dependencies.maxAnswers)
    return reject(
      task,
      'ambiguous_answer',
      `${all} products satisfy every requirement, at most ${dependencies.maxAnswers} may: ${dependencies.answerSets.named(table.rowsOf(most))}`,
    );
  const { code: notNeeded, overlooked, least } = leastLeft(intent, dependencies);
  const required = table.count(bitsOf(choice.required));
  if (required < least)
    return reject(
      task,
      notNeeded,
      `price bound and option alone leave ${required}, without ${overlooked} at least ${least} have to be left`,
    );
  const draw = dependencies.drawFor(task);
  let code: keyof typeof PLACE.rejections = 'ambiguous_answer';
  let best: { readonly tries: number; readonly tried: Selection; readonly left: Left } | null = null;
  /** Notes a selection that fails; the task is rejected for what the one that got furthest failed for. */
  const fails = (number: number, why: typeof code) => {
    if (ORDER.indexOf(why) > ORDER.indexOf(code)) code = why;
    dependencies.onTried?.({ kind: 'impossible', number, phrase, obstacle: PLACE.rejections[why] });
  };
  for (let tries = 1; tries <= TRIES; tries++) {
    const tried = selected(choice, intent, dependencies, drawnIn(draw, tries));
    if ('code' in tried) {
      fails(tries, tried.code);
      continue;
    }
    const left = leftBy(choice, tried, intent);
    if (intent.multiTurn && left.withoutClarification <= left.all) {
      fails(tries, 'answers_not_needed');
      continue;
    }
    if (intent.personalised && saysLeast(task, choice, tried, dependencies)) {
      fails(tries, 'target_says_least');
      continue;
    }
    const placed = placedFeatures(choice, tried, intent);
    dependencies.onTried?.({ kind: 'weighed', number: tries, phrase, placed, left });
    if (best === null || hidden(left, intent) > hidden(best.left, intent)) best = { tries, tried, left };
    if (!intent.personalised) break;
  }
  if (best === null) {
    const missed: Partial<typeof PLACE.rejections> = {
      [notNeeded]: `, none leaves ${least} products without ${overlooked}`,
      target_says_least: `, of what one leaves without the profile less than ${AS_BARE * 100} % states as little as the target`,
    };
    return reject(task, code, `${TRIES} selections drawn of ${features.length} facts${missed[code] ?? ''}`);
  }
  const { tries, tried, left } = best;
  const used = new Set([...tried.lasting, ...tried.told]);
  const { features: _features, broader: _broader, ...planned } = task;
  return keep({
    ...planned,
    placed: placedFeatures(choice, tried, intent),
    unused: features.filter((_, at) => !used.has(at)),
    necessity: { ...left, attained: true, exclusionDecides: true },
    candidatesTried: tries,
  });
}

/** The draw of one selection of several. */
const drawnIn =
  (draw: Draw, tries: number): Draw =>
  (label, below) =>
    draw(`selection ${tries}/${label}`, below);

/**
 * Returns the number of products that have to be left to whoever overlooks what a scenario does not say outright, and
 * the code where fewer are.
 */
function leastLeft({ personalised, multiTurn }: Intent, { leastWithoutProfile, leastWithoutClues }: Dependencies) {
  if (personalised)
    return { code: 'profile_not_needed', overlooked: 'the profile', least: leastWithoutProfile } as const;
  return { code: 'clues_not_needed', overlooked: 'its clues', least: multiTurn ? 0 : leastWithoutClues } as const;
}

/** Tells whether hardly one of the products that are left without the profile states as little as the target. */
function saysLeast(
  { targetIds: [id = ''] }: FeaturedTask,
  { table }: Choice,
  { told }: Selection,
  { statingNoMore }: Dependencies,
): boolean {
  const rows = table.rowsOf(bitsOf(told));
  return statingNoMore(id, rows) < AS_BARE * (rows.length - 1);
}

type Left = ReturnType<typeof leftBy>;

/** The fewest products that are left to whoever does not look at the profile, or does not ask. */
const hidden = ({ withoutPersona, withoutClarification }: Left, { multiTurn }: Intent) =>
  multiTurn ? Math.min(withoutPersona, withoutClarification) : withoutPersona;

/** Places of the features that the profile holds, and of those told otherwise. */
interface Selection {
  readonly lasting: readonly number[];
  readonly told: readonly number[];
  /** Those that a query tells by a clue. */
  readonly clued: ReadonlySet<number>;
}

/** A drawn selection, enlarged until few enough products are left, then without what decides nothing. */
function selected(
  choice: Choice,
  intent: Intent,
  dependencies: Dependencies,
  draw: Draw,
): Selection | { readonly code: keyof typeof PLACE.rejections } {
  const { features, table, required, tellable, goesWith } = choice;
  const lasting = intent.personalised ? drawnLasting(choice, dependencies, draw) : [];
  if (lasting === null) return { code: 'no_lasting_need' };
  const count = (places: readonly number[]) => table.count(bitsOf(places));
  const { code, least: toBeLeft } = leastLeft(intent, dependencies);
  const isImplicit = (place: number) => (features[place] as Feature).implicit;
  const clued = new Set(
    tellable.filter(
      (place) =>
        isImplicit(place) &&
        (!dependencies.explicit(features[place] as Feature) || chance(draw, `clue ${place}`, CLUES)),
    ),
  );
  const hidesClues = !intent.personalised;
  const outright = (places: readonly number[]) => (hidesClues ? places.filter((place) => !clued.has(place)) : places);
  const leavesEnough = (places: readonly number[]) => toBeLeft === 0 || count(outright(places)) >= toBeLeft;
  const canTell = (place: number) => leavesEnough([...told, place]) || (hidesClues && isImplicit(place));
  const tell = (place: number) => {
    if (!leavesEnough([...told, place])) clued.add(place);
    told.push(place);
  };
  const room = intent.mostAttributes - lasting.length;
  const least = Math.max(1, intent.leastAttributes - lasting.length);
  const first = Math.min(least + draw('count', 2), room);
  const told = [...required];
  const attributes = () => told.length - required.length;
  const waiting = spokenFirst(features, shuffled(draw, 'attributes', tellable)).filter((place) => {
    if (lasting.includes(place)) return false;
    if (!goesWith(place, [...lasting, ...told])) return false;
    if (attributes() >= first || !canTell(place)) return true;
    tell(place);
    return false;
  });
  if (attributes() < least) return { code };
  while (count([...lasting, ...told]) > dependencies.maxAnswers) {
    const now = count([...lasting, ...told]);
    let best: number | null = null;
    let fewest = now;
    for (const place of waiting.filter((other) => goesWith(other, [...lasting, ...told]))) {
      const left = count([...lasting, ...told, place]);
      if (left < fewest && canTell(place)) [best, fewest] = [place, left];
    }
    if (best === null || attributes() >= room) return { code: toBeLeft === 0 ? 'ambiguous_answer' : code };
    tell(best);
    waiting.splice(waiting.indexOf(best), 1);
  }
  if (lasting.length > 0) {
    // What is told may leave the profile nothing to decide: of it goes what the rest makes up for.
    for (const place of told.slice(required.length).toReversed()) {
      if (attributes() <= least) break;
      const without = told.filter((other) => other !== place);
      if (count([...lasting, ...without]) <= dependencies.maxAnswers) told.splice(told.indexOf(place), 1);
    }
    const all = count([...lasting, ...told]);
    const decides = (place: number) => count([...lasting.filter((other) => other !== place), ...told]) > all;
    if (!lasting.every(decides)) return { code: 'profile_not_needed' };
  }
  return { lasting, told, clued };
}

/** Places of features, those first of which the target's shelf speaks. */
const spokenFirst = (features: readonly Feature[], places: readonly number[]): number[] =>
  places.toSorted((a, b) => (features[a]?.silence ?? 0) - (features[b]?.silence ?? 0));

/** One or two long-term needs that enough products meet together; null where there is none. */
function drawnLasting(
  { features, lasting, goesWith, fitting }: Choice,
  { leastFitting }: Dependencies,
  draw: Draw,
): number[] | null {
  const wanted = 1 + draw('long-term needs', MOST_LASTING);
  const taken: number[] = [];
  for (const place of spokenFirst(features, shuffled(draw, 'lasting', lasting))) {
    if (taken.length >= wanted) break;
    if (!goesWith(place, taken)) continue;
    // The target is one of those that meet them.
    if (fitting([...taken, place]) > leastFitting) taken.push(place);
  }
  return taken.length === 0 ? null : taken;
}

function leftBy({ table }: Choice, { lasting, told }: Selection, { multiTurn }: Intent) {
  const all = table.count(bitsOf([...lasting, ...told]));
  const withoutPersona = table.count(bitsOf(told));
  const withoutClarification = multiTurn ? table.count(bitsOf(lasting)) : all;
  return { all, withoutPersona, withoutClarification, queryAlone: multiTurn ? table.count(0) : withoutPersona };
}

function placedFeatures(
  { features }: Choice,
  { lasting, told, clued }: Selection,
  { multiTurn }: Intent,
): PlacedFeature[] {
  const ordered = told.toSorted(
    (a, b) => Number(!isAttribute(features[a] as Feature)) - Number(!isAttribute(features[b] as Feature)) || a - b,
  );
  return [
    ...ordered.map((place): PlacedFeature => {
      const feature = features[place] as Feature;
      return multiTurn
        ? { feature, source: 'clarification', expression: null }
        : { feature, source: 'query', expression: clued.has(place) ? 'implicit' : 'explicit' };
    }),
    ...lasting.map((place): PlacedFeature => {
      return { feature: features[place] as Feature, source: 'persona', expression: null };
    }),
  ];
}
