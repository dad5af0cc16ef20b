import { expect, test } from 'vitest';
import { drawFor } from '../../../../pipeline/seed.ts';
import { type BlindQuestion, choose } from '../../../../shopping/shop-lexicon/proposed/blind-choice.ts';
import { linesWithin, scriptedAsker } from '../../../fixtures/scripted-asker.ts';

const QUESTION: BlindQuestion = {
  id: 'lexicon/clue/Panel Type/OLED',
  task: 'The words are a hint.',
  words: 'switch off every dot for black',
  choices: ['IPS', 'OLED', 'TN', 'VA'],
  right: 'OLED',
};

/** Solvers that pick what they are told, in turn. */
async function solvedBy(picks: readonly string[], votes = 3) {
  const { asker, questions } = scriptedAsker(({ blanks, attempt }) => {
    const shown = linesWithin(blanks.choices as string).map((line) => line.replace(/^\d+\. /, ''));
    const place = shown.indexOf(picks[attempt] as string);
    return { choice: place === -1 ? 'cannot tell' : String(place + 1) };
  });
  const result = await choose(QUESTION, { asker, votes, drawFor: (id) => drawFor(0, id, 'test') });
  return { result, questions };
}

test.each([
  [['OLED', 'OLED'], { asked: 2, right: 2, isRecovered: true, mistaken: null }],
  [['OLED', 'VA', 'OLED'], { asked: 3, right: 2, isRecovered: true, mistaken: 'VA' }],
  [['OLED', 'VA', 'TN'], { asked: 3, right: 1, isRecovered: false, mistaken: 'VA' }],
  [['VA', ''], { asked: 2, right: 0, isRecovered: false, mistaken: 'VA' }],
])('a strict majority of solvers decides, and no more are asked once it is certain: %j', async (picks, expected) => {
  expect((await solvedBy(picks)).result).toEqual(expected);
});

test('an even number of votes needs more than half', async () => {
  expect((await solvedBy(['OLED', 'VA'], 2)).result.isRecovered).toBe(false);
});

test('solvers see the words and the choices, in orders of their own, and nothing that says which is right', async () => {
  const { questions } = await solvedBy(['OLED', 'VA', 'OLED']);
  const orders = questions.map(({ blanks }) => linesWithin(blanks.choices as string).join());
  expect(new Set(orders).size).toBeGreaterThan(1);
  for (const { role, blanks } of questions) {
    expect(role).toBe('blind_solver');
    expect(Object.keys(blanks).sort()).toEqual(['choices', 'task', 'words']);
    expect(blanks.words).not.toContain('OLED');
  }
});
