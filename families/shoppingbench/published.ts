import { z } from 'zod';
import type { Catalog } from '../../catalog/index.ts';
import type { Finding } from '../../schemas/finding.ts';
import type { Entry, ExplainedText, LifeTarget } from '../../schemas/task-life.ts';
import { QueryWording } from '../../shopping/draft.ts';
import { isJudgedTogether } from '../../shopping/kinds/index.ts';
import { answersEntry, evidenceEntries } from '../../shopping/published/explained-proof.ts';
import { explainedText } from '../../shopping/published/explained-texts.ts';
import { checkRubricIds } from '../../shopping/published/rubric-ids.ts';
import { checkSemantic } from '../../shopping/published/semantic.ts';
import { type OwnLife, surfacesOf } from '../../shopping/published/task-life.ts';
import type { SampleContext } from '../../shopping/recount/index.ts';
import type { Locked } from '../../shopping/task.ts';
import type { GateInput } from '../../stages/gate.ts';
import { taskRead, unworded } from '../../stages/shopping/publication.ts';
import { shoppingRecords } from '../../stages/shopping/records.ts';
import { formatMoney, minorUnitsOf } from '../../text/money.ts';
import { normaliseText } from '../../text/normalise.ts';
import { counted, formatCount } from '../../text/numbers.ts';
import { AGENTS, replayAgents } from './agents/replay.ts';
import { judgesOf } from './building.ts';
import { INTENTS, PLANNING_ORDER } from './intents.ts';
import { publish } from './record.ts';
import { countAnswers, type OrdersLeft, orderOf } from './recount.ts';
import { ShoppingbenchSample } from './sample.ts';
import { SETTINGS } from './settings.ts';

/**
 * The draft a published sample was made from, but for the products it is about. What is not published is empty: how noun
 * phrases are inflected, how features might have been used. Findings where it can be no draft of this family.
 */
function read(
  sample: ShoppingbenchSample,
): Pick<GateInput, 'task' | 'wording'> | { readonly findings: readonly Finding[] } {
  const findings = faultsOf(sample);
  if (findings.length > 0) return { findings };
  return {
    // Nothing is hidden, so no rubric is implicit.
    task: taskRead(sample, { category: '', targetIds: sample.target_ids, rubrics: sample.rubrics.map(unworded) }),
    wording: { query: sample.query, surfaces: surfacesOf(sample.rubrics) },
  };
}

/** Why a sample can be no draft: an unknown intent, a hidden requirement, one about no target or a target without a name. */
function faultsOf({ intent, target_ids: targetIds, rubrics }: ShoppingbenchSample): Finding[] {
  const findings: Finding[] = [];
  if (!INTENTS.some(({ name }) => name === intent))
    findings.push({ code: 'intent_contract', path: 'intent', detail: `"${intent}" is no intent` });
  for (const rubric of rubrics) {
    const { id, info_source: source, target } = rubric;
    const report = (code: string, detail: string) => findings.push({ code, path: `rubrics.${id}`, detail });
    if (source !== 'query') report('hidden_requirement', `is of the ${source}, expected the query`);
    if (isJudgedTogether(rubric)) {
      if (target !== undefined) report('target_misplaced', 'is about all targets, not one');
    } else if (targetIds.length === 1 ? target !== undefined : target === undefined || target >= targetIds.length)
      report('target_misplaced', `is about target ${target ?? 'none'} of ${targetIds.length}`);
  }
  for (const [place, id] of targetIds.entries()) {
    if (targetIds.indexOf(id) !== place)
      findings.push({ code: 'target_misplaced', path: 'target_ids', detail: `the target ${id} is asked for twice` });
    const naming = rubrics.filter(({ type, target = 0 }) => type === 'entity_match' && target === place).length;
    if (naming !== 1)
      findings.push({
        code: 'entity_ungrounded',
        path: 'rubrics',
        detail: `${naming} rubrics name the target ${id}, expected one`,
      });
  }
  return findings;
}

/** The one text of an attempt. */
const textsOf = ({ query }: Pick<QueryWording, 'query'>, findings: readonly Finding[]): ExplainedText[] => [
  explainedText('query', 'user_query', query, findings),
];

/** Tells what only this family can of a task whose sample was built. */
function lifeOf(sample: ShoppingbenchSample, findings: readonly Finding[]): OwnLife {
  const { query, provenance, Knowledge_Attribute: answer } = sample;
  const { question } = provenance;
  return {
    targets: sample.target_ids.map((_, place) => targetAt(sample, place)),
    subject: question === null ? null : `${answer}, for question ${question.id} at ${question.file}:${question.line}`,
    texts: textsOf({ query }, findings),
    proof: proofEntries(sample),
  };
}

function targetAt({ target_ids, reward, rubrics, provenance }: ShoppingbenchSample, place: number): LifeTarget {
  const id = target_ids[place] as string;
  const published = [reward].flat()[place];
  const phrase = rubrics.find((rubric) => rubric.type === 'entity_match' && (rubric.target ?? 0) === place);
  const raw = provenance.raw[place];
  return {
    id,
    title: published === undefined ? null : [published.title].flat().join(' '),
    category: null,
    entity: phrase?.type === 'entity_match' ? phrase.canonical_entity : null,
    raw: raw === undefined ? null : { file: raw.file, line: raw.line },
  };
}

