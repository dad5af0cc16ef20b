import { z } from 'zod';
import type { Finding } from '../../schemas/finding.ts';
import type { RejectionLine } from '../../schemas/run.ts';
import { attemptOf, type QueryWording } from '../draft.ts';
import { Feature, factText, type Rubric } from '../kinds/index.ts';
import { DroppedFact, Entity, Locked } from '../task.ts';
import type { ExplainedText } from './explained-texts.ts';
import type { Entry, LifeNecessity, LifeTarget, PlacedRubric } from './life-parts.ts';

export type { LifeTarget, PlacedRubric } from './life-parts.ts';

/** One try at the task's texts and what the gates found in them. */
export interface LifeAttempt {
  readonly texts: readonly ExplainedText[];
  /** Rubric id to the words of the query that carry it. */
  readonly surfaces: Readonly<Record<string, string>>;
  readonly findings: readonly Finding[];
}

/** What is known of one task from its record; null or empty for what it never got to, `unknown` for what was not kept. */
export interface TaskLife {
  readonly targets: readonly LifeTarget[];
  /** What besides its targets it is about, and where that comes from. */
  readonly subject: string | null;
  readonly rubrics: readonly PlacedRubric[];
  /** Facts that were kept and are no rubric, in words. */
  readonly unplaced: readonly string[];
  readonly dropped: readonly DroppedFact[] | 'unknown' | null;
  readonly necessity: LifeNecessity | null;
  readonly attempts: readonly LifeAttempt[];
  /** Tries before the first of `attempts` whose text was not kept. */
  readonly forgottenAttempts: number;
  readonly proof: readonly Entry[];
  readonly findings: readonly Finding[];
  /** Digests of the model requests whose replies it was made from. */
  readonly replyDigests: readonly string[];
}

/** A task of which only its ledger line is left. */
export const NOTHING: TaskLife = {
  targets: [],
  subject: null,
  rubrics: [],
  unplaced: [],
  dropped: null,
  necessity: null,
  attempts: [],
  forgottenAttempts: 0,
  proof: [],
  findings: [],
  replyDigests: [],
};

/** What a fact is called where its field does not say it. */
/** What is read of a rubric, locked or published. */
type PlacedFields = Pick<Rubric, 'id' | 'info_source' | 'target' | 'description' | 'query_surface'>;

export const placedRubric = (
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

/** What the record of a rejection may hold, by how far the task had come, in a family with such texts. */
export const unfinishedTaskOf = <Words extends QueryWording>(
  wording: z.ZodType<Words>,
  textsOf: (wording: Words, findings: readonly Finding[]) => ExplainedText[],
) => TaskParts.extend({ attempts: z.array(lifeAttemptOf(wording, textsOf)).optional() });

export type UnfinishedTask = z.infer<ReturnType<typeof unfinishedTaskOf>>;

/** The life of a task that never became a sample; null where its record is not of this version. */
export function lifeOfRecord(
  {
    record,
    evidence,
    category,
    findings,
    target_ids: targetIds,
  }: Pick<RejectionLine, 'record' | 'evidence' | 'category' | 'findings' | 'target_ids'>,
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
