import { type DescribedStep, defineStage, keep, reject } from '../../pipeline/stage.ts';
import type { Draw } from '../../schemas/draw.ts';
import type { Product } from '../../schemas/product.ts';
import { PlannedTask } from '../../schemas/task.ts';
import type { AnswerSets } from '../../shopping/answers/answer-set.ts';
import type { Feature } from '../../shopping/kinds/index.ts';
import type { ProductName } from '../../shopping/nouns/category-name.ts';
import { isInDoubtAlone } from '../../shopping/nouns/doubts.ts';
import { namesOf } from '../../shopping/nouns/product-names.ts';
import { type Entity, FeaturedTask } from '../../shopping/task.ts';
import { foundOrMade } from '../../text/cache/found-or-made.ts';
import { FactCollector, type TargetDependencies } from './fact-collector.ts';

/** Tells whether any product that a request might mean as well passes a test, by its row. */
export type AnyPeer = (test: (row: number) => boolean) => boolean;

/** Data that the parts of the stage share about one target of a task. */
export interface TargetContext {
  readonly task: PlannedTask;
  readonly collected: FactCollector;
  /** Wider kinds of product that the target is named by, which no fact of it depends on. */
  readonly broader: Entity[];
  readonly product: Product;
  readonly row: number;
  /** Products whose titles hold the same noun phrase, the target among them. */
  readonly rivals: Uint32Array;
  /** Tells whether one of those, or of the products of its shelf, passes the test: a bound must exclude one. */
  readonly anyPeer: AnyPeer;
  readonly draw: Draw;
  readonly dependencies: TargetDependencies;
}

/** A target of a task, before its noun phrase is looked for. */
export interface Candidate {
  readonly task: PlannedTask;
  readonly product: Product;
  readonly dependencies: TargetDependencies;
}

/** Why a target cannot carry its intent. */
export interface Shortfall {
  readonly code: string;
  readonly detail: string;
  /** Parts of the task that were found before, in place of those that were collected. */
  readonly evidence?: Partial<Pick<FeaturedTask, 'entities' | 'features' | 'dropped'>>;
}

/** Requirements that a family puts to the targets of a task. */
export interface ExtractParts {
  /** Finds the shortfall a target is bound to have by its own record, which is quicker than to look at its rivals. */
  readonly beforehand?: (candidate: Candidate) => Shortfall | null;
  /** Adds features of one target; a shortfall rejects the task. */
  ofTarget(context: TargetContext): Shortfall | null | Promise<Shortfall | null>;
  readonly together?: (contexts: readonly TargetContext[], draw: Draw) => Feature[] | Shortfall;
  /** Every code of the above and the fact it states. */
  readonly rejections: Readonly<Record<string, string>>;
}

export type { TargetDependencies } from './fact-collector.ts';

/** Most facts of one target; a satisfaction table has room for them and the noun phrase. */
export const MOST_FEATURES = 24;

/** The stage's name, with the codes it may reject for whatever a family asks of the targets. */
export const EXTRACT = {
  name: 'extract',
  rejections: {
    unknown_product: 'a product of the task is not in the catalog',
    no_product_noun: 'the title holds no product noun phrase that anything else bears out',
  },
  remedies: {
    no_product_noun:
      'say in the mapping what kind of product it is (`category`, `main_category`), or map descriptions and features: nouns are learned from them',
  },
} satisfies DescribedStep;

/**
 * Collects the checkable facts of a task's targets: plausible, stated once, sayable, and those its intent is named for.
 * A task whose targets cannot carry its intent is rejected here, before anything is placed.
 */
export function extract(given: TargetDependencies, parts: ExtractParts) {
  const dependencies = { ...given, entitiesOf: knownEntities(given) };
  return defineStage({
    ...EXTRACT,
    input: PlannedTask,
    output: FeaturedTask,
    rejections: { ...EXTRACT.rejections, ...parts.rejections },

    run: (task) => extractOne(task, dependencies, parts),
  });
}

interface Dependencies extends TargetDependencies {
  entitiesOf(product: Product): readonly Entity[];
}

/** Returns the kinds of product a target may be asked for by, found out once a product: several tasks may try it. */
function knownEntities({ answerSets }: TargetDependencies): Dependencies['entitiesOf'] {
  const known = new WeakMap<Product, readonly Entity[]>();
  return (product) => foundOrMade(known, product, () => entitiesOf(product, answerSets));
}