function proofEntries({ proof, rubrics }: ShoppingbenchSample): Entry[] {
  const { answer_set: answers, targets, together, voucher } = proof;
  const one = targets.length === 1 ? 'product' : 'order';
  const entries = [answersEntry(answers, one)];
  for (const [place, { answers: own, noun_phrase_alone: holders }] of targets.entries()) {
    const name = targets.length === 1 ? 'alone' : `target ${place + 1}`;
    const fitting = counted(own, 'product fits', 'products fit');
    entries.push({ name, text: `${fitting} what is asked of it alone, ${formatCount(holders)} its noun phrase` });
  }
  if (together !== null) {
    const said = [`without the condition on all, ${counted(together.without_condition, one)} would fit`];
    if (together.shops !== null) said.push(`${counted(together.shops, 'shop sells', 'shops sell')} one that does`);
    entries.push({ name: 'together', text: said.join('; ') });
  }
  const budget = rubrics.find((rubric) => rubric.type === 'budget_match');
  if (voucher !== null && budget?.type === 'budget_match') {
    const { currency } = budget.expected_value.voucher;
    const money = (amount: number) => formatMoney(amount, currency);
    const deciding = voucher.deciding.map(({ part, changes, total }) =>
      changes === 'target' ? part : `${part} (for an order of ${money(total)})`,
    );
    const said = [`${money(voucher.total)} becomes ${money(voucher.price_after)}`];
    if (deciding.length > 0) said.push(`what decides: ${deciding.join(', ')}`);
    if (voucher.idle.length > 0) said.push(`what decides nothing: ${voucher.idle.join(', ')}`);
    entries.push({ name: 'voucher', text: said.join('; ') });
  }
  const joint = new Set(rubrics.filter(isJudgedTogether).map(({ id }) => id));
  return [...entries, ...evidenceEntries(proof.rubrics, (id) => (joint.has(id) ? one : 'product'))];
}

function recount(sample: ShoppingbenchSample, { rubrics }: Locked, context: SampleContext): () => void {
  const { manifest, scan, report } = context;
  checkRubricIds(rubrics, {}, report);
  const texts = [{ source: 'query', slotId: null, text: sample.query }] as const;
  checkSemantic({ semantic: sample.proof.semantic, rubrics, implicitIds: [], texts }, report);
  const order = orderOf(sample.target_ids, rubrics);
  const { maxAnswers } = SETTINGS.parse(manifest.config);
  const onFound = (left: OrdersLeft) => replayAgents(sample, order, left, context);
  return countAnswers(sample, order, { maxAnswers, scan, report, onFound });
}

/** A shop's products are alike: none of its targets may be in another split than another one's. */
const shopsOf = ({ target_ids }: ShoppingbenchSample, catalog: Catalog): string[] =>
  target_ids.flatMap((id) => {
    const shop = catalog.productById(id)?.shopId ?? null;
    return shop === null ? [] : [`shop ${shop}`];
  });

/** Returns the facts of a sample that a report counts. */
function factsOf({ query, rubrics, proof }: ShoppingbenchSample) {
  const { together } = proof;
  return {
    query,
    category: null,
    withheld: (together === null ? {} : { 'without shop or budget': together.without_condition }) as Record<
      string,
      number
    >,
    needed: null,
    price: orderPrice(rubrics, proof),
  };
}

/** Only orders with a voucher say what they cost. */
function orderPrice(rubrics: ShoppingbenchSample['rubrics'], { voucher }: ShoppingbenchSample['proof']): number | null {
  const budget = rubrics.find((rubric) => rubric.type === 'budget_match');
  if (voucher === null || budget?.type !== 'budget_match') return null;
  return voucher.total / minorUnitsOf(budget.expected_value.voucher.currency);
}

/** Functions that read, judge and recount the family's samples. */
export const records = shoppingRecords(
  {
    line: ShoppingbenchSample,
    settings: SETTINGS,
    wording: QueryWording,
    agents: AGENTS,
    read,
    judgesOf: (view, { maxAnswers }) => judgesOf(view, maxAnswers),
    publish: (publication, { provenance: { question } }) =>
      publish(publication, question && { file: question.file, line: question.line }),
    textsOf,
    lifeOf,
    factsOf,
    recount,
    told: (sample) => ({
      intent: sample.intent,
      targetIds: sample.target_ids,
      subject: sample.Knowledge_Attribute === undefined ? null : normaliseText(sample.Knowledge_Attribute),
      query: sample.query,
      groupIn: () => sample.provenance.group,
      boundBy: (catalog) => shopsOf(sample, catalog),
    }),
  },
  {
    head: z
      .looseObject({ id: z.string(), intent: z.string(), target_ids: z.array(z.string()) })
      .transform(({ id, intent, target_ids: targetIds }) => ({ id, intent, targetIds })),
    // Voucher and budget too are said in the query.
    agentKeys: ShoppingbenchSample.pick({ query: true }),
    orderInWave: PLANNING_ORDER,
    intentsWithSubject: INTENTS.filter(({ knowledge }) => knowledge).map(({ name }) => name),
  },
);
