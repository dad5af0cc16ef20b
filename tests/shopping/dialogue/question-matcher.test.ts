import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  FRAME_WORDS,
  FUNCTION_WORDS,
  foldToken,
  type KeyedSlot,
  matchQuestion,
} from '../../../shopping/dialogue/question-matcher.ts';

const finish: KeyedSlot = { slot_id: 'cl_1', trigger_keywords: ['finish', 'coating', 'varnish'] };
const plug: KeyedSlot = { slot_id: 'cl_2', trigger_keywords: ['connector', 'plug', 'power supply'] };
const slots = [finish, plug];

test.each([
  ['What finish should it have?', 'cl_1'],
  ['WHICH FINISHES DO YOU LIKE', 'cl_1'],
  ['Should it be coated?', 'cl_1'],
  ["What's your preferred finish (matte, glossy, satin, brushed ...)?", 'cl_1'],
  ['Any finish you want, such as matte, glossy, satin, brushed or polished?', 'cl_1'],
  ['Ｗｈｉｃｈ ｐｌｕｇ do you need?', 'cl_2'],
  ['What power supply do you have?', 'cl_2'],
])('a natural question opens the slot it is about: %s', (question, slot) =>
  expect(matchQuestion(question, slots)).toBe(slot),
);

test.each([
  ['names no keyword', 'When should it arrive?'],
  ['holds a keyword only inside a longer word', 'Is the finisherman unplugged?'],
  ['holds the words of a keyword apart', 'What power do you supply?'],
  ['names a keyword only as an example', 'What do you need (e.g. a plug)?'],
  ['is about two slots', 'Do you want a certain finish or plug?'],
  ['is no question or request', 'finish coating varnish'],
  ['is mostly keywords', 'Which finish coating varnish?'],
  ['lists many topics', 'What about color, size, finish, pattern, scent and shape?'],
  ['lists topics without commas', 'What is the finish the pattern the scent the shape the size?'],
  ['strings many topics together', 'What are the color size finish pattern scent?'],
  ['is longer than 100 characters', `What finish should it have${', please'.repeat(10)}?`],
  ['is written in another language', '¿Qué finish quieres?'],
])('a question that %s opens nothing: %s', (_, question) => expect(matchQuestion(question, slots)).toBeNull());

test('a question about two slots opens the one that is left once the other is revealed', () => {
  const question = 'Do you want a certain finish or plug?';
  expect(matchQuestion(question, slots, new Set(['cl_1']))).toBe('cl_2');
  expect(matchQuestion(question, slots, new Set(['cl_1', 'cl_2']))).toBeNull();
});

test.each([
  ['installing', 'install'],
  ['batteries', 'battery'],
  ['finishes', 'finish'],
  ['using', 'use'],
  ['mounted', 'mounting'],
  ['shapes', 'shaped'],
  ['controlled', 'control'],
])('inflection makes no difference: %s is %s', (one, other) => expect(foldToken(one)).toBe(foldToken(other)));

test.each([
  ['thing', 'th'],
  ['need', 'ne'],
  ['bus', 'bu'],
  ['4k', '4'],
])('what only looks inflected stays a word of its own: %s is not %s', (one, other) =>
  expect(foldToken(one)).not.toBe(foldToken(other)),
);

test('every frame word is a function word', () =>
  expect([...FRAME_WORDS].filter((word) => !FUNCTION_WORDS.has(word))).toEqual([]));

const topics = ['finish', 'plug', 'scent', 'closure', 'wattage', 'memory', 'noise', 'grid', 'budget', 'origin'];
const scripts = fc.uniqueArray(fc.constantFrom(...topics), { minLength: 2, maxLength: 6 }).map((names): KeyedSlot[] =>
  names.map((name, index) => ({
    slot_id: `cl_${index + 1}`,
    trigger_keywords: [name, `${name} standard`, `${name}dom`],
  })),
);
const questions = fc
  .array(
    fc.constantFrom(
      ...topics,
      'what',
      'which',
      'do',
      'you',
      'the',
      'and',
      'need',
      'want',
      'standard',
      'blue',
      ',',
      '?',
    ),
    {
      maxLength: 14,
    },
  )
  .map((words) => words.join(' '));

test('the order of slots and of keywords plays no role', () => {
  fc.assert(
    fc.property(scripts, questions, (script, question) => {
      const turned = script
        .map((slot) => ({ ...slot, trigger_keywords: slot.trigger_keywords.toReversed() }))
        .toReversed();
      expect(matchQuestion(question, turned)).toBe(matchQuestion(question, script));
    }),
  );
});

test('a revealed slot never opens again, and a dialogue opens each slot at most once', () => {
  fc.assert(
    fc.property(scripts, fc.array(questions, { maxLength: 20 }), (script, asked) => {
      const revealed = new Set<string>();
      for (const question of asked) {
        const opened = matchQuestion(question, script, revealed);
        expect(opened === null || !revealed.has(opened)).toBe(true);
        if (opened !== null) revealed.add(opened);
      }
    }),
  );
});

test('a bag of keywords opens nothing in any order and any state of the dialogue', () => {
  fc.assert(
    fc.property(
      scripts,
      fc.infiniteStream(fc.nat()),
      fc.nat(),
      fc.constantFrom(' ', ', ', ' / '),
      (script, order, mask, glue) => {
        const keywords = script.flatMap(({ trigger_keywords }) => trigger_keywords);
        const shuffled = keywords.map((keyword) => [order.next().value, keyword] as const).sort((a, b) => a[0] - b[0]);
        const bag = shuffled.map(([, keyword]) => keyword).join(glue);
        const revealed = new Set(
          script.filter((_, index) => ((mask >> index) & 1) === 1).map(({ slot_id }) => slot_id),
        );
        expect(matchQuestion(bag, script, revealed)).toBeNull();
        expect(matchQuestion(`What about ${bag}?`.slice(0, 100), script, revealed)).toBeNull();
      },
    ),
  );
});

// No second g, which folding takes off again.
test('only whole words count: letters around a keyword shut the slot', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z]{1,4}$/), fc.stringMatching(/^[b-dfhj-rt-z]{1,4}$/), (before, after) => {
      expect(matchQuestion(`What ${before}plug do you need?`, [plug])).toBeNull();
      expect(matchQuestion(`What plug${after} do you need?`, [plug])).toBeNull();
    }),
  );
});

test('any text is a question that is answered or not, never an error', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void matchQuestion(text, slots)));
});
