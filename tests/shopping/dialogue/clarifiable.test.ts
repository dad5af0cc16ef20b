import { expect, test } from 'vitest';
import { isClarifiable } from '../../../shopping/dialogue/clarifiable.ts';
import { dialogueOf } from '../../../shopping/dialogue/field-dialogues.ts';
import { keywordsFor } from '../../../shopping/dialogue/keywords.ts';
import { FRAME_WORDS, matchQuestion } from '../../../shopping/dialogue/question-matcher.ts';

test.each(['Panel Type', 'Refresh Rate', 'Chipset', 'Neckline'])('a question can ask about %s alone', (field) => {
  expect(isClarifiable(field)).toBe(true);
});

test.each(['Enclosure Type', 'Interface', 'Capacity'])(
  'a word of any question inside the name %s is a matter of the published rule, not of the field',
  (field) => {
    expect(isClarifiable(field)).toBe(true);
  },
);

test.each(['Type', 'Fit', 'Warranty'])('no keyword tells questions about %s from those about other things', (field) => {
  expect(isClarifiable(field)).toBe(false);
});

test.each(['Pod', 'Steeping process', 'Flavor Hints', 'Leaf'])(
  'its own questions open a slot about a field even where the product is called by its name: %s',
  (field) => {
    const { label, questions } = dialogueOf(field);
    const otherValues = [`tea ${label}`];
    const trigger_keywords = keywordsFor(field, { values: [], otherValues, otherFields: [] });
    const slots = [{ slot_id: 'cl_1', trigger_keywords }];
    expect(questions.filter((question) => matchQuestion(question, slots) === null)).toEqual([]);
    expect(trigger_keywords.length).toBeGreaterThanOrEqual(3);
    expect(
      matchQuestion(
        `Do you sell tea ${label} here?`,
        slots.map((slot) => ({ ...slot, trigger_keywords: trigger_keywords.filter((keyword) => keyword !== label) })),
      ),
    ).toBeNull();
  },
);

test.each(['Suitable for', 'Compatible with', 'Recommended for'])('people ask what a product is to be %s', (field) => {
  const words = field.toLowerCase();
  const { questions, keywords, answers } = dialogueOf(field);
  expect(questions).toContain(`What should it be ${words}?`);
  const slots = [{ slot_id: 'cl_1', trigger_keywords: keywords }];
  expect(questions.filter((question) => matchQuestion(question, slots) === null)).toEqual([]);
  expect(answers.filter((answer) => !answer.includes(words))).toEqual([]);
  expect(isClarifiable(field)).toBe(true);
});

test('a name that questions do not take in both numbers is a keyword in both', () => {
  expect(dialogueOf('Leaf').keywords).toContain('leaves');
  expect(dialogueOf('Steeping process').keywords.filter((keyword) => keyword.endsWith('ss'))).toHaveLength(4);
});

test('no keyword of a field without a dialogue makes a question of the words beside it', () => {
  const words = dialogueOf('Leaf').keywords.flatMap((keyword) => keyword.split(' '));
  expect(words.filter((word) => FRAME_WORDS.has(word))).toEqual([]);
});
