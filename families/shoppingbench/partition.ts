import { type DescribedStep, defineStage, keep, reject } from '../../pipeline/stage.ts';
import { type Draw, shuffled } from '../../schemas/draw.ts';
import { type AnswerSets, bitCount, everyBit, type SatisfactionTable } from '../../shopping/answers/answer-set.ts';
import type { OrderContract } from '../../shopping/intent.ts';
import { type Feature, isJudgedTogether, type Requirement, requirementOf } from '../../shopping/kinds/index.ts';
import type { PlacementObserver } from '../../shopping/placement.ts';
import { type Entity, FeaturedTask, PartitionedTask } from '../../shopping/task.ts';
import { MOST_COMBINATIONS, type OrderIndex } from './order-index.ts';

interface Dependencies {
  readonly answerSets: AnswerSets;
  readonly orders: OrderIndex;
  drawFor(task: FeaturedTask): Draw;
  contractOf(intent: string): OrderContract;
  readonly maxAnswers: number;
  readonly onTried?: PlacementObserver | undefined;
}

/** Selections drawn before a task is given up. */
const TRIES = 24;

/** The stage's name, with the codes it may reject for and their remedies. */
export const SELECT = {
  name: 'select',
  rejections: {
    ambiguous_answer: 'more catalog products satisfy every requirement than --max-answers allows',
    question_idle: 'without the question the description leaves no other product',
    title_decides: 'what the products are called leaves no others, so nothing else that is asked matters',
  },
  remedies: {
    ambiguous_answer: 'products that differ in a stated field; or a larger `--max-answers`',
    question_idle: 'more products of the same kind',
    title_decides: 'more products of the same kind',
  },
} satisfies DescribedStep;

/**
 * Decides which requirements the query states: for each target a drawn few, then as many more as it takes until no more
 * orders than allowed satisfy everything. Starting from few leaves work for the condition on the whole order: it is one
 * shop that sells all, or one total that fits, where single descriptions would leave several products.
 */
export const select = (dependencies: Dependencies) =>
  defineStage({
    ...SELECT,
    input: FeaturedTask,
    output: PartitionedTask,

    run: (task) => selectOne(task, dependencies),
  });

/** One target's features with the products that satisfy them. */
interface Choice {
  /** Places of the target's features in the task's list. */
  readonly places: readonly number[];
  readonly table: SatisfactionTable;
  /** Bits of the features every selection has. */
  readonly required: number;
  /** Silence of the target's shelf about each of its features. */
  readonly silences: readonly number[];
}

function selectOne(task: FeaturedTask, dependencies: Dependencies) {
  const { features, entities } = task;
  const contract = dependencies.contractOf(task.intent);
  const joint = features.filter(isJudgedTogether).map(requirementOf);
  const choices = entities.map((entity, target): Choice => {
    const places = [...features.keys()].filter((place) => {
      const feature = features[place] as Feature;
      return !isJudgedTogether(feature) && (feature.target ?? 0) === target;
    });
    const own = places.map((place) => features[place] as Feature);
    const table = dependencies.answerSets.table(entity.phrase, own.map(requirementOf));
    const required = own.reduce((bits, feature, bit) => bits + (feature.required ? 2 ** bit : 0), 0);
    return { places, table, required, silences: own.map(({ silence = 0 }) => silence) };
  });

  if (choices.every(({ table }) => table.rows.length <= 1)) {
    const names = entities.map(({ phrase }) => `"${phrase}"`).join(', ');
    return reject(task, 'title_decides', `no other product is called ${names}`);
  }
  const all = sizeOf(
    choices,
    choices.map(({ places }) => everyBit(places.length)),
    joint,
    dependencies,
  );
  if (all === null || all > dependencies.maxAnswers) {
    const found = all === null ? `more than ${MOST_COMBINATIONS}` : all;
    const { answerSets, maxAnswers } = dependencies;
    const [{ table }] = choices as [Choice];
    const [what, named] =
      entities.length === 1
        ? (['products', `: ${answerSets.named(table.rowsOf(table.decidable))}`] as const)
        : (['combinations of products', ''] as const);
    return reject(
      task,
      'ambiguous_answer',
      `${found} ${what} satisfy every requirement, at most ${maxAnswers} may${named}`,
    );
  }
  const draw = dependencies.drawFor(task);
  const phrase = entities.length === 1 ? (entities[0] as Entity).phrase : null;
  let fallback: { chosen: number[]; tries: number } | null = null;
  for (let tries = 1; tries <= TRIES; tries++) {
    const drawn: Draw = (label, below) => draw(`selection ${tries}/${label}`, below);
    const chosen = narrowed(choices, joint, contract, dependencies, drawn);
    if (chosen === null) {
      const obstacle = 'no more requirements may be added, and too many answers are left';
      dependencies.onTried?.({ kind: 'impossible', number: tries, phrase, obstacle });
      continue;
    }
    if (dependencies.onTried !== undefined) {
      const left = { all: sizeOf(choices, chosen, joint, dependencies) ?? 0 };
      const hidden = { withoutPersona: null, withoutClarification: null, queryAlone: null };
      const { placed } = placedTask(task, choices, chosen, tries);
      dependencies.onTried({ kind: 'weighed', number: tries, phrase, placed, left: { ...left, ...hidden } });
    }
    if (definingConstraintDecides(contract, choices, chosen)) return keep(placedTask(task, choices, chosen, tries));
    fallback ??= { chosen, tries };
  }
  if (fallback !== null && contract.knowledge)
    return reject(task, 'question_idle', `${TRIES} selections, and the description alone decides in each that fits`);
  if (fallback !== null) return keep(placedTask(task, choices, fallback.chosen, fallback.tries));
  return reject(
    task,
    'ambiguous_answer',
    `${TRIES} selections of at most ${contract.mostEach} requirements for a product leave more than ${dependencies.maxAnswers} answers, all requirements together do not`,
  );
}

