import { z } from 'zod';
import { formatMoney } from '../../catalog/money.ts';
import { detailFieldOf } from '../../catalog/satisfies.ts';
import { Attempt, type Wording } from '../../schemas/draft.ts';
import type { Finding } from '../../schemas/finding.ts';
import type { Proof } from '../../schemas/proof.ts';
import type { InfoSource, Rubric } from '../../schemas/rubric.ts';
import type { RejectionLine } from '../../schemas/run.ts';
import type { EcomagentbenchSample, PublishedRubric } from '../../schemas/sample.ts';
import { DroppedFact, Entity, Feature, Locked } from '../../schemas/task.ts';

/** A requirement of the task: where it was hidden, and the words of the query that carry it. */
export interface PlacedRubric {
  readonly id: string;
  readonly source: InfoSource;
  readonly says: string;
  readonly surface: string | null;
  readonly isImplicit: boolean;
}

/** One try at the task's text and what the gates found in it. */
export interface LifeAttempt {
  readonly wording: Wording;
  readonly findings: readonly Finding[];
}

/** How many products a task's requirements leave, with sources withheld. */
export interface LifeNecessity {
  readonly all: number;
  readonly withoutPersona: number;
  readonly withoutClarification: number;
  readonly queryAlone: number;
}

/** What is known of one task from its record; null or empty for what it never got to, `unknown` for what was not kept. */
export interface TaskLife {
  readonly category: string | null;
  readonly entity: string | null;
  readonly rubrics: readonly PlacedRubric[];
  /** Facts that were kept and are no rubric, in words. */
  readonly unplaced: readonly string[];
  readonly dropped: readonly DroppedFact[] | 'unknown' | null;
  readonly necessity: LifeNecessity | null;
  readonly attempts: readonly LifeAttempt[];
  /** Tries before the first of `attempts` whose text was not kept. */
  readonly forgottenAttempts: number;
  readonly proof: Proof | null;
  readonly findings: readonly Finding[];
  readonly raw: { readonly file: string; readonly line: number } | null;
  readonly title: string | null;
}

/** A fact in words, without the source it may be hidden in. */
function factText({ type, field, value }: Pick<Feature, 'type' | 'field' | 'value'>): string {
  const name = detailFieldOf(field) ?? field;
  if (typeof value === 'string') return `${name}: ${value}`;
  if (Array.isArray(value)) return `${name}: ${type === 'negative_attribute' ? 'not ' : ''}${value.join(', ')}`;
  if ('opinion' in value) return `reviews: ${value.opinion}`;
  if ('budget' in value) return `budget: ${formatMoney(value.budget, value.voucher.currency)} after the voucher`;
  const { min, max } = value;
  if (min !== undefined && max !== undefined) return `${name}: ${min} to ${max}`;
  return min !== undefined ? `${name}: ${min} or more` : `${name}: ${max} or less`;
}

const placedRubric = (
  { id, info_source, description, query_surface }: Rubric | PublishedRubric,
  implicit: readonly string[],
  surface?: string,
): PlacedRubric => ({
  id,
  source: info_source,
  says: description,
  surface: query_surface ?? surface ?? null,
  isImplicit: implicit.includes(id),
});

/** A task of which only its ledger line is left. */
export const NOTHING: TaskLife = {
  category: null,
  entity: null,
  rubrics: [],
  unplaced: [],
  dropped: null,
  necessity: null,
  attempts: [],
  forgottenAttempts: 0,
  proof: null,
  findings: [],
  raw: null,
  title: null,
};

/** The life of a task whose sample was built; `findings` is what kept it out of the split, if anything. */
export function lifeOfSample(sample: EcomagentbenchSample, findings: readonly Finding[] = []): TaskLife {
  const { rubrics, implicit_rubric_ids: implicit, proof, provenance, target_product } = sample;
  const surfaces = rubrics.flatMap(({ id, query_surface }) =>
    query_surface === undefined ? [] : [[id, query_surface] as const],
  );
  const { size: all, without_persona, without_clarification, query_alone } = proof.answer_set;
  const placed = rubrics.length - rubrics.filter(({ type }) => type === 'entity_match').length;
  return {
    ...NOTHING,
    category: target_product.main_category,
    entity: rubrics.find((rubric) => rubric.type === 'entity_match')?.canonical_entity ?? null,
    rubrics: rubrics.map((rubric) => placedRubric(rubric, implicit)),
    // The features that became rubrics come first, as many as there are.
    unplaced: sample.extracted_features.slice(placed).flatMap((feature) => {
      const parsed = Feature.pick({ type: true, field: true, value: true }).safeParse(feature);
      return parsed.success ? [factText(parsed.data)] : [`${feature.field}: ${JSON.stringify(feature.value)}`];
    }),
    dropped: 'unknown',
    necessity: {
      all,
      withoutPersona: without_persona,
      withoutClarification: without_clarification,
      queryAlone: query_alone,
    },
    attempts: [
      {
        wording: {
          query: sample.user_query,
          surfaces: Object.fromEntries(surfaces),
          persona: sample.user_persona,
          script: sample.clarification_script,
        },
        findings,
      },
    ],
    forgottenAttempts: provenance.attempts - 1,
    proof,
    findings,
    raw: { file: provenance.raw_file, line: provenance.raw_line },
    title: target_product.title,
  };
}

/** What the record of a rejection may hold, by how far the task had come. */
const Parts = z.looseObject({
  entity: Entity.optional(),
  features: z.array(Feature).optional(),
  extracted: z.array(Feature).optional(),
  dropped: z.array(DroppedFact).optional(),
  locked: Locked.optional(),
  necessity: z
    .looseObject({ all: z.int(), withoutPersona: z.int(), withoutClarification: z.int(), queryAlone: z.int() })
    .optional(),
  attempts: z.array(Attempt).optional(),
});

/** The life of a task that was rejected before it was a sample; null where its record is not of this version. */
export function lifeOfRejection({ record, evidence, category, findings }: RejectionLine): TaskLife | null {
  const parsed = Parts.safeParse({ ...asObject(record), ...asObject(evidence) });
  if (!parsed.success) return null;
  const { entity, features, extracted, dropped, locked, necessity, attempts = [] } = parsed.data;
  const surfaces = attempts.at(-1)?.wording.surfaces ?? {};
  const rubrics = locked?.rubrics ?? [];
  const facts = extracted ?? features ?? [];
  const placed = rubrics.filter(({ type }) => type !== 'entity_match').length;
  return {
    ...NOTHING,
    category,
    entity: entity?.phrase ?? null,
    rubrics: rubrics.map((rubric) =>
      placedRubric(
        rubric,
        locked?.implicit_rubric_ids ?? [],
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
