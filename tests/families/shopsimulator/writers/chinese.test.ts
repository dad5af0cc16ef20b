import { afterEach, beforeEach, expect, test } from 'vitest';
import { TABLES } from '../../../../families/shopsimulator/tables.ts';
import {
  writeAnswers,
  writeInstruction,
  writeObjection,
  writeOpening,
} from '../../../../families/shopsimulator/writers/instruction.ts';
import { otherLanguage, useLanguage } from '../../../../lexicon/index.ts';
import { drawFor } from '../../../../pipeline/seed.ts';
import type { Rubric } from '../../../../shopping/kinds/index.ts';
import { productWith } from '../../../fixtures/gate-inputs.ts';
import { wish } from '../../../fixtures/slots.ts';
import { lockedTask } from '../../../fixtures/tasks.ts';

beforeEach(() => useLanguage('zh'));
afterEach(() => useLanguage());

const SEEDS = Array.from({ length: 40 }, (_, seed) => seed);
const NEVER: ReadonlySet<string> = new Set();
const drawn = (seed: number) => drawFor(seed, 'shopper', 'test');
const taskOf = (noun: string, intent: string) =>
  lockedTask([wish('r1', '材质', '实木')], {
    family: 'shopsimulator',
    intent,
    entities: [{ phrase: noun, titleSpan: noun, plural: false }],
  });
const texts = (write: (seed: number) => string) => new Set(SEEDS.map(write));

test.each([
  ['椅子', '把椅子'],
  ['双肩包', '个双肩包'],
  ['毛毯', '条毛毯'],
  ['拖鞋', '双拖鞋'],
  ['洗碗机', '台洗碗机'],
])('a thing is counted with its own word: %s', (noun, counted) => {
  const openings = texts((seed) => writeOpening(taskOf(noun, 'multi_turn'), NEVER, drawn(seed)));
  expect(openings).toContain(`您好，我想买${counted}。`);
  expect(openings).toContain(`请问有${noun}吗？我想看看。`);
});

test('what a shopper has in mind tells no story beside that of the opening', () => {
  const goals = texts((seed) => {
    const task = taskOf('椅子', 'multi_turn');
    return writeInstruction(
      { task, target: productWith({ currency: 'CNY', category: [] }), rubrics: task.locked.rubrics, avoid: NEVER },
      drawn(seed),
    ).text;
  });
  for (const goal of goals) expect(goal).toMatch(/^(?:我想买|我要买|打算买|想找|要选)把椅子。|^正在挑椅子。/);
});

test('whom a thing is for, and where it is used, is told of people and places', () => {
  const rubric: Rubric = wish('r1', '适用人群', '老人');
  const said = { rubric, currency: 'CNY', plural: false, verb: '给老人用的' };
  for (const seed of SEEDS) {
    const [answer] = writeAnswers(said, drawn(seed), 'cl_1');
    expect(answer?.text).toMatch(/给老人用/);
    expect(answer?.text).not.toMatch(/在意|一定要|才行/);
    expect(writeObjection(said, false, drawn(seed), 'cl_1')).not.toMatch(/一定要|得是/);
  }
});

test('nothing that a shopper answers or objects waives anything', () => {
  const { answers, objections, too_dear, priced, told_otherwise } = TABLES;
  const said = [
    answers,
    objections,
    too_dear,
    priced,
    ...told_otherwise.flatMap((one) => [one.answers, one.objections]),
  ];
  const waiving = [...(otherLanguage()?.hedges ?? []), '别的都好说', '都好说', '还可以'];
  expect(said.flat().filter((pattern) => waiving.some((words) => pattern.includes(words)))).toEqual([]);
});
