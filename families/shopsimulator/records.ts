import { z } from 'zod';
import type { AnswersLeft } from '../../schemas/task-life.ts';
import { neededOf } from '../../shopping/necessity.ts';
import { checkRubricIds } from '../../shopping/published/rubric-ids.ts';
import { checkSemantic } from '../../shopping/published/semantic.ts';
import type { SampleContext } from '../../shopping/recount/index.ts';
import type { Locked } from '../../shopping/task.ts';
import { shoppingRecords } from '../../stages/shopping/records.ts';
import { AGENTS, replayAgents } from './agents/replay.ts';
import { judgesOf } from './building.ts';
import { lifeOf, textsOf } from './explained.ts';
import { shelvesOf } from './planning.ts';
import { publish } from './publish.ts';
import { read } from './read-sample.ts';
import { countAnswers } from './recount.ts';
import { ShopsimulatorSample } from './sample.ts';
import { judgedTexts } from './semantic-texts.ts';
import { SETTINGS } from './settings.ts';
import { Wording } from './wording.ts';

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
      groupIn: () => sample.proof.shelf.id,
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
