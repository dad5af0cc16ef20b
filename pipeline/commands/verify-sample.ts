import { canonicalJson } from '../../schemas/canonical-json.ts';
import { type InfoSource, Rubric } from '../../schemas/rubric.ts';
import type { LedgerLine } from '../../schemas/run.ts';
import type { EcomagentbenchSample } from '../../schemas/sample.ts';
import type { Breach } from './breach.ts';
import { digestOfParts } from './digest.ts';
import type { Manifest } from './run-files.ts';

const AVOIDED = 'avoid_preferences';

/** Collects what does not hold of one sample. */
type Report = (promise: string, detail: string) => void;

/**
 * The rubrics as they were locked: without the words the writer found for them, and an opinion with the evidence that is
 * published in the proof. Null where a rubric cannot have been locked; the reasons are reported.
 */
export function lockedRubricsOf({ rubrics, proof }: EcomagentbenchSample, report: Report): Rubric[] | null {
  const quotes = new Map(proof.rubrics.map(({ rubric_id, quotes }) => [rubric_id, quotes]));
  const locked = rubrics.flatMap(({ query_surface: _surface, ...rubric }) => {
    const whole =
      rubric.type === 'review_opinion'
        ? { ...rubric, expected_value: { opinion: rubric.expected_value, evidence: quotes.get(rubric.id) ?? [] } }
        : rubric;
    const parsed = Rubric.safeParse(whole);
    if (parsed.success) return [parsed.data];
    report('malformed_record', `${rubric.id} cannot have been locked: its proof holds no quote`);
    return [];
  });
  return locked.length === rubrics.length ? locked : null;
}

/** Everything about a sample that needs neither the catalog nor another sample, but its ledger line and the manifest. */
export function checkSample(
  sample: EcomagentbenchSample,
  rubrics: readonly Rubric[],
  { task, manifest, text }: { task: LedgerLine | undefined; manifest: Manifest; text: string },
): Breach[] {
  const breaches: Breach[] = [];
  const report: Report = (promise, detail) => breaches.push({ where: sample.id, promise, detail });
  checkLock(sample, rubrics, task, report);
  if (task !== undefined && task.sample_digest !== digestOfParts('sample', text))
    report('sample_digest', 'the ledger gives another digest of this line');
  checkIdentity(sample, manifest, report);
  checkIds(sample, rubrics, report);
  checkSurfaces(sample, report);
  checkPersona(sample, rubrics, report);
  checkSlots(sample, report);
  checkCounts(sample, rubrics, report);
  return breaches;
}

function checkLock(
  sample: EcomagentbenchSample,
  rubrics: readonly Rubric[],
  task: LedgerLine | undefined,
  report: Report,
): void {
  const voucher = rubrics.find((rubric) => rubric.type === 'budget_match')?.expected_value.voucher ?? null;
  const digest = digestOfParts('lock', { rubrics, implicit_rubric_ids: sample.implicit_rubric_ids, voucher });
  if (digest !== sample.lock.digest)
    report(
      'lock_changed',
      `locked as ${sample.lock.digest.slice(0, 16)}, what is published has ${digest.slice(0, 16)}`,
    );
  if (task !== undefined && task.lock_digest !== sample.lock.digest) {
    report(
      'lock_changed',
      `locked as ${sample.lock.digest.slice(0, 16)}, the ledger says ${task.lock_digest?.slice(0, 16) ?? 'never'}`,
    );
  }
}

/** The id is a digest of what the task is; the provenance is that of the run. */
function checkIdentity(
  { id, family, intent_category: intent, target_product, provenance }: EcomagentbenchSample,
  { config, catalog }: Manifest,
  report: Report,
): void {
  const rank = digestOfParts('task', family, intent, [target_product.product_id], provenance.seed);
  const expected = `${family}-${intent}-${rank.slice(0, 10)}`;
  if (id !== expected) report('id_differs', `its intent, target and seed give the id ${expected}`);
  if (provenance.seed !== config.seed)
    report('provenance_differs', `has the seed ${provenance.seed}, the run ${config.seed}`);
  if (provenance.writer !== config.writer)
    report('provenance_differs', `was written by ${provenance.writer}, the run's writer is ${config.writer}`);
  if (provenance.catalog_digest !== catalog.digest) {
    report(
      'provenance_differs',
      `is from a catalog of digest ${provenance.catalog_digest.slice(0, 16)}, the run from ${catalog.digest.slice(0, 16)}`,
    );
  }
}

const repeated = (ids: readonly string[]) => ids.filter((id, at) => ids.indexOf(id) !== at);

