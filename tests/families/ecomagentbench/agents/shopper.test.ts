import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Shopper, slotsAbout } from '../../../../families/ecomagentbench/agents/shopper.ts';
import { dialogueBank } from '../../../../shopping/dialogue/field-dialogues.ts';
import { publishedScores } from '../../../../shopping/dialogue/published-matcher.ts';
import { readQuestion, readSlots, slotsTouched } from '../../../../shopping/dialogue/question-matcher.ts';
import { propertyRuns } from '../../../fixtures/property-runs.ts';

const words = [
  'close',
  'closing',
  'latches',
  'which',
  'what',
  'or',
  'the',
  'colour',
  'fitted',
  'e.g.',
  'size,',
  '(red',
  'tied',
  'glass',
  'buzzes',
];
const keyword = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 4 }).map((list) => list.join(' '));
const slots = fc
  .array(fc.array(keyword, { minLength: 1, maxLength: 4 }), { maxLength: 3 })
  .map((lists) => lists.map((trigger_keywords, at) => ({ slot_id: `cl_${at + 1}`, trigger_keywords })));
const asked = fc.oneof(
  fc.array(fc.constantFrom(...words), { maxLength: 14 }).map((list) => `${list.join(' ')}?`),
  fc.constantFrom(...dialogueBank.fields.flatMap((field) => dialogueBank.questionsFor(field))),
  fc.constantFrom(...dialogueBank.contentFree, ...dialogueBank.bags),
  fc.string({ maxLength: 120 }),
);

/** The score of every slot under the rule of the published runner (reference-systems 1.16): 2 for a substring, else 1 for a shared part. */
function publishedScoresOf(question: string, slots: readonly { readonly trigger_keywords: readonly string[] }[]) {
  const asked = question.toLowerCase();
  const words = asked.split(/\s+/).filter(({ length }) => length >= 3);
  return slots.map(({ trigger_keywords }) =>
    trigger_keywords
      .map((keyword) => keyword.toLowerCase())
      .reduce((score, keyword) => {
        if (asked.includes(keyword)) return score + 2;
        return score + Number(words.some((word) => keyword.includes(word) || word.includes(keyword)));
      }, 0),
  );
}

test('a script opens the same slots as in the benchmark, for any question and keywords, under either matcher', () => {
  fc.assert(
    fc.property(asked, slots, (question, script) => {
      expect(slotsAbout(question, script)).toEqual(slotsTouched(readQuestion(question), readSlots(script)));
      expect(publishedScoresOf(question, script)).toEqual(publishedScores(question, script));
    }),
    { numRuns: propertyRuns(2000) },
  );
});

const slot = (slot_id: string, keyword: string) => ({
  slot_id,
  linked_rubric_ids: ['r1'],
  hidden_info: '-',
  trigger_keywords: [keyword],
  user_response: `about ${keyword}`,
  revealed: false as const,
});
const script = {
  clarification_slots: [slot('cl_1', 'closure'), slot('cl_2', 'size')],
  default_response: 'no',
  max_clarification_turns: 3,
};

test('a shopper answers a question about one slot, and does not answer it again', () => {
  const shopper = new Shopper(script);
  expect(shopper.ask('What closure do you want?')).toMatchObject({
    answer: 'about closure',
    slot: { slot_id: 'cl_1' },
  });
  expect(shopper.ask('What closure do you want?')).toEqual({ answer: 'no', slot: null });
});

test('a shopper answers no question about two things, and none after the last turn', () => {
  const shopper = new Shopper(script);
  expect(shopper.ask('What size and closure do you want?').answer).toBe('no');
  shopper.ask('Hello?');
  expect(shopper.ask('What size do you want?').answer).toBe('about size');
  expect(shopper.ask('What closure do you want?').answer).toBe('');
});
