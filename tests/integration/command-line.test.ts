import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { cartwright, type Ended, startCartwright } from '../fixtures/command-line.ts';
import { amazonReview, amazonRow, lines } from '../fixtures/raw-files.ts';

const PDF = '%PDF-1.4\n%\u00e2\u00e3\u00cf\u00d3\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n%%EOF\n';

/** What users give by mistake. */
const FILES: Readonly<Record<string, string>> = {
  'good.jsonl': lines(amazonRow('A1'), amazonRow('A2')),
  'empty.jsonl': '',
  'paper.jsonl': PDF,
  'other.jsonl': lines({ a: 1 }),
  'torn.yaml': 'perIntent: [\n',
  'unknown-key.yaml': 'per_intent: 3\n',
  'wrong-type.yaml': 'perIntent: many\n',
  'list.yaml': '- perIntent\n',
  'alias.yaml': 'out: *nowhere\n',
  'fake.db': 'this is no database',
  'shop.csv': 'sku,name,price\n1,Tent,5\n',
  'misspelt.yaml': 'product: {id: sku, title: name, price: prix, currency: EUR}\n',
  'products-only.yaml': 'product: {id: id, title: name}\n',
  'fields.yaml': 'product: {id: sku, title: name, details: {columns: {colour: Color, care: Care}}}\n',
  'fields.csv': 'sku,name,colour,care\n1,Tent,Red,Wipe\n',
  'header.csv': 'sku,name,price\n',
  'strangers.jsonl': lines(amazonReview('X1'), amazonReview('X2')),
  'notes/readme.txt': 'no rows here',
};

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A folder of its own with all of them. */
function folderOfMistakes(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cartwright-line-'));
  folders.push(folder);
  for (const name of ['notes', 'bare', 'folder.db']) mkdirSync(join(folder, name));
  for (const [name, content] of Object.entries(FILES)) writeFileSync(join(folder, name), content);
  return folder;
}

const everythingIn = (folder: string) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();

