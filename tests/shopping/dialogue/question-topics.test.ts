import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { keywordBags } from '../../../shopping/dialogue/bank.ts';
import { dialogueBank, dialogueOf } from '../../../shopping/dialogue/field-dialogues.ts';
import { hear, type TopicSlot } from '../../../shopping/dialogue/question-topics.ts';

const slotOf = (field: string, keywords: readonly string[] = dialogueOf(field).keywords): TopicSlot => ({
  ...{ slot_id: field, trigger_keywords: keywords, fields: [field] },
});
const FAMILY_FIELDS = ['Color', 'Brand', 'Material', 'Compatible Devices', 'Operating System'];
// Of paper a finish is asked in the words of any.
const ALL = [...dialogueBank.fields, ...FAMILY_FIELDS]
  .filter((field) => field !== 'Paper Finish')
  .map((field) => slotOf(field));
const opened = (question: string, slots = ALL) => hear(question, slots).slots;

test.each([
  ['What will you use it for?', 'Recommended Uses For Product'],
  ['What is it for?', 'Recommended Uses For Product'],
  ['What do you need it for?', 'Recommended Uses For Product'],
  ['What should it be made of?', 'Material'],
  ['Which fabric do you like?', 'Material'],
  ['What theme do you like?', 'Theme'],
  ['Any special features?', 'Special Feature'],
  ['What look are you going for?', 'Style'],
  ['How should it look?', 'Style'],
  ['How much can you pay?', 'price'],
  ['How should it fasten?', 'Closure'],
  ['Wired or wireless?', 'Connectivity Technology'],
  ['Matte or glossy?', 'Finish Type'],
  ['Would you rather have a round or a square one?', 'Shape'],
  ['Material?', 'Material'],
])('a natural question opens the field it is about, and no other: %s', (question, field) =>
  expect(opened(question)).toEqual([field]),
);

test.each([
  ['Which device will you use it with?', 'Compatible Devices'],
  ['Where will you use it?', 'Room Type'],
  ['Who will use it?', 'Department'],
  ['Where should it be made?', 'Country of Origin'],
  ['What size screen do you need?', 'Screen Size'],
  ['What color should the ink be?', 'Ink Color'],
])('the narrower of two readings counts: %s', (question, field) => expect(opened(question)).toEqual([field]));

test.each(dialogueBank.fields.map((field) => [field]))('every field is opened by its own name: %s', (field) => {
  const { label } = dialogueOf(field);
  expect(opened(`What ${label} should it have?`, [slotOf(field, [])])).toEqual([field]);
});

test('a field that no table knows is opened by its name', () => {
  const slots = [slotOf('Heel Height', ['stiletto']), slotOf('Shape')];
  expect(opened('What heel height do you like?', slots)).toEqual(['Heel Height']);
});

describe("a shop's own field is asked about like what it is a kind of", () => {
  const own = (field: string, unit?: string): TopicSlot => ({
    ...slotOf(field, []),
    units: unit === undefined ? [] : [unit],
  });

  test.each([
    ['How heavy may it be?', own('weight', 'kg')],
    ['Does it have to be light?', own('net mass', 'g')],
    ['How long should it be?', own('blade', 'cm')],
    ['How many watts?', own('power', 'w')],
    ['How strong should it be?', own('power', 'w')],
    ['How loud may it be?', own('noise', 'db')],
    ['How many liters should it hold?', own('capacity', 'l')],
    ['How do you want to operate it?', own('control')],
    ['What features do you want?', own('functions')],
    ['What material should it be?', own('housing material')],
    ['What will you use it for?', own('Suitable For')],
  ])('%s', (question, slot) => expect(opened(question, [slot, slotOf('Theme')])).toEqual([slot.slot_id]));

  test.each([
    ['Do you have any strong preferences?', 'w'],
    ['Do you want it to be light blue?', 'kg'],
    ['Do you prefer bright ones?', 'lm'],
    ['How fast do you need it delivered?', 'rpm'],
    ['How long can you wait for delivery?', 'cm'],
    ['How far away do you live?', 'cm'],
  ])('a question that is about no amount tells none: %s', (question, unit) => {
    expect(opened(question, [own('own field', unit)])).toEqual([]);
    expect(hear('Do you have a strong preference?', [])).toEqual({ slots: [], isUnderstood: false });
  });

  test('where the thing itself is hidden as well, that is asked about', () => {
    expect(opened('What material do you want?', [own('housing material'), slotOf('Material')])).toEqual(['Material']);
  });

  test('of two kinds of it that nobody named neither is told, and none is denied', () => {
    const slots = [own('handle material'), own('blade material')];
    expect(hear('What material do you want?', slots)).toMatchObject({ slots: ['handle material', 'blade material'] });
  });

  test('an amount of another dimension is none of it', () => {
    expect(hear('How heavy may it be?', [own('capacity', 'l')])).toEqual({ slots: [], isUnderstood: true });
    expect(hear('How loud may it be?', [own('capacity', 'l')])).toEqual({ slots: [], isUnderstood: false });
  });
});

test('what idle questions, questions about other things and lists of topics open, they open by keywords alone', () => {
  const idle = [...dialogueBank.contentFree, ...dialogueBank.bags, ...keywordBags(ALL.slice(0, 8))];
  const heard = idle.flatMap((question) => opened(question).map((field) => [question, field]));
  expect(heard).toEqual([]);
  for (const { question, covers } of dialogueBank.offTopic) {
    const fields = dialogueBank.fields.filter((field) => opened(question, [slotOf(field, [])]).length > 0);
    const fair = (field: string) => covers.some((one) => one === field || dialogueBank.areNear(one, field));
    expect([question, ...fields.filter((field) => !fair(field))]).toEqual([question]);
  }
});

test('a question of the bank opens no field by its topic but its own and those near it', () => {
  const astray = dialogueBank.fields.flatMap((asked) =>
    dialogueBank.questionsFor(asked).flatMap((question) => {
      const slots = dialogueBank.fields
        .filter((field) => field !== asked && !dialogueBank.areNear(field, asked))
        .map((field) => slotOf(field, []));
      return opened(question, slots).map((field) => `${asked}: "${question}" opens ${field}`);
    }),
  );
  expect(astray).toEqual([]);
});

test('a question that fits two slots and names neither opens none', () => {
  const [finish, paper] = [slotOf('Finish Type'), slotOf('Paper Finish')];
  expect(hear('Matte or glossy?', [finish, paper])).toEqual({ slots: [], isUnderstood: false });
  expect(opened('Matte or glossy?', [paper])).toEqual(['Paper Finish']);
});

test('a question about what is not hidden is understood, and idle talk is not', () => {
  const slots = [slotOf('Shape')];
  expect(hear('Wired or wireless?', slots)).toEqual({ slots: [], isUnderstood: true });
  expect(hear('Can you tell me more?', slots)).toEqual({ slots: [], isUnderstood: false });
});

test('names of fields thrown together open three at most, which is what one message may ask', () => {
  const labels = dialogueBank.fields.map((field) => dialogueOf(field).label);
  const slots = dialogueBank.fields.map((field) => slotOf(field, []));
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.constantFrom(...labels), { minLength: 4, maxLength: 8 }),
      fc.constantFrom(' ', ', ', ' / ', ' and '),
      (bag, glue) => {
        const question = `What about ${bag.join(glue)}?`;
        fc.pre(question.length <= 100);
        expect(opened(question, slots).length).toBeLessThanOrEqual(3);
      },
    ),
  );
});
