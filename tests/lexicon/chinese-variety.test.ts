import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeShop } from '../../families/ecomagentbench/mutations/chinese/made-shop.ts';
import { plainQuery } from '../../families/ecomagentbench/mutations/chinese/sentences.ts';
import { writeInstruction, writeOpening } from '../../families/shopsimulator/writers/instruction.ts';
import { useLanguage } from '../../lexicon/index.ts';
import { drawFor } from '../../pipeline/seed.ts';
import { type Draw, shuffled } from '../../schemas/draw.ts';
import { cluesFor } from '../../shopping/language/clue-bank.ts';
import { productWith } from '../fixtures/gate-inputs.ts';
import { wish } from '../fixtures/slots.ts';
import { lockedTask } from '../fixtures/tasks.ts';

let rows: readonly string[];

beforeAll(() => {
  useLanguage('zh');
  const folder = mkdtempSync(join(tmpdir(), 'shop-'));
  const [file = ''] = makeShop(folder, TEXTS).inputs;
  rows = readFileSync(file, 'utf8').trim().split('\n');
  rmSync(folder, { recursive: true });
});
beforeEach(() => useLanguage('zh'));
afterEach(() => useLanguage());

const TEXTS = 400;
const SEED = 3;
const NEVER: ReadonlySet<string> = new Set();

interface Written {
  readonly noun: string;
  readonly text: string;
}

/** What somebody asks of a product of the made shop: two hints, a value outright. */
interface Wanted {
  readonly noun: string;
  readonly hinted: readonly (readonly [field: string, value: string])[];
  readonly told: readonly (readonly [field: string, value: string])[];
}

const drawn = (at: number) => drawFor(SEED, `text ${at}`, 'variety');

/** Writes one text for each product of the made shop. */
const written = (write: (wanted: Wanted, draw: Draw) => string): Written[] =>
  rows.map((row, at) => {
    const { category: noun, details } = JSON.parse(row) as { category: string; details: Record<string, string> };
    const facts = shuffled(drawn(at), 'facts', Object.entries(details));
    const hinted = facts.filter(([field, value]) => cluesFor(field, value, noun).length > 0).slice(0, 2);
    const told = facts.filter((fact) => !hinted.includes(fact)).slice(0, 1);
    return { noun, text: write({ noun, hinted, told }, drawn(at)) };
  });

/** The share of the texts that the commonest piece stands in; the noun is anybody's, and so is a number. */
function worst(texts: readonly Written[], pieces: (text: string) => readonly string[]): [piece: string, share: number] {
  const counts = new Map<string, number>();
  for (const { noun, text } of texts)
    for (const piece of new Set(pieces(text.replaceAll(noun, '＊').replaceAll(/[\d.]+/gu, '#'))))
      counts.set(piece, (counts.get(piece) ?? 0) + 1);
  const [piece = '', count = 0] = [...counts].toSorted(([, a], [, b]) => b - a)[0] ?? [];
  return [piece, count / texts.length];
}

const SIX = 6;
const openingOf = (text: string) => [[...text].slice(0, SIX).join('')];
const sixes = (text: string) => {
  const characters = [...text];
  // Bounds are locked, and said in three ways.
  return characters
    .slice(SIX - 1)
    .map((_, at) => characters.slice(at, at + SIX).join(''))
    .filter((piece) => !piece.includes('#'));
};
/** A sentence without its middle. */
const frames = (text: string) =>
  text
    .split(/[。？！]/u)
    .filter((sentence) => sentence.length > 2 * SIX)
    .map((sentence) => `${sentence.slice(0, SIX / 2)}…${sentence.slice(-SIX / 2)}`);

function expectVaried(texts: readonly Written[], limit: number) {
  for (const pieces of [openingOf, frames, sixes]) {
    const [piece, share] = worst(texts, pieces);
    expect(share, piece).toBeLessThanOrEqual(limit);
  }
}

test('of 400 Chinese queries no six characters and no frame of a sentence stand in more than one in 10', () => {
  const queries = written(({ noun, hinted, told }, draw) => {
    const bound = [
      { field: 'price', value: { at_most: 100 * (1 + draw('price', 9)), unit: 'CNY' } },
      { field: 'rating_number', value: { at_least: 100 * (1 + draw('ratings', 9)), unit: 'ratings' } },
      { field: 'average_rating', value: { at_least: 4, unit: 'stars' } },
    ][draw('bound', 3)];
    return plainQuery(
      {
        products: [{ noun_phrase: noun }],
        requirements: [
          ...hinted.map(([field, value], at) => ({
            id: `h${at}`,
            type: 'attribute_match',
            how: 'implicit',
            field,
            value,
          })),
          ...told.map(([field, value]) => ({ id: 't1', type: 'attribute_match', how: 'explicit', field, value })),
          { id: 'b1', type: 'numeric_range', how: 'explicit', field: 'price', value: {}, ...bound },
        ],
      },
      draw,
    ).query;
  });
  expectVaried(queries, 1 / 10);
});

test('of 400 Chinese instructions no six characters and no frame of a sentence stand in more than one in 8', () => {
  const instructions = written(({ noun, hinted, told }, draw) => {
    const rubrics = [...hinted, ...told].map(([field, value], at) => wish(`r${at}`, field, value, 'query'));
    const task = lockedTask(rubrics, {
      family: 'shopsimulator',
      intent: 'single_turn',
      entities: [{ phrase: noun, titleSpan: noun, plural: false }],
      implicit: rubrics.slice(0, hinted.length).map(({ id }) => id),
    });
    const target = productWith({ currency: 'CNY', category: [] });
    return writeInstruction({ task, target, rubrics: task.locked.rubrics, avoid: NEVER }, draw).text;
  });
  expectVaried(instructions, 1 / 8);
});

test('of 400 first words of Chinese shoppers none are the first six characters of more than one in 8', () => {
  const openings = written(({ noun }, draw) => {
    const task = lockedTask([wish('r1', '材质', '实木')], {
      family: 'shopsimulator',
      intent: 'multi_turn',
      entities: [{ phrase: noun, titleSpan: noun, plural: false }],
    });
    return writeOpening(task, NEVER, draw);
  });
  const [piece, share] = worst(openings, openingOf);
  expect(share, piece).toBeLessThanOrEqual(1 / 8);
});