/**
 * Tells whether the constraint an intent is named for has work to do: without the shop several orders would be left,
 * without the question several products.
 */
function definingConstraintDecides(
  { oneShop, knowledge }: OrderContract,
  choices: readonly Choice[],
  chosen: readonly number[],
) {
  if (oneShop) return choices.some(({ table }, target) => table.count(chosen[target] as number) > 1);
  if (!knowledge) return true;
  return choices.some(({ table, required }, target) => {
    const bits = chosen[target] as number;
    return table.count(bits & ~required) > table.count(bits);
  });
}

/**
 * Counts the orders that satisfy the chosen bits of every target and the joint requirements; null for too many to
 * count.
 */
function sizeOf(
  choices: readonly Choice[],
  chosen: readonly number[],
  joint: readonly Requirement[],
  { orders }: Dependencies,
): number | null {
  // Counting first spares the lists of rows that are too long anyway.
  let most = 1;
  for (const [target, { table }] of choices.entries()) most *= table.count(chosen[target] as number);
  if (most > MOST_COMBINATIONS) return null;
  const answers = choices.map(({ table }, target) => table.rowsOf(chosen[target] as number));
  return orders.combinations(answers, joint)?.length ?? null;
}

/** A drawn selection, enlarged until it leaves few enough answers; null where it cannot be. */
function narrowed(
  choices: readonly Choice[],
  joint: readonly Requirement[],
  { leastEach, mostEach }: OrderContract,
  dependencies: Dependencies,
  draw: Draw,
): number[] | null {
  const waiting: { target: number; bit: number }[] = [];
  const chosen = choices.map(({ places, required, silences }, target) => {
    const free = shuffled(draw, `features ${target}`, [...places.keys()])
      .filter((bit) => (required & (2 ** bit)) === 0)
      .sort((a, b) => (silences[a] as number) - (silences[b] as number));
    const count = Math.min(free.length, leastEach + draw(`count ${target}`, Math.max(1, mostEach - leastEach - 1)));
    for (const bit of free.slice(count)) waiting.push({ target, bit });
    return free.slice(0, count).reduce((bits, bit) => bits + 2 ** bit, required);
  });
  for (;;) {
    const size = sizeOf(choices, chosen, joint, dependencies);
    if (size !== null && size <= dependencies.maxAnswers) return chosen;
    const best = nextFeature(choices, chosen, waiting, mostEach);
    if (best === null) return null;
    chosen[best.target] = (chosen[best.target] as number) + 2 ** best.bit;
    waiting.splice(waiting.indexOf(best), 1);
  }
}

/** The waiting feature that leaves the smallest share of its target's answers; null where none removes any. */
function nextFeature(
  choices: readonly Choice[],
  chosen: readonly number[],
  waiting: readonly { target: number; bit: number }[],
  mostEach: number,
): { target: number; bit: number } | null {
  let best: { target: number; bit: number } | null = null;
  let bestShare = 1;
  for (const candidate of waiting) {
    const { table, required } = choices[candidate.target] as Choice;
    const now = chosen[candidate.target] as number;
    if (bitCount(now & ~required) >= mostEach) continue;
    const share = table.count(now + 2 ** candidate.bit) / table.count(now);
    if (share < bestShare) {
      best = candidate;
      bestShare = share;
    }
  }
  return best;
}

function placedTask(
  task: FeaturedTask,
  choices: readonly Choice[],
  chosen: readonly number[],
  candidatesTried: number,
): PartitionedTask {
  const { features, broader: _broader, ...planned } = task;
  const stated = new Set(
    choices.flatMap(({ places }, target) => places.filter((_, bit) => ((chosen[target] as number) & (2 ** bit)) !== 0)),
  );
  const isStated = (place: number) => stated.has(place) || isJudgedTogether(features[place] as Feature);
  return {
    ...planned,
    placed: features
      .filter((_, place) => isStated(place))
      .map((feature) => ({ feature, source: 'query', expression: 'explicit' })),
    unused: features.filter((_, place) => !isStated(place)),
    necessity: null,
    candidatesTried,
  };
}
