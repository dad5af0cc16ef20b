import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BankReading } from '../../../shopping/dialogue/bank-reading.ts';
import { dialogueBank } from '../../../shopping/dialogue/field-dialogues.ts';
import { publishedScores } from '../../../shopping/dialogue/published-matcher.ts';
import { readQuestion, readSlots, slotsTouched } from '../../../shopping/dialogue/question-matcher.ts';

const questions = dialogueBank.fields.slice(0, 12).flatMap((field) => [...dialogueBank.questionsFor(field)]);
const words = [...new Set(questions.flatMap((question) => question.toLowerCase().match(/[a-z]+/g) ?? []))];
const keyword = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 4 }).map((some) => some.join(' '));
const slots = fc
  .array(fc.array(keyword, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 3 })
  .map((lists) => lists.map((trigger_keywords, at) => ({ slot_id: `cl_${at + 1}`, trigger_keywords })));

test('what keywords are to a question is the same found out once as found out each time', () => {
  const bank = new BankReading(questions);
  fc.assert(
    fc.property(slots, (some) => {
      const touchedBy = bank.of(some);
      for (const question of questions) {
        const touched = touchedBy(bank.placeOf(question));
        expect(touched?.slots ?? []).toEqual(slotsTouched(readQuestion(question), readSlots(some)));
        expect(touched?.scores ?? some.map(() => 0)).toEqual(publishedScores(question, some));
      }
    }),
    { numRuns: 40 },
  );
});

test('a question the bank does not have has no place in it', () => {
  expect(() => new BankReading(['What size?']).placeOf('What colour?')).toThrow('no question of this bank');
});
