import { z } from 'zod';
import type { Catalog } from '../../catalog/index.ts';
import type { UnfinishedRecord } from '../../pipeline/records.ts';
import type { RubricFacts } from '../../pipeline/run-tally.ts';
import type { Finding } from '../../schemas/finding.ts';
import type { Overruled } from '../../schemas/override.ts';
import type { Product } from '../../schemas/product.ts';
import {
  type Entry,
  type ExplainedText,
  type LifeAttempt,
  type LifeTarget,
  NOTHING,
  type PlacedRubric,
  type TaskLife,
} from '../../schemas/task-life.ts';
import { formatMoney } from '../../text/money.ts';
import { formatCount } from '../../text/numbers.ts';
import { attemptOf, type QueryWording } from '../draft.ts';
import { detailFieldOf, Feature, factText, type Rubric, type RubricOf } from '../kinds/index.ts';
import type { SemanticProof } from '../semantic.ts';
import { DroppedFact, Entity, Locked } from '../task.ts';
import { gatesEntry, overruledEntries, semanticEntries } from './explained-proof.ts';

/** Parts of a rubric that are read, locked or published. */
type PlacedFields = Pick<Rubric, 'id' | 'info_source' | 'target' | 'description' | 'query_surface'>;

const placedRubric = (
  { id, info_source, target, description, query_surface }: PlacedFields,
  implicit: readonly string[] = [],
  surface?: string,
): PlacedRubric => ({
  id,
  source: info_source,
  target: target ?? null,
  says: description,
  surface: query_surface ?? surface ?? null,
  isImplicit: implicit.includes(id),
});

/** The surfaces of published rubrics, by their ids. */
export const surfacesOf = (rubrics: readonly Pick<Rubric, 'id' | 'query_surface'>[]): Record<string, string> =>
  Object.fromEntries(
    rubrics.flatMap(({ id, query_surface }) => (query_surface === undefined ? [] : [[id, query_surface] as const])),
  );

/** Keys that the samples of every shopping family hold. */
export interface PublishedKeys {
  readonly rubrics: readonly (PlacedFields & Pick<Rubric, 'type' | 'field'>)[];
  readonly implicit_rubric_ids?: readonly string[];
  readonly proof: {
    readonly answer_set: { readonly size: number };
    readonly gates_passed: readonly string[];
    readonly semantic?: SemanticProof | undefined;
  };
  readonly provenance: {
    readonly attempts: number;
    readonly reply_digests: readonly string[];
    readonly overruled?: Overruled | undefined;
  };
}

/** The part of a sample's life that its family tells. */
export interface OwnLife extends Pick<TaskLife, 'targets'>, Partial<Pick<TaskLife, 'subject' | 'unplaced'>> {
  readonly texts: readonly ExplainedText[];
  /** Entries of its proof beside the gates and what models found. */
  readonly proof: readonly Entry[];
}

/** The life of a task whose sample was built. */
export const lifeOfSample = (
  { rubrics, implicit_rubric_ids: implicit, proof, provenance }: PublishedKeys,
  { texts, proof: own, ...told }: OwnLife,
  findings: readonly Finding[],
): TaskLife => ({
  ...NOTHING,
  ...told,
  rubrics: rubrics.map((rubric) => placedRubric(rubric, implicit)),
  dropped: 'unknown',
  attempts: [{ texts, surfaces: surfacesOf(rubrics), findings }],
  forgottenAttempts: provenance.attempts - 1,
  proof: [
    ...overruledEntries(provenance.overruled),
    ...own,
    gatesEntry(proof.gates_passed),
    ...semanticEntries(proof.semantic),
  ],
  findings,
  replyDigests: [...provenance.reply_digests, ...(proof.semantic?.reply_digests ?? [])],
});

/** The one target of a sample, as it is told. */
export const targetTold = (
  { product_id: id, title }: { readonly product_id: string; readonly title: string },
  category: string,
  {
    rubrics,
    provenance,
  }: {
    readonly rubrics: readonly { readonly type: string }[];
    readonly provenance: { readonly raw_file: string; readonly raw_line: number };
  },
): LifeTarget => {
  const phrase = rubrics.find((rubric): rubric is RubricOf<'entity_match'> => rubric.type === 'entity_match');
  const raw = { file: provenance.raw_file, line: provenance.raw_line };
  return { id, title, category, entity: phrase?.canonical_entity ?? null, raw };
};

/** Reads an attempt of a family with such texts. */
const lifeAttemptOf = <Words extends QueryWording>(
  wording: z.ZodType<Words>,
  textsOf: (wording: Words, findings: readonly Finding[]) => ExplainedText[],
): z.ZodType<LifeAttempt> =>
  attemptOf(wording).transform(({ wording, findings }) => {
    return { texts: textsOf(wording, findings), surfaces: wording.surfaces, findings };
  });

