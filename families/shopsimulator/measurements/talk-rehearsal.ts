import { keywordBags } from '../../../shopping/dialogue/bank.ts';
import { dialogueBank } from '../../../shopping/dialogue/field-dialogues.ts';
import { fieldNameOf } from '../../../shopping/kinds/index.ts';
import { tokensOf } from '../../../text/normalise.ts';
import { stemOf } from '../../../text/stem.ts';
import { decideTalk } from '../episode/shopper.ts';
import { type StagedTalk, stagedOf, UNASKED } from '../episode/staged.ts';
import type { ShopsimulatorSample } from '../sample.ts';

/** Messages of a kind, and how many of them had something told. */
interface Rehearsed {
  asked: number;
  told: number;
}

/** Counts what the shopper of a task tells when it is asked the questions of the bank, each as the first message. */
function rehearsedTalk(sample: ShopsimulatorSample) {
  const talk = stagedOf(sample, 40).talk as StagedTalk;
  const result = {
    on_topic: { asked: 0, told: 0 },
    off_topic: { asked: 0, told: 0 },
    content_free: { asked: 0, told: 0 },
    keyword_bags: { asked: 0, told: 0 },
  };
  const told = (message: string) => decideTalk(message, null, talk, UNASKED).slots;
  const count = (kind: keyof typeof result, message: string, isTold: (slots: readonly string[]) => boolean) => {
    result[kind].asked += 1;
    result[kind].told += Number(isTold(told(message)));
  };
  const any = (slots: readonly string[]) => slots.length > 0;
  const fields = sample.knowledge.map(({ slot_id, rubric_ids }) => {
    const rubric = sample.rubrics.find(({ id }) => rubric_ids.includes(id));
    // Of a SKU every option is asked for by its own name.
    const names =
      rubric?.type === 'sku_match'
        ? Object.keys(rubric.expected_value)
        : rubric === undefined
          ? []
          : [fieldNameOf(rubric)];
    return { slot: slot_id, names };
  });
  const own = fields.flatMap(({ names }) => names);
  for (const { slot, names } of fields)
    for (const name of names)
      for (const question of dialogueBank.questionsFor(name))
        count('on_topic', question, (slots) => slots.includes(slot));
  // The bank is made for tasks that ask for no color or material: a question that names what is asked here is on topic.
  const named = new Set(own.flatMap((field) => tokensOf(field).map(stemOf)));
  const names = (question: string) => tokensOf(question).some((token) => named.has(stemOf(token)));
  for (const { question, covers } of dialogueBank.offTopic)
    if (!names(question) && !covers.some((field) => own.includes(field))) count('off_topic', question, any);
  for (const field of dialogueBank.fields)
    if (!own.some((one) => one === field || dialogueBank.areNear(one, field)))
      for (const question of dialogueBank.questionsFor(field)) count('off_topic', question, any);
  for (const question of dialogueBank.contentFree) count('content_free', question, any);
  for (const bag of [...dialogueBank.bags, ...keywordBags(talk.slots.map((slot) => ({ ...slot })))])
    count('keyword_bags', bag, any);
  return result;
}

/** Adds up the rehearsals of several tasks. */
export function rehearsedTalks(samples: readonly ShopsimulatorSample[]) {
  const all = samples.map(rehearsedTalk);
  const kinds = ['on_topic', 'off_topic', 'content_free', 'keyword_bags'] as const;
  return Object.fromEntries(
    kinds.map((kind) => [
      kind,
      {
        asked: all.reduce((sum, one) => sum + one[kind].asked, 0),
        told: all.reduce((sum, one) => sum + one[kind].told, 0),
      },
    ]),
  ) as Record<(typeof kinds)[number], Rehearsed>;
}
