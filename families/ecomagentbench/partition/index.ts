import type { Needed } from '../../../pipeline/necessity.ts';
import { type DescribedStep, defineStage, keep, reject } from '../../../pipeline/stage.ts';
import type { Draw } from '../../../schemas/draw.ts';
import type { AnswerSets, SatisfactionTable } from '../../../shopping/answers/answer-set.ts';
import type { IntentContracts } from '../../../shopping/intent.ts';
import { type Feature, factText, type InfoSource, requirementOf } from '../../../shopping/kinds/index.ts';
import { missingNecessity, NECESSITY_CODES, neededOf, type RequiredNecessity } from '../../../shopping/necessity.ts';
import type { PlacementObserver } from '../../../shopping/placement.ts';
import {
  type Entity,
  entityAt,
  FeaturedTask,
  type Necessity,
  PartitionedTask,
  type PlacedFeature,
} from '../../../shopping/task.ts';
import { Clashes } from './clashes.ts';
import { type Candidate, isAskable, Splitter, type Weighed } from './splitter.ts';

interface PartitionDependencies {
  readonly answerSets: AnswerSets;
  drawFor(task: FeaturedTask): Draw;
  contractsOf(intent: string): IntentContracts;
  /** Tells whether the query can say the feature outright. */
  explicit(feature: Feature): boolean;
  readonly maxAnswers: number;
  readonly requireNecessity: RequiredNecessity;
  readonly onTried?: PlacementObserver | undefined;
}

const MORE_OF_A_KIND =
  'more products of a kind that differ in few fields, as variants do; or a lower `--require-necessity`';

/** The stage's name, with the codes it may reject for and their remedies. */
export const PARTITION = {
  name: 'partition',
  rejections: {
    no_partition: 'no split gives every source its requirements without one giving away another',
    ambiguous_answer: 'more catalog products satisfy every requirement than --max-answers allows',
    exclusion_removes_nothing: 'no exclusion of the task removes a near miss',
    unspoken_of: 'every split asks several things that the texts of the shelf do not speak of',
    ...NECESSITY_CODES,
  },
  remedies: {
    no_partition: 'more, and more different, detail fields per product',
    ambiguous_answer: 'products that differ in a stated field; or a larger `--max-answers`',
    exclusion_removes_nothing: 'more products of the same kind that differ in the field',
    unspoken_of: 'more detail fields per product that titles, bullets, descriptions or reviews of its kind name',
    nothing_hidden_needed: MORE_OF_A_KIND,
    persona_not_needed: MORE_OF_A_KIND,
    clarification_not_needed: MORE_OF_A_KIND,
    either_source_suffices: MORE_OF_A_KIND,
  },
} satisfies DescribedStep;

/**
 * Decides which requirement hides where. Most candidates are drawn around near misses: products that differ from the
 * target only in what the persona, the clarification or the exclusion is to tell. Among the candidates it takes the first in which withholding the persona
 * enlarges the answer set, withholding the clarification enlarges it, and the query alone leaves at least two products;
 * failing that, the candidate that comes closest, with `necessity.attained` false.
 */
export const partition = (dependencies: PartitionDependencies) =>
  defineStage({
    ...PARTITION,
    input: FeaturedTask,
    output: PartitionedTask,

    run: (task) => partitionOne(task, dependencies),
  });

function partitionOne(task: FeaturedTask, dependencies: PartitionDependencies) {
  const { features } = task;
  const chosen = bestOf(task, dependencies);
  if ('impossible' in chosen) return reject(task, 'no_partition', chosen.impossible);
  const { entity, necessity, weighed, tried } = chosen;
  const { candidate } = weighed;
  if (necessity.all > dependencies.maxAnswers) {
    const { answerSets, maxAnswers } = dependencies;
    const asked = placedOf(candidate, features).map(({ feature }) => requirementOf(feature));
    const table = answerSets.table(entity.phrase, asked);
    return reject(
      task,
      'ambiguous_answer',
      `${necessity.all} products satisfy every requirement, at most ${maxAnswers} may: ${answerSets.named(table.rowsOf(table.decidable))}`,
      { evidence: { necessity } },
    );
  }
  if (!weighed.exclusionWorks) {
    return reject(task, 'exclusion_removes_nothing', `${candidatesWord(tried)} tried`, {
      evidence: { necessity },
    });
  }
  if (!isAskable(weighed)) {
    const unspoken = placedOf(candidate, features).filter(({ feature }) => feature.silence !== undefined);
    const named = unspoken.map(({ feature }) => factText(feature)).join(', ');
    return reject(task, 'unspoken_of', `${named}; ${candidatesWord(tried)} tried`, { evidence: { necessity } });
  }
  const missing = missingNecessity(necessity, dependencies.requireNecessity);
  if (missing !== null)
    return reject(task, missing, `${leftText(necessity)}; ${candidatesWord(tried)} tried`, {
      evidence: { necessity },
    });

  const used = new Set([
    ...candidate.persona,
    ...candidate.clarification,
    ...candidate.implicit,
    ...candidate.explicit,
  ]);
  const { features: _features, broader: _broader, ...planned } = task;
  return keep({
    ...planned,
    entities: [entity],
    placed: placedOf(candidate, features),
    unused: features.filter((_, index) => !used.has(index)),
    necessity,
    candidatesTried: tried,
  });
}