async function extractOne(task: PlannedTask, dependencies: Dependencies, parts: ExtractParts) {
  const draw = dependencies.draws('extract')(task);
  const contexts: TargetContext[] = [];
  const several = task.targetIds.length > 1;
  for (const [place, targetId] of task.targetIds.entries()) {
    const own: Draw = several ? (label, below) => draw(`target ${place}/${label}`, below) : draw;
    const context = contextOf(task, targetId, own, dependencies, parts);
    if ('code' in context) return reject(task, context.code, context.detail, context);
    const shortfall = await parts.ofTarget(context);
    if (shortfall !== null)
      return reject(task, shortfall.code, shortfall.detail, { evidence: evidenceOf(context), ...shortfall });
    contexts.push(context);
  }

  const joint = parts.together?.(contexts, draw) ?? [];
  const entities = contexts.map(({ collected }) => collected.entity);
  const dropped = contexts.flatMap(({ collected }) => collected.dropped);
  if ('code' in joint) return reject(task, joint.code, joint.detail, { evidence: { entities, dropped } });
  const features = contexts.flatMap(({ collected }, target): Feature[] => {
    const own = collected.features.slice(0, MOST_FEATURES);
    return several ? own.map((feature) => ({ ...feature, target })) : own;
  });
  features.push(...joint);
  const broader = several ? [] : (contexts[0] as TargetContext).broader;
  return keep({ ...task, entities, broader, features, dropped });
}

const evidenceOf = ({ collected: { entity, features, dropped } }: TargetContext) => ({
  entities: [entity],
  ...(features.length === 0 ? {} : { features }),
  dropped,
});

/** One target with its noun phrase and its peers, or why it has none. */
function contextOf(
  task: PlannedTask,
  targetId: string,
  draw: Draw,
  dependencies: Dependencies,
  { beforehand }: ExtractParts,
): TargetContext | Shortfall {
  const { catalog, answerSets } = dependencies;
  const row = catalog.rowOf(targetId);
  const product = catalog.productById(targetId);
  if (row === null || product === null)
    return { code: 'unknown_product', detail: `"${targetId}" is not in the catalog` };
  const shortfall = beforehand?.({ task, product, dependencies }) ?? null;
  if (shortfall !== null) return shortfall;

  const [entity, ...broader] = dependencies.entitiesOf(product);
  if (entity === undefined) {
    return {
      code: 'no_product_noun',
      detail: `found none in "${product.title}" that its shelf, its text or other titles bear out, and "${product.category.at(-1)}" names no single kind of product, or one that titles there say and this does not`,
    };
  }
  const rivals = answerSets.holding(entity.phrase);
  const collected = new FactCollector(dependencies, product, entity, draw);
  const anyPeer = (test: (row: number) => boolean) =>
    rivals.some(test) || catalog.shelfRows(catalog.shelfOf(row).id).some(test);
  return { task, collected, broader, product, row, rivals, anyPeer, draw, dependencies };
}

/** Fewer products of a kind are hardly rivals: what is hidden could decide nothing among them. */
const LEAST_RIVALS = 20;

/**
 * The kinds of product a task may ask for, the one to begin with and then each that more products share: of the names in
 * the target's title the narrowest that enough products share, else its category's; where none has enough, the one of its
 * title that most share, and its category's where the title has none that others do.
 */
export function entitiesOf(product: Product, answerSets: AnswerSets): Entity[] {
  const phraseUse = (phrase: string) => answerSets.phraseUse(phrase);
  const named = namesOf(product, phraseUse, answerSets.shelfUse(product.category)).map((name) => ({
    name,
    rivals: answerSets.holding(name.phrase).length,
  }));
  const inOrder = named
    .filter(({ name, rivals }) => rivals > 1 || !isInDoubtAlone(name, product))
    .sort((a, b) => a.rivals - b.rivals);
  const ofTitle = inOrder.filter(({ name }) => name.of === 'title');
  const most = ofTitle.at(-1)?.rivals ?? 0;
  const isMost = ({ rivals }: { rivals: number }) => rivals === most;
  const isShared = ({ rivals }: { rivals: number }) => rivals >= LEAST_RIVALS;
  const ownOfTitle = ofTitle.find(isMost);
  const first =
    ofTitle.find(isShared) ??
    inOrder.find(isShared) ??
    (most > 1 ? ownOfTitle : inOrder.find((other) => other.rivals > 1 && mayStandFor(other.name, ownOfTitle?.name))) ??
    ownOfTitle ??
    inOrder[0];
  if (first === undefined) return [];
  const broader = inOrder.filter(({ rivals }, at) => rivals > (inOrder[at - 1]?.rivals ?? 0) && rivals > first.rivals);
  return [first, ...broader].map(({ name: { span, phrase, plural } }) => ({
    phrase: answerSets.withoutShouting(normaliseSpaces(phrase)),
    titleSpan: span,
    plural,
  }));
}

/** Tells whether a name that other products bear may be said for one that only the target does: of as many things, and with their sort. */
const mayStandFor = ({ phrase, plural }: ProductName, own: ProductName | undefined): boolean =>
  own === undefined || (plural === own.plural && /\s/.test(phrase.trim()));

const normaliseSpaces = (text: string) => text.replace(/\s+/g, ' ').trim();
