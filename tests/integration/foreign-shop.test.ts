import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cartwright, type Ended, workFolder } from '../fixtures/command-line.ts';

/** A French shop as a spreadsheet saves it: semicolons, decimal commas, Windows-1252, details that no lexicon has words for but one. */
function shop(): Buffer {
  const kinds = [
    ['Aspirateur balai', 'Maison > Entretien > Aspirateurs balais', 'Rowenta'],
    ['Cafetière à filtre', 'Cuisine > Électroménager > Cafetières', 'Krups'],
    ['Chaise de bureau', 'Mobilier > Bureau > Chaises', 'Sokoa'],
  ] as const;
  const [colors, materials, countries] = [
    ['noir', 'blanc', 'rouge', 'bleu'],
    ['acier', 'plastique', 'bois'],
    ['France', 'Chine', 'Italie', 'Allemagne', 'Espagne'],
  ];
  const rows = Array.from({ length: 240 }, (_, at) => {
    const [kind, category, brand] = kinds[at % 3] as (typeof kinds)[number];
    const of = (list: readonly string[], step: number) => list[Math.floor(at / step) % list.length] as string;
    const [color, material] = [of(colors, 3), of(materials, 5)];
    return [
      `FR${1000 + at}`,
      `${brand} ${kind} X${at} ${color}`,
      category,
      `${20 + ((at * 37) % 400)},90 EUR`,
      `${3 + ((at * 7) % 20) / 10}`.replace('.', ','),
      `${30 + ((at * 53) % 900)}`,
      color,
      material,
      `${1 + ((at * 11) % 90) / 10} kg`.replace('.', ','),
      `${45 + ((at * 13) % 40)} dB`,
      at % 7 < 3 ? 'Oui' : 'Non',
      of(countries, 2),
    ].join(';');
  });
  const header =
    'Référence;Désignation;Catégorie;Prix TTC;Note;Avis;Teinte;Revêtement;Charge utile;Niveau sonore;Pliable;Atelier';
  return Buffer.from([header, ...rows].join('\n'), 'latin1');
}

const { folder, discard } = workFolder({ ownCatalogs: true });
afterAll(discard);
const unwrapped = (text: string) => text.replace(/\s+/g, ' ');
const samplesIn = (file: string) =>
  readFileSync(join(folder, 'run', file), 'utf8')
    .trimEnd()
    .split('\n')
    .map(
      (line) =>
        JSON.parse(line) as {
          user_query: string;
          difficulty_metrics: { implicit_count: number };
          extracted_features: { field: string; type: string }[];
        },
    );

let built: Ended;
beforeAll(async () => {
  writeFileSync(join(folder, 'boutique.csv'), shop());
  built = await cartwright(folder, 'build:dataset', '--catalog', 'boutique.csv', '--out', 'run', '--per-intent', '4');
});

test('a shop whose details no lexicon has words for gives tasks that need both of their hidden parts', () => {
  expect(built.code).toBe(3);
  expect(unwrapped(built.stdout)).toMatch(/total [\d,]+ 16\/32 [\d,]+ [\d,]+ 0 16\/0\/0/);
});

test('it is said that the queries have no clues, and what brings them', () =>
  expect(unwrapped(built.stderr)).toContain('queries say all they say openly'));

test('of an intent that is named for its clues it is said that there are none', () =>
  expect(unwrapped(built.stdout)).toContain(
    'is told of by no clue of the lexicon, and tasks of this intent are made of clues',
  ));

test('its words are told as the listing has them', () => {
  const queries = samplesIn('accepted.jsonl').map(({ user_query }) => user_query);
  expect(queries.join(' ')).toMatch(/"(?:Teinte|Revêtement|Atelier)(?:: [^"]+)?"/);
});

test('no task of it claims a clue', () =>
  expect(new Set(samplesIn('accepted.jsonl').map((sample) => sample.difficulty_metrics.implicit_count))).toEqual(
    new Set([0]),
  ));

test('its loads are asked about in bounds, not word for word', () => {
  const loads = samplesIn('accepted.jsonl').flatMap(({ extracted_features }) =>
    extracted_features.filter(({ field }) => field === 'details.Load Capacity'),
  );
  expect(new Set(loads.map(({ type }) => type))).toEqual(new Set(['numeric_range']));
});

test('every sample of it holds when it is recounted from the catalog', async () => {
  const { code, stdout } = await cartwright(folder, 'verify', 'run');
  expect(code, stdout).toBe(0);
});
