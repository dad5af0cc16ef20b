import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawFor } from '../../pipeline/seed.ts';
import { pickOne } from '../../schemas/draw.ts';
import { cartwright, workFolder } from '../fixtures/command-line.ts';

const { folder, discard } = workFolder({ ownCatalogs: true });
afterAll(discard);

const NUMBERS = [18, 20, 24, 26, 28];
/** Values of each column: numbers of the first ones are the same, in units of their own. */
const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  'Wheel size': NUMBERS.map((number) => `${number}"`),
  'Tyre width': NUMBERS.map((number) => `${number} mm`),
  'Frame Material': ['Steel', 'Aluminum', 'Carbon'],
  Color: ['Black', 'Red', 'Blue', 'Green'],
};
const MAKERS = ['Arvo', 'Belsa', 'Corvin', 'Dunlo'];
const MODELS = ['Esker', 'Fallow', 'Gorse', 'Heath', 'Inlet'];
/** Wheels come in sizes to choose from, so that their number is a value of its own. */
const LEXICON = 'fields: { Wheel size: { kind: choice, asked: true } }\n';

beforeAll(async () => {
  const rows = Array.from({ length: 240 }, (_, number) => {
    const draw = drawFor(5, `bike ${number}`, 'shop');
    const maker = pickOne(draw, 'maker', MAKERS);
    const values = Object.entries(COLUMNS).map(([column, options]) => pickOne(draw, column, options));
    const [price, stars] = [draw('price', 60) * 10 + 190, (3.5 + draw('rating', 15) / 10).toFixed(1)];
    return [
      `B${number}`,
      `${maker} ${pickOne(draw, 'model', MODELS)} ${number} Gravel Bike`,
      maker,
      price,
      stars,
      10 + draw('count', 300),
      'Bikes',
      ...values,
    ];
  });
  const head = ['id', 'title', 'brand', 'price', 'average_rating', 'rating_count', 'category', ...Object.keys(COLUMNS)];
  const lines = [head, ...rows].map((row) => row.map((cell) => `"${String(cell).replaceAll('"', '""')}"`).join(','));
  writeFileSync(join(folder, 'bikes.csv'), `${lines.join('\n')}\n`);
  writeFileSync(join(folder, 'bikes.yaml'), LEXICON);
  const { code, stderr } = await cartwright(folder, 'build:catalog', 'bikes.csv', '--out', 'bikes.db');
  expect(code, stderr).toBe(0);
});

test.each([1, 2, 3])(
  'what is built of a shop whose numbers are alike in other units is verified, seed %d',
  async (seed) => {
    const options = [
      '--catalog',
      'bikes.db',
      '--lexicon',
      'bikes.yaml',
      '--seed',
      `${seed}`,
      '--out',
      `run${seed}`,
      '--workers',
      '1',
    ];
    const kinds = ['--intents', 'product_search,rating_quality', '--per-intent', '30'];
    const built = await cartwright(folder, 'build:dataset', ...options, ...kinds);
    expect(built.code, built.stderr).toBe(0);
    const { code, stdout } = await cartwright(folder, 'verify', `run${seed}`);
    expect(stdout).toContain('60 samples');
    expect(stdout).not.toContain('agent_wins');
    expect(code, stdout).toBe(0);
  },
);
