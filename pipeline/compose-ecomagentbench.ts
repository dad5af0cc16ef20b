import { AnswerSets } from '../catalog/answer-set.ts';
import {
  catalogStatistics,
  judgeDetails,
  languageOf,
  type ShelvedDetails,
  shelfPath,
} from '../catalog/plausibility.ts';
import { detailFieldOf, requirementOf } from '../catalog/satisfies.ts';
import { type Catalog, openCatalog } from '../catalog/store.ts';
import { normaliseValue } from '../catalog/text/normalise.ts';
import { cluesFor } from '../families/ecomagentbench/clue-bank.ts';
import { dialogueBank } from '../families/ecomagentbench/dialogue.ts';
import { FIELD_POLICIES } from '../families/ecomagentbench/field-policy.ts';
import { INTENTS, intentNamed } from '../families/ecomagentbench/intents.ts';
import { OfflineWriter } from '../families/ecomagentbench/offline-writer.ts';
import { proposeOpinions } from '../families/ecomagentbench/opinions.ts';
import { requirementKeyOf } from '../families/ecomagentbench/persona.ts';
import { piecesFor } from '../families/ecomagentbench/query-pieces.ts';
import { recordOf } from '../families/ecomagentbench/record.ts';
import { planVoucher } from '../families/ecomagentbench/vouchers.ts';
import type { Attempt, Draft } from '../schemas/draft.ts';
import { StageError } from '../schemas/errors.ts';
import type { Finding } from '../schemas/finding.ts';
import type { Product } from '../schemas/product.ts';
import type { RejectionLine, TaskResult } from '../schemas/run.ts';
import { type Feature, LockedTask, type PlannedTask } from '../schemas/task.ts';
import { extract } from '../stages/extract.ts';
import { lock, lockDigestOf } from '../stages/lock.ts';
import { partition } from '../stages/partition.ts';
import { Prover } from '../stages/prover.ts';
import { Sampler } from '../stages/sample.ts';
import { type ValidDraft, validate } from '../stages/validate.ts';
import { NearDuplicates } from '../stages/validators/near-duplicate.ts';
import { verbalise } from '../stages/verbalise.ts';
import { ecomagentbenchGates } from './compose-gates.ts';
import type { Family, FamilyBuilder, TaskSettings } from './family.ts';
import { rewriteUntilValid } from './rewrite.ts';
import { drawFor } from './seed.ts';
import { runChain, type Stage } from './stage.ts';

const NAME = 'ecomagentbench';
const ATTEMPTS = 3;
const DEFAULT_CURRENCY = 'USD';

/** Codes that no other wording can mend. */
const FINAL_CODES = new Set([
  'lock_changed',
  'intent_contract',
  'target_fails',
  'duplicate_fact',
  'implausible_value',
  'entity_ungrounded',
  'unknown_product',
  'ambiguous_answer',
]);

/** Remembers the last few answers of a pure function of an object. */
function remembered<K extends object, V>(compute: (key: K) => V): (key: K) => V {
  const known = new WeakMap<K, V>();
  return (key) => {
    let value = known.get(key);
    if (value === undefined) {
      value = compute(key);
      known.set(key, value);
    }
    return value;
  };
}

/** Products by id, the latest ones kept, so that stages that ask for the same target share one object. */
function productCache(catalog: Catalog, most = 256): (id: string) => Product | null {
  const known = new Map<string, Product>();
  return (id) => {
    const found = known.get(id) ?? catalog.productById(id);
    if (found === null) return null;
    known.delete(id);
    known.set(id, found);
    if (known.size > most) known.delete(known.keys().next().value as string);
    return found;
  };
}

function* shelvedDetails(catalog: Catalog): Generator<ShelvedDetails> {
  for (const { product } of catalog.products()) {
    yield { shelf: shelfPath(product), mainCategory: product.mainCategory, details: product.details };
  }
}

const isExplicit = (feature: Feature, currency: string) =>
  feature.type === 'review_opinion' ||
  feature.type === 'budget_match' ||
  piecesFor(requirementOf(feature), false, currency).length > 0;

