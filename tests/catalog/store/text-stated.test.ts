import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ingestCatalog } from '../../../catalog/ingest/ingest.ts';
import { type Catalog, openCatalog } from '../../../catalog/store/catalog.ts';
import { productJson, titleOf } from '../../../catalog/store/product-json.ts';
import { wordsToFindBy } from '../../../catalog/store/text-stated.ts';
import { PhraseFinder } from '../../../catalog/text-stated/phrase-finder.ts';
import { AnswerSets } from '../../../shopping/answers/answer-set.ts';
import { type Requirement, satisfies } from '../../../shopping/kinds/index.ts';
import { tokensOf } from '../../../text/tokens.ts';
import { productWith } from '../../fixtures/gate-inputs.ts';
import { propertyRuns } from '../../fixtures/property-runs.ts';
import { amazonRow, lines, temporaryFolder } from '../../fixtures/raw-files.ts';

const COLORS = ['Black', 'White', 'Green'];

/** Tents of which all but every fourth state the colour that their title ends in, behind which a sign may stand. */
const tents = (from: number, to: number, colors = COLORS, sign = '') =>
  lines(
    ...Array.from({ length: to - from }, (_, at) => {
      const color = colors[(from + at) % 3] as string;
      const details: object = (from + at) % 4 === 3 ? { Season: 'Summer' } : { Color: color };
      return amazonRow(`B${100 + from + at}`, { title: `Tent ${from + at}, ${color}${sign}`, details });
    }),
  );

/** A catalog of files that came one after the other. */
async function catalogOf(...files: readonly string[]): Promise<Catalog> {
  const folder = temporaryFolder();
  const raw = join(folder, 'raw');
  mkdirSync(raw);
  const database = join(folder, 'catalog.db');
  for (const [place, content] of files.entries()) {
    writeFileSync(join(raw, `${place}.jsonl`), content);
    await ingestCatalog({ inputs: [raw], database, startingPoints: [database] });
  }
  return openCatalog(database);
}

test('what a title states stands in the product with the words that say it', async () => {
  const catalog = await catalogOf(tents(0, 120));
  expect(catalog.productByRow(3).details.Color).toEqual({
    options: ['Black'],
    raw: [{ key: 'Color', value: 'Black', statedIn: 'title' }],
  });
  expect(catalog.productByRow(4).details.Color?.raw).toEqual([{ key: 'Color', value: 'White' }]);
});

test.each([
  ['words of ASCII', COLORS, ''],
  ['words that the index cuts together with a sign behind them', COLORS, '²'],
  ['words of other letters', ['Grün', 'Weiß', 'Rosé'], ''],
  ['codes', ['S10', 'S20', 'S30'], ''],
  ['several words', ['Moss Green', 'Deep Green', 'Sea-Green'], ''],
])('titles are found that state %s', async (_, colors, sign) => {
  const catalog = await catalogOf(tents(0, 120, colors, sign));
  const stated = [3, 7, 11].map((row) => catalog.productByRow(row).details.Color?.raw);
  const values = [colors[0], colors[1], colors[2]].map((value) => [{ key: 'Color', value, statedIn: 'title' }]);
  expect(stated).toEqual(values);
});

test('every title of ASCII that says a value has the words it is found by', () => {
  const part = fc.constantFrom(
    ...['black', 'Matte', "men's", 'usb', 'c', '3.0', 'x', 'rj', '45', ',000'],
    ...[' ', ' ', '-', "'", "' ", '.', ',', '/', '_', '(', '"', '&'],
  );
  const title = fc.array(part, { minLength: 1, maxLength: 12 }).map((parts) => parts.join(''));
  const word = fc.constantFrom(
    'black',
    'matte',
    'mens',
    'men',
    'usb',
    'c',
    '3.0',
    'x',
    '45',
    'rj45',
    's',
    'blackmatte',
  );
  const norm = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));
  fc.assert(
    fc.property(title, norm, (text, phrase) => {
      const finder = new PhraseFinder();
      finder.add(phrase);
      fc.pre(finder.find(text).length > 0);
      expect(tokensOf(text)).toEqual(expect.arrayContaining(wordsToFindBy(phrase)));
    }),
    {
      numRuns: propertyRuns(200),
      examples: [
        ['port rj45,000', 'rj45'],
        ["port rj'45", 'rj45'],
      ],
    },
  );
});

test('index, products and what satisfies a requirement agree on what titles state', async () => {
  const catalog = await catalogOf(tents(0, 120));
  for (const { norm, count } of catalog.valuesOf('Color')) {
    const requirement: Requirement = { type: 'attribute_match', field: 'details.Color', expected_value: norm };
    const rows = [...catalog.products()].filter(({ product }) => satisfies(product, requirement) === 'yes');
    expect([...catalog.valueRows('Color', norm)]).toEqual(rows.map(({ row }) => row));
    expect(count).toBe(rows.length);
    expect(count).toBe(40);
    const holding = new AnswerSets(catalog).table('tent', [requirement]);
    expect(holding.count(1)).toBe(rows.length);
  }
});

test('a catalog that is extended states what the catalog of all files states', async () => {
  const [extended, whole] = [await catalogOf(tents(0, 50), tents(50, 120)), await catalogOf(tents(0, 120))];
  const stated = (catalog: Catalog) => [...catalog.products()].map(({ product: { id, details } }) => [id, details]);
  expect(stated(extended)).toEqual(stated(whole));
});

test('where titles and fields disagree nothing is taken from titles', async () => {
  const wrong = lines(
    ...Array.from({ length: 30 }, (_, at) =>
      amazonRow(`C${at}`, { title: `Tarp ${at}, Black`, details: { Color: 'White' } }),
    ),
  );
  const catalog = await catalogOf(tents(0, 120) + wrong);
  expect(catalog.productByRow(3).details.Color).toBeUndefined();
});

test('a title is read from the store without the rest of its product', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.string({ minLength: 1 }), (id, title) => {
      const json = productJson(productWith({ id, title }));
      expect(titleOf(json)).toBe(title);
      const end = JSON.stringify([id, title]).length - 1;
      expect(titleOf(json.slice(0, end - 1))).toBeNull();
    }),
    { numRuns: propertyRuns(200) },
  );
});