function expectOneSentence({ code, signal, stdout, stderr }: Ended): void {
  expect({ code, signal }, stderr).toEqual({ code: 2, signal: null });
  expect(stdout).toBe('');
  expect(stderr.endsWith('\n')).toBe(true);
  const sentence = stderr.slice(0, -1);
  expect(sentence).not.toMatch(/\n|\\n|this is a bug|^Error|\bat file:|\bat \S+ \(|node:internal|undefined|\[object/);
  expect(sentence.length).toBeGreaterThan(20);
}

const DATASET = 'build:dataset';
const CATALOG = 'build:catalog';

test('rows of no known format end with the line of the proposed mapping that is to be filled in, which alone is left', async () => {
  const folder = folderOfMistakes();
  const before = everythingIn(folder);
  const { code, stdout, stderr } = await cartwright(folder, DATASET, '--catalog', 'other.jsonl');
  expect([code, stdout]).toEqual([2, '']);
  const [, mapping = '', line] =
    /(out\/\.catalogs\/\w+\.mapping\.yaml):(\d+): "product\.title" is not settled: no column holds/.exec(stderr) ?? [];
  expect(readFileSync(join(folder, mapping), 'utf8').split('\n')[Number(line) - 1]).toMatch(/title/);
  expect(everythingIn(folder).filter((name) => !before.includes(name) && name.endsWith('.yaml'))).toEqual([mapping]);
  expect(existsSync(join(folder, 'out', 'sample'))).toBe(false);
});

describe('bad input ends with exit code 2, one sentence that names it, and nothing written', () => {
  test.each([
    ['a catalog that is not there', [DATASET, '--catalog', 'nowhere.jsonl'], /nowhere\.jsonl is missing/],
    ['an empty catalog', [DATASET, '--catalog', 'empty.jsonl'], /empty\.jsonl is empty/],
    ['a folder without catalogs', [DATASET, '--catalog', 'notes'], /notes holds no raw files/],
    ['an empty folder', [DATASET, '--catalog', 'bare'], /bare holds no raw files/],
    ['a PDF by the name of a catalog', [DATASET, '--catalog', 'paper.jsonl'], /paper\.jsonl is a PDF/],
    ['an empty path', [DATASET, '--catalog', ''], /--catalog/],
    ['reviews that are not there', [DATASET, '--reviews', 'nowhere.jsonl'], /nowhere\.jsonl is missing/],
    ['a catalog.db that is none', [DATASET, '--catalog', 'fake.db'], /fake\.db is not a catalog/],
    ['a catalog.db that is a folder', [DATASET, '--catalog', 'folder.db'], /folder\.db is not a catalog/],
    ['a catalog.db that is not there', [DATASET, '--catalog', 'nowhere.db'], /nowhere\.db is missing/],
    ['an unknown format', [DATASET, '--format', 'klingon'], /--format is "klingon", expected/],
    ['a mapping that is not there', [DATASET, '--format', 'mapping:nowhere.yaml'], /nowhere\.yaml/],
    [
      'a mapping that names a column nobody has',
      [DATASET, '--catalog', 'shop.csv', '--format', 'mapping:misspelt.yaml'],
      /misspelt\.yaml:1: "product\.price" names the column "prix", which no row of shop\.csv has, expected perhaps "price"/,
    ],
    [
      'a mapping for other rows',
      [CATALOG, 'shop.csv', '--out', 'new.db', '--format', 'mapping:products-only.yaml'],
      /products-only\.yaml:1: "product\.id" names the column "id", which no row of shop\.csv has, .*; correct its name, or for reviews add/,
    ],
    ['a catalog without a name', [CATALOG, 'shop.csv'], /--out is missing, expected the name of the catalog file/],
    ['a table without rows', [DATASET, '--catalog', 'header.csv'], /header\.csv has a header but no rows/],
    ['an unknown option', [DATASET, '--per-intents', '3'], /--per-intents/],
    ['an option without its value', [DATASET, '--seed'], /--seed/],
    ['an argument nobody asked for', [DATASET, 'raw'], /too many arguments/],
    [
      'an unknown intent',
      [DATASET, '--intents', 'product_search,shopping'],
      /--intents names "shopping", which is not an intent of ecomagentbench; expected one of coupon_budget,/,
    ],
    [
      'a count of an unknown intent',
      [DATASET, '--per-intent', 'product_search=2,coupon_buget=3'],
      /--per-intent names "coupon_buget", which is not an intent of ecomagentbench; the nearest is coupon_budget, the others/,
    ],
    [
      'an intent that is named and has no count',
      [DATASET, '--intents', 'product_search,coupon_budget', '--per-intent', 'product_search=2'],
      /--intents names coupon_budget, for which --per-intent has no number; add one, or leave it out of --intents/,
    ],
    ['no intent at all', [DATASET, '--intents', ','], /--intents/],
    ['a negative count', [DATASET, '--per-intent', '-1'], /--per-intent is "-1", expected a whole number above 0/],
    ['a negative count, joined', [DATASET, '--per-intent=-1'], /--per-intent is "-1", expected a whole number above 0/],
    [
      'a count that is no number',
      [DATASET, '--per-intent', 'abc'],
      /--per-intent is "abc", expected a whole number above 0/,
    ],
    ['a count of nothing', [DATASET, '--per-intent', '0'], /--per-intent is "0", expected a whole number above 0/],
    ['an empty count', [DATASET, '--per-intent='], /--per-intent is ""/],
    ['half a sample', [DATASET, '--per-intent', '2.5'], /--per-intent is "2.5", expected a whole number above 0/],
    [
      'a seed beyond all numbers',
      [DATASET, '--seed', '99999999999999999999'],
      /--seed is "9+", expected a whole number/,
    ],
    ['more threads than any machine', [DATASET, '--workers', '1000'], /--workers is "1000", expected/],
    ['an unknown family', [DATASET, '--family', 'amazon'], /--family is "amazon", expected/],
    ['an unknown writer', [DATASET, '--writer', 'quill'], /--writer is "quill", expected/],
    [
      'a run folder that is a file',
      [DATASET, '--catalog', 'good.jsonl', '--out', 'good.jsonl'],
      /--out is good\.jsonl, which is a file/,
    ],
    [
      'a run folder below a file',
      [DATASET, '--catalog', 'good.jsonl', '--out', 'good.jsonl/run'],
      /--out is good\.jsonl\/run, which cannot be written/,
    ],
    [
      'a run folder where none can be',
      [DATASET, '--catalog', 'good.jsonl', '--out', '/proc/run'],
      /--out is \/proc\/run, which cannot be written/,
    ],
    ['a config file that is not there', [DATASET, '--config', 'nowhere.yaml'], /nowhere\.yaml/],
    ['a config file that is a folder', [DATASET, '--config', 'bare'], /bare/],
    [
      'a config file that is no YAML',
      [DATASET, '--config', 'torn.yaml'],
      /torn\.yaml:1: not YAML: the \[ of this line is not closed/,
    ],
    ['a config file with a loose end', [DATASET, '--config', 'alias.yaml'], /alias\.yaml:1: not YAML: \*\w+ /],
    [
      'a config file with an unknown key',
      [DATASET, '--config', 'unknown-key.yaml'],
      /per_intent is not a setting; .*perIntent/,
    ],
    [
      'a config file with a wrong type',
      [DATASET, '--config', 'wrong-type.yaml'],
      /perIntent is "many", expected a whole number/,
    ],
    ['a config file that is a list', [DATASET, '--config', 'list.yaml'], /list\.yaml:1: found a list/],
    ['an unknown command', ['build:datasets'], /unknown command 'build:datasets'/],
    ['no command', [], /command/],
    ['nothing to ingest', [CATALOG, '--out', 'new.db'], /paths/],
    ['no place for a catalog', [CATALOG, 'good.jsonl'], /--out/],
    ['a catalog file of another name', [CATALOG, 'good.jsonl', '--out', 'new.sqlite'], /ending in \.db/],
    [
      'a catalog file below a file',
      [CATALOG, 'good.jsonl', '--out', 'empty.jsonl/new.db'],
      /empty\.jsonl\/new\.db cannot be written/,
    ],
    [
      'a catalog file where none can be',
      [CATALOG, 'good.jsonl', '--out', '/proc/nowhere/new.db'],
      /\/proc\/nowhere\/new\.db cannot be written/,
    ],
    ['a catalog file that is a folder', [CATALOG, 'good.jsonl', '--out', 'folder.db'], /folder\.db, which is a folder/],
    ['raw files that are not there', [CATALOG, 'nowhere.jsonl', '--out', 'new.db'], /nowhere\.jsonl is missing/],
    ['a run folder that is not there, to audit', ['audit', 'nowhere'], /nowhere is missing/],
    ['a run folder that is not there, to verify', ['verify', 'nowhere'], /nowhere is missing/],
    ['a run folder that is not there, to explain', ['explain', 'nowhere', 'x'], /nowhere is missing/],
  ] as const)('%s', async (_, options, sentence) => {
    const folder = folderOfMistakes();
    const before = everythingIn(folder);
    const outcome = await cartwright(folder, ...options);
    expectOneSentence(outcome);
    expect(outcome.stderr).toMatch(sentence);
    expect(everythingIn(folder)).toEqual(before);
  });
});

test.each([
  ['before anything is read', [DATASET, '--catalog', 'nowhere.jsonl']],
  ['in what is read', [DATASET, '--catalog', 'paper.jsonl']],
  ['in how it is called', [DATASET, '--per-intents', '3']],
])('a process that finds bad input %s is over when it has said so', async (_, options) => {
  expectOneSentence(await startCartwright(folderOfMistakes(), ...options).ended);
});

test('a sentence about bad input never sends its control characters to the terminal', async () => {
  const { code, stderr } = await cartwright(tmpdir(), DATASET, '--\u001b[31mred\u0007');
  expect(code).toBe(2);
  expect(stderr.slice(0, -1)).not.toMatch(/\p{Cc}/u);
});

describe('help is no mistake', () => {
  test.each(['--help', 'help', `${DATASET} --help`, `help ${CATALOG}`, '--version'])('%s', async (line) => {
    const { code, stdout, stderr } = await cartwright(tmpdir(), ...line.split(' '));
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.trim()).not.toBe('');
  });
});

test('a dry run says what is eligible and leaves no run folder behind', async () => {
  const folder = folderOfMistakes();
  const { code, stdout } = await cartwright(
    folder,
    DATASET,
    '--catalog',
    'good.jsonl',
    '--dry-run',
    '--out',
    'planned',
  );
  expect(code).toBe(0);
  expect(stdout).toMatch(/product_search: 10 wanted, 0 of 2 products eligible; 2 products: states fewer than/);
  expect(everythingIn(folder)).not.toContain('planned');
});

test('reviews of which none was taken are told, also when the catalog was built earlier', async () => {
  const folder = folderOfMistakes();
  const note = /^catalog: strangers\.jsonl: none of its 2 rows was taken; the first reviews product "X1", .*$/m;
  const inputs = ['good.jsonl', '--reviews', 'strangers.jsonl'];
  const ingested = await cartwright(folder, CATALOG, ...inputs, '--out', 'new.db');
  expect(ingested).toMatchObject({ code: 0, stderr: expect.stringMatching(note) });
  for (const catalog of [inputs, inputs, ['new.db']]) {
    const planned = await cartwright(folder, DATASET, '--dry-run', '--catalog', ...catalog);
    expect(planned).toMatchObject({ code: 0, stderr: expect.stringMatching(note) });
  }
});

test('a dry run of a mapped catalog names the detail fields that no requirement can be about', async () => {
  const options = ['--catalog', 'fields.csv', '--format', 'mapping:fields.yaml', '--dry-run'];
  const { code, stderr } = await cartwright(folderOfMistakes(), DATASET, ...options);
  expect(code).toBe(0);
  expect(stderr).toMatch(
    /^catalog: no requirement can be about the detail fields "Care"; npm run build:lexicon -- --catalog \S+ says why/m,
  );
});

test('a catalog that can carry no task ends with exit code 3 and says what its products lack', async () => {
  const folder = folderOfMistakes();
  const { code, stdout } = await cartwright(folder, DATASET, '--catalog', 'good.jsonl', '--out', 'starved');
  expect(code).toBe(3);
  expect(stdout).toMatch(/product_search: none of 2 products is eligible \(2 products: states fewer than/);
  expect(everythingIn(folder)).toContain(join('starved', 'manifest.json'));
});