function builderOf(settings: TaskSettings): FamilyBuilder {
  const catalog = openCatalog(settings.catalog);
  const answerSets = new AnswerSets(catalog);
  const productOf = productCache(catalog);
  const reviewsOf = (productId: string) => {
    const row = catalog.rowOf(productId);
    return row === null ? [] : catalog.reviewsOf(row);
  };
  const statistics = catalogStatistics(shelvedDetails(catalog));
  const language = settings.language === 'auto' ? languageOf(statistics) : settings.language;
  const judged = remembered((product: Product) => judgeDetails(product, statistics, language));
  const currencyOf = ({ targetIds }: PlannedTask) => productOf(targetIds[0] ?? '')?.currency ?? DEFAULT_CURRENCY;
  const draws = (step: string) => (task: PlannedTask) => drawFor(settings.seed, task.id, step);

  const prover = new Prover({
    catalog,
    answerSets,
    measureDialogue: ({ task, wording }) => dialogueBank.measure(wording.script, task.locked.rubrics),
  });
  const gates = ecomagentbenchGates({
    lockDigestOf,
    contractOf: intentNamed,
    prover,
    reviewsOf,
    requirementKeyOf,
    dialogueBank,
    knows: (id) => catalog.rowOf(id) !== null,
    maxAnswers: settings.maxAnswers,
    statedElsewhere: (field, value, productId) => {
      const row = catalog.rowOf(productId);
      const { mainCategory } = catalog.numericColumns();
      return answerSets
        .stating(detailFieldOf(field) ?? field, value)
        .some((holder) => holder !== row && row !== null && mainCategory[holder] === mainCategory[row]);
    },
    reasonAgainst: (product, field, option) => {
      const verdict = judged(product);
      if (verdict.kept.some((kept) => kept.field === field && normaliseValue(kept.option) === normaliseValue(option)))
        return null;
      return (
        verdict.dropped.find(
          (dropped) => dropped.field === field && normaliseValue(dropped.value) === normaliseValue(option),
        )?.reason ?? 'not a plausible value of the target'
      );
    },
  });
  const writer = new OfflineWriter({
    drawFor: (task, step, attempt) => drawFor(settings.seed, task.id, step, attempt),
    targetOf: ({ targetIds }) => productOf(targetIds[0] ?? '') as Product,
  });

  const chain = [
    extract({
      catalog,
      answerSets,
      productOf,
      phraseUse: (phrase) => answerSets.phraseUse(phrase),
      drawFor: draws('extract'),
      contractOf: intentNamed,
      fieldUse: (field) => FIELD_POLICIES.get(field),
      sayable: (field, value) => ({
        explicit: isExplicit(
          { type: 'attribute_match', field: `details.${field}`, value } as Feature,
          DEFAULT_CURRENCY,
        ),
        implicit: cluesFor(field, value).length > 0,
      }),
      excludable: (field) => FIELD_POLICIES.get(field)?.negative === true,
      judgeDetails: judged,
      planVoucher,
      proposeOpinions: (reviews, product, draw, statesFact, options) => [
        ...proposeOpinions(reviews, product, draw, statesFact, options).opinions,
      ],
    }),
    partition({
      answerSets,
      drawFor: draws('partition'),
      contractOf: intentNamed,
      explicit: (feature) => isExplicit(feature, DEFAULT_CURRENCY),
      maxAnswers: settings.maxAnswers,
      requireNecessity: settings.requireNecessity,
    }),
    lock({ currencyOf }),
    rewriteUntilValid<LockedTask, Attempt, Draft, ValidDraft>({
      input: LockedTask,
      write: verbalise(writer),
      check: validate({ gates, targetsOf: (ids) => ids.flatMap((id) => productOf(id) ?? []), prove: prover.prove }),
      attemptOf: ({ wording }, findings) => ({ wording, findings: [...findings] }),
      attempts: ATTEMPTS,
      final: FINAL_CODES,
    }),
  ] as unknown as readonly Stage<never, unknown>[];

  return {
    async build(task) {
      try {
        const finished = await runChain<PlannedTask, ValidDraft>(chain, task);
        if (!('kept' in finished)) return rejectedResult(task, finished);
        const { draft, proof } = finished.kept;
        const target = productOf(task.targetIds[0] ?? '') as Product;
        const record = recordOf(draft, proof, {
          target,
          writer: writer.name,
          model: writer.model,
          catalogDigest: catalog.digest,
        });
        return {
          kind: 'built',
          id: task.id,
          line: JSON.stringify(record),
          text: record.user_query,
          lockDigest: draft.task.lockDigest,
          preferred: draft.task.necessity.attained && draft.task.necessity.exclusionDecides,
        };
      } catch (error) {
        const stage = error instanceof StageError ? error.message.split(' ')[0] : undefined;
        return {
          kind: 'failed',
          id: task.id,
          stage: stage ?? 'unknown',
          error: error instanceof Error ? (error.stack ?? error.message) : String(error),
        };
      }
    },
  };
}

/** A rejection as it is published: the record without the places that depend on how many samples were asked for. */
function rejectedResult(
  task: PlannedTask,
  {
    rejected,
    stage,
    code,
    detail,
    findings,
    evidence,
  }: {
    rejected: unknown;
    stage: string;
    code: string;
    detail: string;
    findings: readonly Finding[];
    evidence?: unknown;
  },
): TaskResult {
  const { wave: _wave, place: _place, ...record } = rejected as Record<string, unknown>;
  const line: RejectionLine = {
    id: task.id,
    family: task.family,
    intent: task.intent,
    stage,
    code,
    detail,
    findings: [...findings],
    target_ids: task.targetIds,
    category: task.category,
    record,
    ...(evidence === undefined ? {} : { evidence }),
  };
  const lockDigest = typeof record.lockDigest === 'string' ? record.lockDigest : null;
  return { kind: 'rejected', id: task.id, code, stage, lockDigest, line: JSON.stringify(line) };
}

/** Shopping for one product with intent spread over query, persona and clarification (EComAgentBench). */
export const ecomagentbench: Family = {
  name: NAME,
  intents: INTENTS.map(({ name }) => name),
  asksAbout: (field) => FIELD_POLICIES.has(field),
  plan(settings) {
    const catalog = openCatalog(settings.catalog);
    const sampler = new Sampler({
      catalog,
      family: NAME,
      seed: settings.seed,
      intents: INTENTS,
      isUsed: (field) => FIELD_POLICIES.has(field),
    });
    return {
      catalogDigest: catalog.digest,
      catalogSize: catalog.size,
      admission: new NearDuplicates(),
      eligibility: (intent) => sampler.eligibility(intent),
      next: (intent, count, state) => sampler.next(intent, count, state),
    };
  },
  builder: builderOf,
};
