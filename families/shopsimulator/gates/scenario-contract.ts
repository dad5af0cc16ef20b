import type { Finding } from '../../../schemas/finding.ts';
import type { Rubric } from '../../../shopping/kinds/index.ts';
import { defineGate } from '../../../stages/gate.ts';
import type { Intent } from '../intents.ts';
import { isAttribute } from '../needs.ts';
import type { Wording } from '../wording.ts';

interface Dependencies {
  intentOf(name: string): Intent;
}

/** Finds tasks that are not what their scenario promises: who tells what, one price bound, one option at most. */
export const scenarioContract = defineGate<Wording, [Dependencies]>({
  name: 'scenario contract',
  codes: { scenario_contract: 'the task does not hold what its scenario promises' },
  final: true,
  check: ({ task, wording }, { intentOf }) =>
    breaches(task.locked.rubrics, wording, intentOf(task.intent)).map(
      (detail): Finding => ({ code: 'scenario_contract', path: 'rubrics', detail: `${task.intent}: ${detail}` }),
    ),
});

function breaches(rubrics: readonly Rubric[], { goal, profile, script }: Wording, intent: Intent): string[] {
  const { personalised, multiTurn, leastAttributes, mostAttributes } = intent;
  const found: string[] = [];
  const asked = rubrics.filter(({ type }) => type !== 'entity_match');
  const from = (source: Rubric['info_source']) => asked.filter(({ info_source }) => info_source === source).length;
  const prices = asked.filter(({ type, field }) => type === 'numeric_range' && field === 'price');
  const options = asked.filter(({ type }) => type === 'sku_match').length;
  const attributes = asked.filter(isAttribute).length;
  if (
    prices.length !== 1 ||
    prices.some((rubric) => rubric.type !== 'numeric_range' || rubric.expected_value.max === undefined)
  )
    found.push(`${prices.length} price bounds, one upper bound is promised`);
  if (options > 1) found.push(`${options} options, one at most is promised`);
  if (prices.length + options + attributes < asked.length) found.push('requirements of other kinds');
  if (attributes < leastAttributes || attributes > mostAttributes)
    found.push(`${attributes} attributes, ${leastAttributes} to ${mostAttributes} are promised`);
  if (personalised !== (profile !== null)) found.push(personalised ? 'no profile' : 'a profile');
  if (personalised !== from('persona') > 0) found.push(`${from('persona')} long-term needs`);
  if (multiTurn !== (goal !== null)) found.push(multiTurn ? 'no goal for the shopper' : 'a goal nobody is asked about');
  const elsewhere = from(multiTurn ? 'query' : 'clarification');
  if (elsewhere > 0) found.push(`${elsewhere} requirements told ${multiTurn ? 'before anybody asks' : 'when asked'}`);
  if (!multiTurn && script.clarification_slots.length > 0) found.push('answers to questions that nobody may ask');
  return found;
}