/** Levels of how much a split's hidden sources decide, most first. */
const LEVELS: readonly Needed[] = ['both', 'one', 'none'];

/** A split with the name its request is to ask by. */
interface Chosen {
  readonly entity: Entity;
  readonly necessity: Necessity;
  readonly weighed: Weighed;
}

/**
 * The best split of the contracts, largest first, and of the target's names, narrowest first: one that can be used comes
 * before one that cannot, then the one whose hidden sources decide most. Where no contract has any, why the smallest has
 * none. `tried` counts all that were drawn.
 */
function bestOf(task: FeaturedTask, dependencies: PartitionDependencies) {
  const { features } = task;
  const { maxAnswers } = dependencies;
  const names = [entityAt(task), ...task.broader];
  const tables = names.map(({ phrase }) =>
    lazily(() => dependencies.answerSets.table(phrase, features.map(requirementOf))),
  );
  /** Found out once for all contracts and names. */
  const draw = dependencies.drawFor(task);
  const clashes = new Clashes(features);
  const open = new Map(features.map((feature) => [feature, dependencies.explicit(feature)]));
  let tried = 0;
  let impossible = '';
  let best: (Chosen & { level: number }) | null = null;
  for (const needs of dependencies.contractsOf(task.intent)) {
    for (const [at, entity] of names.entries()) {
      const splitter = new Splitter(features, (tables[at] as () => SatisfactionTable)(), {
        needs,
        draw,
        clashes,
        explicit: (feature) => open.get(feature) === true,
        maxAnswers,
        onTried: observing(task, entity, tried, dependencies.onTried),
      });
      const found = splitter.best();
      if ('impossible' in found) {
        impossible = found.impossible;
        tried += found.tried;
        continue;
      }
      tried += found.tried;
      const { weighed } = found;
      const necessity = splitter.necessityOf(weighed);
      const isUsable = necessity.all <= maxAnswers && weighed.exclusionWorks && isAskable(weighed);
      const level = isUsable ? LEVELS.indexOf(neededOf(necessity)) : LEVELS.length;
      if (best === null || level < best.level) best = { entity, necessity, weighed, level };
      if (level === 0) return { ...best, tried };
    }
  }
  return best === null ? { impossible } : { ...best, tried };
}

/** Returns a function that makes a value when it is first called, and keeps it. */
function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

const leftText = ({ all, withoutPersona, withoutClarification, queryAlone }: Necessity) =>
  `fitting products: ${all} with everything, ${withoutPersona} without the persona, ${withoutClarification} without the clarification, ${queryAlone} with the query alone`;

const candidatesWord = (count: number) => `${count} ${count === 1 ? 'split' : 'splits'}`;

function placedOf(
  { persona, clarification, implicit, explicit }: Candidate,
  features: readonly Feature[],
): PlacedFeature[] {
  const place = (indexes: readonly number[], source: InfoSource, expression: PlacedFeature['expression']) =>
    indexes.map((index) => ({ feature: features[index] as Feature, source, expression }));
  return [
    ...place(explicit, 'query', 'explicit'),
    ...place(implicit, 'query', 'implicit'),
    ...place(persona, 'persona', null),
    ...place(clarification, 'clarification', null),
  ];
}

/** Tells an observer what a splitter tried behind others; null where nobody looks on. */
function observing(
  { features }: FeaturedTask,
  { phrase }: Entity,
  before: number,
  onTried: PlacementObserver | undefined,
) {
  if (onTried === undefined) return null;
  return (place: number, tried: string | { candidate: Candidate; necessity: Necessity }) => {
    const number = before + place;
    if (typeof tried === 'string') {
      onTried({ kind: 'impossible', number, phrase, obstacle: tried });
      return;
    }
    const { attained: _attained, exclusionDecides: _decides, ...left } = tried.necessity;
    onTried({ kind: 'weighed', number, phrase, placed: placedOf(tried.candidate, features), left });
  };
}
