import type { Finding } from '../../schemas/finding.ts';
import type { Entry, ExplainedText, LifeTarget } from '../../schemas/task-life.ts';
import type { QueryWording } from '../../shopping/draft.ts';
import { isJudgedTogether } from '../../shopping/kinds/index.ts';
import { answersEntry, evidenceEntries } from '../../shopping/published/explained-proof.ts';
import { explainedText } from '../../shopping/published/explained-texts.ts';
import type { OwnLife } from '../../shopping/published/task-life.ts';
import { formatMoney } from '../../text/money.ts';
import { counted, formatCount } from '../../text/numbers.ts';
import type { ShoppingbenchSample } from './sample.ts';

/** The one text of an attempt. */
export const textsOf = ({ query }: Pick<QueryWording, 'query'>, findings: readonly Finding[]): ExplainedText[] => [
  explainedText('query', 'user_query', query, findings),
];

/** Tells what only this family can of a task whose sample was built. */
export function lifeOf(sample: ShoppingbenchSample, findings: readonly Finding[]): OwnLife {
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
