import type { Finding } from '../../schemas/finding.ts';
import type { Entry, ExplainedText } from '../../schemas/task-life.ts';
import { answersEntry, evidenceEntries } from '../../shopping/published/explained-proof.ts';
import { explainedText } from '../../shopping/published/explained-texts.ts';
import { type OwnLife, targetTold } from '../../shopping/published/task-life.ts';
import { counted, formatCount } from '../../text/numbers.ts';
import { read } from './read-sample.ts';
import type { InstructionProof, ShopsimulatorSample } from './sample.ts';
import type { Wording } from './wording.ts';

/** Every text of an attempt in the order an agent meets it; the goal, which it never does, last. */
export function textsOf(
  { query, goal, profile, script, objections }: Pick<Wording, 'query' | 'goal' | 'profile' | 'script' | 'objections'>,
  findings: readonly Finding[],
): ExplainedText[] {
  const one = (name: string, path: string, value: unknown) => explainedText(name, path, value, findings);
  const told = script.clarification_slots.flatMap(({ slot_id: id, trigger_keywords, user_response }) => [
    one(`${id} keywords`, `clarification_slots.${id}.trigger_keywords`, trigger_keywords),
    one(`${id} answer`, `clarification_slots.${id}.user_response`, user_response),
    one(`${id} objection`, `objections.${id}`, objections[id] ?? ''),
  ]);
  return [
    one(goal === null ? 'instruction' : 'opening', 'user_query', query),
    ...(profile === null
      ? []
      : [
          one('profile', 'profile.demographics', profile.demographics),
          one(
            'brands',
            'profile.preferences.brands',
            profile.preferences.brands.map(({ brand, level }) => `${brand} (${level})`),
          ),
          ...profile.preferences.lasting.map(({ wish, level }, at) =>
            one(at === 0 ? 'wishes' : '', `profile.preferences.lasting.${at}`, `${wish} (${level})`),
          ),
          ...profile.purchase_history.map(({ title, category, days_ago: days }, at) =>
            one(
              at === 0 ? 'bought' : '',
              `profile.purchase_history.${at}`,
              `${title} (${category}, ${counted(days, 'day')} ago)`,
            ),
          ),
        ]),
    ...told,
    ...(goal === null ? [] : [one('goal', 'goal', goal)]),
  ].filter(({ text }) => text !== '');
}

/** Tells what only this family can of a task whose sample was built. */
export function lifeOf(sample: ShopsimulatorSample, findings: readonly Finding[]): OwnLife {
  const draft = read(sample);
  return {
    targets: [targetTold(sample.target, sample.target.category.join(' > '), sample)],
    texts: 'wording' in draft ? textsOf(draft.wording, findings) : [],
    proof: proofEntries(sample),
  };
}

function proofEntries({ proof }: ShopsimulatorSample): Entry[] {
  const { answer_set: answers, shelf, rivals, profile } = proof;
  return [
    answersEntry(answers, 'product'),
    {
      name: 'withheld',
      text: `${counted(answers.without_profile, 'product')} without the profile, ${formatCount(answers.without_answers)} without the answers, ${formatCount(answers.opening_alone)} with the first message alone, ${formatCount(answers.without_clues)} without the clues, ${formatCount(answers.noun_phrase_alone)} with the noun phrase alone`,
    },
    {
      name: 'shelf',
      text: `${shelf.id}: ${counted(shelf.products, 'near-identical product')}, of which ${counted(shelf.answers, 'satisfies everything', 'satisfy everything')}`,
    },
    ...rivals.map((rival): Entry => ({ name: 'rival', text: rivalText(rival) })),
    ...(profile === null
      ? []
      : [
          {
            name: 'profile',
            text: `${counted(profile.others_fitting, 'other product fits it', 'other products fit it')}; ${profile.implies.map(({ rubric_id, text }) => `${rubric_id} in "${text}"`).join(', ')}`,
          },
        ]),
    ...evidenceEntries(proof.rubrics, () => 'product'),
  ];
}

function rivalText({ product_id, on_shelf, misses }: InstructionProof['rivals'][number]): string {
  const apart = misses.map(({ rubric_id, field, states }) =>
    states.length === 0
      ? `states no ${field} (${rubric_id})`
      : `its ${field} is ${states
          .slice(0, 4)
          .map((state) => `"${state}"`)
          .join(', ')} (${rubric_id})`,
  );
  return `${product_id}${on_shelf ? ', of the same shelf' : ''}: ${apart.join('; ')}`;
}
