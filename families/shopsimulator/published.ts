import { z } from 'zod';
import type { Finding } from '../../schemas/finding.ts';
import type { AnswersLeft, Entry, ExplainedText } from '../../schemas/task-life.ts';
import { neededOf } from '../../shopping/necessity.ts';
import { answersEntry, evidenceEntries } from '../../shopping/published/explained-proof.ts';
import { explainedText } from '../../shopping/published/explained-texts.ts';
import { checkRubricIds } from '../../shopping/published/rubric-ids.ts';
import { checkSemantic } from '../../shopping/published/semantic.ts';
import { type OwnLife, targetTold } from '../../shopping/published/task-life.ts';
import type { SampleContext } from '../../shopping/recount/index.ts';
import type { Locked } from '../../shopping/task.ts';
import { shoppingRecords } from '../../stages/shopping/records.ts';
import { counted, formatCount } from '../../text/numbers.ts';
import { AGENTS, replayAgents } from './agents/replay.ts';
import { judgesOf } from './building.ts';
import { shelvesOf } from './planning.ts';
import { read } from './read.ts';
import { publish } from './record.ts';
import { countAnswers } from './recount.ts';
import { type InstructionProof, ShopsimulatorSample } from './sample.ts';
import { judgedTexts } from './semantic-texts.ts';
import { SETTINGS } from './settings.ts';
import { groupOf } from './split-group.ts';
import { Wording } from './wording.ts';

/** Every text of an attempt in the order an agent meets it; the goal, which it never does, last. */
function textsOf(
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
function lifeOf(sample: ShopsimulatorSample, findings: readonly Finding[]): OwnLife {
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

function recount(sample: ShopsimulatorSample, { rubrics }: Locked, context: SampleContext): () => void {
  const { manifest, catalog, scan, report } = context;
  const settings = SETTINGS.parse(manifest.config);
  const { implicit_rubric_ids: implicitIds, proof } = sample;
  checkRubricIds(rubrics, { implicit_rubric_ids: implicitIds }, report);
  const draft = read(sample);
  if ('wording' in draft)
    checkSemantic({ semantic: proof.semantic, rubrics, implicitIds, texts: judgedTexts(draft.wording) }, report);
  const finish = [
    countAnswers(sample, rubrics, {
      ...{ catalog, scan, report, fine: shelvesOf(catalog, settings) },
      maxAnswers: settings.maxAnswers,
      leastFitting: settings.leastFitting,
      leastWithoutProfile: settings.leastWithoutProfile,
      leastWithoutClues: settings.leastWithoutClues,
    }),
    replayAgents(sample, rubrics, context),
  ];
  return () => {
    for (const compare of finish) compare();
  };
}

const answersLeft = ({ answer_set: set }: ShopsimulatorSample['proof']): AnswersLeft => ({
  all: set.size,
  withoutPersona: set.without_profile,
  withoutClarification: set.without_answers,
  queryAlone: set.opening_alone,
});

/** Returns the facts of a sample that a report counts. */
function factsOf(sample: ShopsimulatorSample) {
  const { proof, target } = sample;
  const hides = sample.profile !== null || sample.knowledge.length > 0;
  return {
    query: sample.query,
    category: target.category.join(' > '),
    withheld: {
      'without the profile': proof.answer_set.without_profile,
      'without the answers': proof.answer_set.without_answers,
      'first message alone': proof.answer_set.opening_alone,
      'without the clues': proof.answer_set.without_clues,
      'on its shelf': proof.shelf.products,
    },
    needed: hides ? neededOf(answersLeft(proof)) : null,
    price: target.price,
  };
}

/** Functions that read, judge and recount the family's samples. */
export const records = shoppingRecords(
  {
    line: ShopsimulatorSample,
    settings: SETTINGS,
    wording: Wording,
    agents: AGENTS,
    read,
    judgesOf,
    publish,
    textsOf,
    lifeOf,
    factsOf,
    recount,
    told: (sample) => ({
      intent: sample.intent,
      targetIds: [sample.target.product_id],
      query: sample.instruction,
      groupIn: () => groupOf(sample.proof.shelf, sample.target.product_id),
    }),
  },
  {
    head: z
      .looseObject({ id: z.string(), intent: z.string(), target: z.looseObject({ product_id: z.string() }) })
      .transform(({ id, intent, target }) => ({ id, intent, targetIds: [target.product_id] })),
    // The instruction of a multi-turn task is what only the shopper knows; the query is what it says of it.
    agentKeys: ShopsimulatorSample.pick({ query: true, profile: true }),
  },
);