const TaskParts = z.looseObject({
  subject: z.string().optional(),
  entities: z.array(Entity).optional(),
  features: z.array(Feature).optional(),
  extracted: z.array(Feature).optional(),
  dropped: z.array(DroppedFact).optional(),
  locked: Locked.optional(),
  necessity: z
    .looseObject({ all: z.int(), withoutPersona: z.int(), withoutClarification: z.int(), queryAlone: z.int() })
    .nullish(),
});

/**
 * Schema of the record of a rejection, which may hold more the further the task had come, in a family with such texts.
 */
const unfinishedTaskOf = <Words extends QueryWording>(
  wording: z.ZodType<Words>,
  textsOf: (wording: Words, findings: readonly Finding[]) => ExplainedText[],
) => TaskParts.extend({ attempts: z.array(lifeAttemptOf(wording, textsOf)).optional() });

type UnfinishedTask = z.infer<ReturnType<typeof unfinishedTaskOf>>;

/** Tells lives of tasks that never became a sample, in a family with such texts; null of a record of another version. */
export function lifeReader<Words extends QueryWording>(
  wording: z.ZodType<Words>,
  textsOf: (wording: Words, findings: readonly Finding[]) => ExplainedText[],
): (unfinished: UnfinishedRecord) => TaskLife | null {
  const schema = unfinishedTaskOf(wording, textsOf);
  return (unfinished) => lifeOfRecord(unfinished, schema);
}

/** Finds the facts the catalog has about a target; null where it does not hold it. */
export function targetIn(catalog: Catalog, id: string): LifeTarget | null {
  const product = catalog.productById(id);
  if (product === null) return null;
  const { title, mainCategory: category, origin: raw } = product;
  return { id, title, category, entity: null, raw, stated: statedOf(product) };
}

/** Facts a catalog states of a product beside its title and its prose. */
function statedOf(product: Product): Entry[] {
  const { brand, priceMinor, currency, averageRating, ratingCount, details, skuOptions, services } = product;
  const skuFields = Map.groupBy(
    skuOptions.flatMap(({ values }) => Object.entries(values)),
    ([field]) => field,
  );
  const entries: [string, string | null][] = [
    ['brand', Object.hasOwn(details, 'Brand') ? null : brand],
    ['price', priceMinor === null || currency === null ? null : formatMoney(priceMinor, currency)],
    ['rating', averageRating === null ? null : String(averageRating)],
    ['ratings', ratingCount === null ? null : formatCount(ratingCount)],
    ...Object.entries(details).map(([field, { options }]): [string, string] => [field, options.join('; ')]),
    ...[...skuFields].map(([field, values]): [string, string] => [
      `choice of ${field}`,
      [...new Set(values.map(([, value]) => value))].join('; '),
    ]),
    ['services', services.join('; ')],
  ];
  return entries.flatMap(([name, text]) => (text === null || text === '' ? [] : [{ name, text }]));
}

/** The life of a task that never became a sample; null where its record is not of this version. */
function lifeOfRecord(
  { record, evidence, category, findings, target_ids: targetIds }: UnfinishedRecord,
  unfinished: z.ZodType<UnfinishedTask>,
): TaskLife | null {
  const parsed = unfinished.safeParse({
    ...asObject(record),
    ...asObject(evidence),
  });
  if (!parsed.success) return null;
  const { subject, entities, features, extracted, dropped, locked, necessity, attempts = [] } = parsed.data;
  const surfaces = attempts.at(-1)?.surfaces ?? {};
  const rubrics = locked?.rubrics ?? [];
  const facts = extracted ?? features ?? [];
  // The features that became rubrics come first, as many as there are.
  const placed = rubrics.filter(({ type }) => type !== 'entity_match').length;
  return {
    ...NOTHING,
    targets: targetIds.map((id, at) => ({
      id,
      title: null,
      category: targetIds.length === 1 ? category : null,
      entity: entities?.[at]?.phrase ?? null,
      raw: null,
    })),
    subject: subject ?? null,
    rubrics: rubrics.map((rubric) =>
      placedRubric(
        rubric,
        locked?.implicit_rubric_ids,
        Object.hasOwn(surfaces, rubric.id) ? surfaces[rubric.id] : undefined,
      ),
    ),
    unplaced: facts.slice(placed).map(factText),
    dropped: dropped ?? null,
    necessity: necessity ?? null,
    attempts,
    findings,
  };
}

const asObject = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {});

/** Facts about a rubric that reports count, however its family publishes it. */
export const rubricFacts = ({
  type,
  field,
  info_source,
}: Pick<Rubric, 'type' | 'field' | 'info_source'>): RubricFacts => ({
  type,
  field: detailFieldOf(field) ?? field,
  source: info_source,
});