/** Every rubric id that is used is a rubric's, and each rubric is proved once. */
function checkIds(
  { rubrics, implicit_rubric_ids, clarification_script, proof }: EcomagentbenchSample,
  locked: readonly Rubric[],
  report: Report,
): void {
  const ids = rubrics.map(({ id }) => id);
  for (const id of repeated(ids)) report('unknown_id', `${id} is the id of two rubrics`);
  const used = (where: string, used: readonly string[]) => {
    for (const id of used) if (!ids.includes(id)) report('unknown_id', `${where} names ${id}, which is no rubric`);
    for (const id of repeated(used)) report('unknown_id', `${where} names ${id} more than once`);
  };
  used('implicit_rubric_ids', implicit_rubric_ids);
  used(
    'the clarification script',
    clarification_script.clarification_slots.flatMap(({ linked_rubric_ids }) => linked_rubric_ids),
  );
  used(
    'the proof',
    proof.rubrics.map(({ rubric_id }) => rubric_id),
  );
  for (const id of ids) {
    if (!proof.rubrics.some(({ rubric_id }) => rubric_id === id))
      report('evidence_differs', `the proof says nothing of ${id}`);
  }
  for (const id of implicit_rubric_ids) {
    const rubric = locked.find((candidate) => candidate.id === id);
    if (rubric !== undefined && rubric.info_source !== 'query')
      report('unknown_id', `implicit_rubric_ids names ${id}, which is no rubric of the query`);
  }
  for (const { type, id } of locked) {
    const { removes, quotes } = proof.rubrics.find(({ rubric_id }) => rubric_id === id) ?? {};
    const undecided = type === 'review_opinion' || type === 'entity_match';
    if (undecided && removes !== null && removes !== undefined)
      report('removed_count_differs', `what ${id} alone removes is ${removes} in the proof, where no count is defined`);
    if (type !== 'review_opinion' && quotes !== undefined)
      report('evidence_differs', `the proof quotes reviews for ${id}, which is no opinion`);
  }
}

function checkSurfaces({ user_query: query, rubrics }: EcomagentbenchSample, report: Report): void {
  for (const { id, info_source: source, query_surface: surface } of rubrics) {
    if (source !== 'query') {
      if (surface !== undefined)
        report('surface_missing', `${id} is hidden in the ${source} and has the surface "${surface}"`);
    } else if (surface === undefined) report('surface_missing', `${id} is of the query and has no surface`);
    else if (surface.trim() === '' || !query.includes(surface))
      report('surface_missing', `the surface "${surface}" of ${id} does not stand in the query`);
  }
}

/** The profile's requirements are the locked values of the persona's rubrics, character by character, and nothing else. */
function checkPersona({ user_persona }: EcomagentbenchSample, rubrics: readonly Rubric[], report: Report): void {
  const hidden = rubrics.filter(({ info_source }) => info_source === 'persona');
  const { [AVOIDED]: avoided, ...wanted } = user_persona.product_requirements;
  const locked = hidden.flatMap((rubric) =>
    rubric.type === 'attribute_match' ? [canonicalJson(rubric.expected_value)] : [],
  );
  const stated = Object.values(wanted).map(canonicalJson);
  for (const value of missing(locked, stated))
    report('persona_requirement', `the persona lacks the requirement ${value}`);
  for (const value of missing(stated, locked))
    report('persona_requirement', `the persona asks for ${value}, which no rubric of it does`);
  const excluded = hidden.flatMap((rubric) => (rubric.type === 'negative_attribute' ? rubric.expected_value : []));
  const said = avoided === undefined ? [] : [avoided].flat();
  if (canonicalJson(said) !== canonicalJson(excluded))
    report(
      'persona_requirement',
      `the persona avoids ${canonicalJson(said)}, its rubrics exclude ${canonicalJson(excluded)}`,
    );
}

/** The items of one list that another lacks, each as often as it lacks it. */
function missing(items: readonly string[], from: readonly string[]): string[] {
  const left = [...from];
  return items.filter((item) => {
    const at = left.indexOf(item);
    if (at !== -1) left.splice(at, 1);
    return at === -1;
  });
}

function checkSlots({ clarification_script: script, rubrics }: EcomagentbenchSample, report: Report): void {
  const slots = script.clarification_slots;
  for (const id of repeated(slots.map(({ slot_id }) => slot_id)))
    report('slot_missing', `${id} is the id of two slots`);
  for (const { id, info_source: source } of rubrics) {
    const own = slots.filter(({ linked_rubric_ids }) => linked_rubric_ids.includes(id)).length;
    if (source === 'clarification' && own !== 1)
      report('slot_missing', `${id} has ${own} clarification slots, expected one`);
    if (source !== 'clarification' && own > 0)
      report('slot_missing', `${id} is of the ${source} and has a clarification slot`);
  }
}

/** Numbers the record repeats, and the features it was made of. */
function checkCounts(sample: EcomagentbenchSample, rubrics: readonly Rubric[], report: Report): void {
  const from = (source: InfoSource) => rubrics.filter(({ info_source }) => info_source === source).length;
  const counted = (what: string, said: number, found: number) => {
    if (said !== found) report('count_differs', `${what} is ${said}, counted ${found}`);
  };
  const { difficulty_metrics, feature_partition, generation_artifacts, provenance } = sample;
  counted('difficulty_metrics.implicit_count', difficulty_metrics.implicit_count, sample.implicit_rubric_ids.length);
  for (const source of ['query', 'persona', 'clarification'] as const)
    counted(`feature_partition.${source}_count`, feature_partition[`${source}_count`], from(source));
  counted('generation_artifacts.sample_retry_count', generation_artifacts.sample_retry_count, provenance.attempts - 1);
  const features = new Set(
    sample.extracted_features.map(({ type, field, value }) => canonicalJson({ type, field, value })),
  );
  for (const { id, type, field, expected_value } of rubrics) {
    const value = type === 'review_opinion' ? expected_value.opinion : expected_value;
    if (type !== 'entity_match' && !features.has(canonicalJson({ type, field, value })))
      report('feature_unknown', `${id} is none of the extracted features`);
  }
}
