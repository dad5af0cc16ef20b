import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildConfigOf } from '../../cli/build-settings.ts';
import { ConfigError } from '../../schemas/errors.ts';
import { samplesWanted } from '../../schemas/per-intent.ts';
import { flagOf } from '../../schemas/setting.ts';
import { folderWith } from '../fixtures/raw-files.ts';

/** Writes a config file and returns its path. */
const fileWith = (content: string) => join(folderWith({ 'build.yaml': content }), 'build.yaml');

function refusal(flags: Readonly<Record<string, unknown>>, path?: string): string {
  try {
    buildConfigOf(flags, path);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as ConfigError).message;
  }
  throw new Error('the settings were taken');
}

test('without any setting the bundled catalog is built offline', () => {
  expect(buildConfigOf({})).toMatchObject({
    catalog: [],
    family: 'ecomagentbench',
    perIntent: 10,
    seed: 42,
    writer: 'offline',
    maxAnswers: 1,
    requireNecessity: 'any',
    dryRun: false,
  });
});

test('where the samples go and how they are split is left to the family', () => {
  const config = buildConfigOf({});
  expect([config.out, config.splits]).toEqual([undefined, undefined]);
  expect(config).not.toHaveProperty('questions');
});

test('numbers on the command line are read as numbers', () => {
  expect(buildConfigOf({ perIntent: '25', seed: '-7', workers: '2', maxAnswers: '3' })).toMatchObject({
    perIntent: 25,
    seed: -7,
    workers: 2,
    maxAnswers: 3,
  });
});

test('settings are read from the file', () => {
  expect(
    buildConfigOf({}, fileWith('perIntent: 3\nintents: [product_search]\ncatalog:\n  - raw/a.jsonl\n')),
  ).toMatchObject({ perIntent: 3, intents: ['product_search'], catalog: ['raw/a.jsonl'] });
});

test('a flag wins over the file, and the file over the default', () => {
  const path = fileWith('perIntent: 3\nseed: 7\n');
  expect(buildConfigOf({ seed: '9' }, path)).toMatchObject({ perIntent: 3, seed: 9, maxAnswers: 1 });
});

test('a flag that was not given leaves the file alone', () => {
  expect(buildConfigOf({ seed: undefined }, fileWith('seed: 7\n')).seed).toBe(7);
});

test('an empty file changes nothing', () => {
  expect(buildConfigOf({}, fileWith(''))).toEqual(buildConfigOf({}));
  expect(buildConfigOf({}, fileWith('# nothing yet\n'))).toEqual(buildConfigOf({}));
});

test.each([
  ['train=0.73,test=0.27', { train: 0.73, test: 0.27 }],
  [' train = 0.5 , test = 0.5 ', { train: 0.5, test: 0.5 }],
  ['all=1', { all: 1 }],
])('splits on the command line are names and shares, in their order: %j', (flag, shares) => {
  expect(Object.entries(buildConfigOf({ splits: flag }).splits ?? {})).toEqual(Object.entries(shares));
});

test('splits of the file are names and shares too', () => {
  expect(buildConfigOf({}, fileWith('splits: {train: 0.8, test: 0.2}\n')).splits).toEqual({ train: 0.8, test: 0.2 });
  expect(buildConfigOf({}, fileWith('splits: train=0.8,test=0.2\n')).splits).toEqual({ train: 0.8, test: 0.2 });
});

test.each([
  ['perIntent', '--per-intent'],
  ['seed', '--seed'],
  ['maxCandidates', '--max-candidates'],
])('the setting %s is the flag %s', (key, flag) => {
  expect(flagOf(key)).toBe(flag);
});

const COUNTS_EXPECTED =
  'expected a number such as 25, or one for each intent such as product_search=2000,coupon_budget=300';

test('samples are wanted of each intent alike, or intent by intent', () => {
  const counts = { product_search: 2000, coupon_budget: 300 };
  expect(buildConfigOf({ perIntent: 'product_search=2000, coupon_budget=300' }).perIntent).toEqual(counts);
  const path = fileWith('perIntent: {product_search: 2000, coupon_budget: 300}\n');
  expect(buildConfigOf({}, path).perIntent).toEqual(counts);
  expect(['product_search', 'coupon_budget', 'rating_quality'].map((name) => samplesWanted(counts, name))).toEqual([
    2000, 300, 0,
  ]);
  expect(samplesWanted(25, 'rating_quality')).toBe(25);
});

test.each([
  ['perIntent', '0', '--per-intent is "0", expected a whole number above 0'],
  ['perIntent', '-1', '--per-intent is "-1", expected a whole number above 0'],
  ['perIntent', '2.5', '--per-intent is "2.5", expected a whole number above 0'],
  ['perIntent', 'ten', '--per-intent is "ten", expected a whole number above 0'],
  ['perIntent', 'a=2,b=0', '--per-intent is "a=2,b=0", expected a whole number above 0'],
  ['perIntent', 'a=2,a=3', `--per-intent is "a=2,a=3", ${COUNTS_EXPECTED}`],
  ['perIntent', 'a=2,b', `--per-intent is "a=2,b", ${COUNTS_EXPECTED}`],
  ['perIntent', '=2', `--per-intent is "=2", ${COUNTS_EXPECTED}`],
  ['usesPerProduct', '0', '--uses-per-product is "0", expected a whole number above 0'],
  ['seed', 'x', '--seed is "x", expected a whole number'],
  ['workers', '0', '--workers is "0", expected a whole number above 0'],
  ['maxAnswers', '0', '--max-answers is "0", expected a whole number above 0'],
  ['writer', 'gpt', '--writer is "gpt", expected offline, openai or replay'],
  ['language', 'fr', '--language is "fr", expected auto, en, any, de, es, id, zh'],
  ['splits', 'train=0.9', '--splits is "train=0.9", expected shares that add up to 1, such as train=0.73,test=0.27'],
  ['splits', 'train=x', '--splits is "train=x", expected shares in figures, such as train=0.73,test=0.27'],
  ['splits', 'train', '--splits is "train", expected shares in figures, such as train=0.73,test=0.27'],
  ['splits', 'Train=1', '--splits is "Train=1", expected split names in lower case, such as train'],
  ['splits', '', '--splits is "", expected split names in lower case, such as train'],
])('a bad flag is refused with its name, its value and what was expected: %s %s', (key, value, sentence) => {
  expect(refusal({ [key]: value })).toBe(sentence);
});

test.each([
  ['perIntent: 0', 'perIntent is 0, expected a whole number above 0'],
  ['perIntent: ten', 'perIntent is "ten", expected a whole number above 0'],
  ['perIntent: {a: many}', 'perIntent.a is "many", expected a whole number above 0'],
  ['perIntent: {}', `perIntent is {}, ${COUNTS_EXPECTED}`],
  ['perIntent: [a]', `perIntent is ["a"], ${COUNTS_EXPECTED}`],
  ['writer: gpt', 'writer is "gpt", expected offline, openai or replay'],
  ['splits: [train]', 'splits is ["train"], expected names and shares, such as train=0.73,test=0.27'],
  ['splits: {train: 2}', 'splits.train is 2, expected shares up to 1'],
  [
    'models: gpt-4.1',
    'models is "gpt-4.1", expected roles and their settings, such as {default: {model: gpt-4.1-mini}}',
  ],
  ['models: {judge: gpt-4.1}', 'models.judge is "gpt-4.1", expected settings such as {model: gpt-4.1}'],
  ['models: {judge: {temperature: 3}}', 'models.judge.temperature is 3, expected a number from 0 to 2'],
  ['models: {judge: {tries: 0}}', 'models.judge.tries is 0, expected a whole number from 1 up'],
  ['voucherRates: {capDecides: 0.5}', 'voucherRates.thresholdDecides is missing, expected a share from 0 to 1'],
])('a bad setting of the file is refused with the file, the key and what was expected: %s', (content, sentence) => {
  const path = fileWith(`${content}\n`);
  expect(refusal({}, path)).toBe(`${path}:1: ${sentence}`);
});

test.each(['seed:', 'seed: ""', 'seed: true', 'seed: [5]', 'perIntent: true', 'workers: [2]', 'seed: 2026-01-01'])(
  'what is no number is not taken for one: %s',
  (content) => {
    expect(refusal({}, fileWith(`${content}\n`))).toMatch(/expected a whole number/);
  },
);

test.each(['', ' '])('a flag without a value is not taken for a number: %j', (seed) => {
  expect(refusal({ seed })).toMatch(/^--seed is .*expected a whole number/);
});

test.each(['catalog: raw/a.jsonl', 'intents: product_search', 'reviews: 5'])(
  'a single value where a list is expected is refused as such: %s',
  (content) => {
    expect(refusal({}, fileWith(`${content}\n`))).toMatch(/expected (?:a )?list/);
  },
);

test.each(['out: ""', 'family: ""', 'catalog: [""]', 'intents: [""]'])(
  'an empty text is not called a number that is too small: %s',
  (content) => {
    expect(refusal({}, fileWith(`${content}\n`))).not.toMatch(/number/);
  },
);

test.each(['out: 5', 'family: [a]', 'skipJudge: maybe', 'dryRun: 1'])(
  'a value of another kind is refused with the key: %s',
  (content) => {
    const path = fileWith(`${content}\n`);
    expect(refusal({}, path)).toMatch(new RegExp(`: ${content.split(':')[0]} is .*, expected an? \\w+`));
  },
);

test.each([
  [true, 'both'],
  [false, 'off'],
  ['any', 'any'],
])('how much of what is hidden has to be needed is a level, or was a choice: %j', (written, level) => {
  expect(buildConfigOf({}, fileWith(`requireNecessity: ${written}\n`))).toMatchObject({ requireNecessity: level });
});

test('a level that there is not is refused with those there are', () => {
  expect(refusal({ requireNecessity: 'some' })).toBe('--require-necessity is "some", expected off, any or both');
});

test.each(['{capDecides: 1.5, thresholdDecides: 0}', '{capDecides: 0.5}', 'often'])(
  'voucher rates that are no shares are refused with the key: %s',
  (rates) => {
    expect(refusal({}, fileWith(`voucherRates: ${rates}\n`))).toMatch(/: voucherRates(?:\.\w+)? is .*, expected /);
  },
);

test('voucher rates are shares from 0 to 1', () => {
  expect(buildConfigOf({}, fileWith('voucherRates: {capDecides: 0.5, thresholdDecides: 1}\n'))).toMatchObject({
    voucherRates: { capDecides: 0.5, thresholdDecides: 1 },
  });
});

test('more workers than any machine has are refused', () => {
  expect(refusal({ workers: '1000' })).toMatch(/^--workers is "1000", .*256/);
});

test('a bad flag is named as a flag even where the file has the setting too', () => {
  expect(refusal({ seed: 'x' }, fileWith('seed: 7\n'))).toMatch(/^--seed is "x"/);
});

test('a bad setting of the file is forgiven where a flag takes its place', () => {
  expect(buildConfigOf({ seed: '1' }, fileWith('seed: x\n')).seed).toBe(1);
});

test.each([
  [
    'per_intent: 3',
    /: per_intent is not a setting; the nearest is perIntent, the others are adjudications, batch, .*, writer$/,
  ],
  ['skip_judge: true', /: skip_judge is not a setting; the nearest is skipJudge, /],
  ['models: {jugde: {}}', /: models\.jugde is not a role; the nearest is judge, the others are .*query_writer$/],
  [
    'models: {judge: {modle: x}}',
    /: models\.judge\.modle is not a setting of a role; the nearest is model, the others are .*baseUrl/,
  ],
  ['models: {default: {base_url: "http://x/v1"}}', /: models\.default\.base_url .*; the nearest is baseUrl, /],
  ['voucherRates: {cap: 1}', /: voucherRates.* expected /],
])('a name that is none is refused with the nearest and all that are: %s', (content, sentence) => {
  expect(refusal({}, fileWith(`${content}\n`))).toMatch(sentence);
});

test('of one value one thing is told', () => {
  try {
    buildConfigOf({ seed: '99999999999999999999' });
  } catch (error) {
    expect((error as ConfigError).others).toEqual([]);
  }
  expect.assertions(1);
});

test('all that is wrong in a file is told at once', () => {
  const path = fileWith('perIntent: many\nseed: 7\nworkrs: 2\nmodels: {jugde: {}}\n');
  const told = () => buildConfigOf({}, path);
  expect(told).toThrow(/perIntent is "many"/);
  try {
    told();
  } catch (error) {
    expect((error as ConfigError).others).toEqual([
      expect.stringMatching(/models\.jugde is not a role/),
      expect.stringMatching(/workrs is not a setting; the nearest is workers/),
    ]);
  }
  expect.assertions(2);
});

test.each([
  [{ model: 'm' }, '--model is for runs that ask language models, '],
  [{ model: 'm', batch: true, writer: 'offline' }, '--model and --batch are for runs that ask language models, '],
  [{ skipJudge: true }, '--skip-judge is for runs that ask language models, '],
  [{ budgetUsd: '5', dryRun: true }, '--budget-usd is for runs that ask language models, '],
  [{ replies: 'r.db', seed: '7' }, '--replies is for runs that ask language models, '],
])('a flag for models without a writer that asks them is refused: %j', (flags, start) => {
  const sentence = refusal(flags);
  expect(sentence.slice(0, start.length)).toBe(start);
  expect(sentence).toMatch(/; add --writer openai, or leave (?:it|them) out$/);
});

test.each([
  ['seed: 1\nper_intent: 3\n', 2, 'per_intent'],
  ['writer: openai\nmodels:\n  judge:\n    tries: 0\n', 4, 'models.judge.tries'],
  ['writer: openai\nmodels:\n  judge:\n    model: m\n    modle: m\n', 5, 'models.judge.modle'],
])('what is wrong in a file is placed at its line: %j', (text, line, key) => {
  expect(refusal({}, fileWith(text))).toContain(`build.yaml:${line}: ${key} is `);
});

test('settings for models in a file that names no writer are refused', () => {
  const path = fileWith('models: {default: {model: m}}\nvotes: 5\n');
  expect(refusal({}, path)).toMatch(/build\.yaml:2: votes are for runs that ask language models/);
});

test.each([
  ['writer: offline\n', {}],
  ['', { writer: 'offline' }],
  ['writer: openai\n', { writer: 'offline' }],
])('a file keeps its settings for models where the offline writer is asked for by name: %j %j', (content, flags) => {
  expect(buildConfigOf(flags, fileWith(`model: m\n${content}`)).writer).toBe('offline');
});

test.each(['openai', 'replay'])('the writer %s takes every setting for models', (writer) => {
  const flags = { writer, model: 'm', judgeModel: 'j', votes: '1', batch: true, budgetUsd: '5', replies: 'r.db' };
  expect(buildConfigOf(flags)).toMatchObject({ model: 'm', judgeModel: 'j', votes: 1, batch: true, budgetUsd: 5 });
});

test('leaving out the judge is called the same as a flag and in a file', () => {
  const path = fileWith('writer: openai\nskipJudge: true\n');
  expect([buildConfigOf({}, path).skipJudge, buildConfigOf({ writer: 'openai', skipJudge: true }).skipJudge]).toEqual([
    true,
    true,
  ]);
});

test('a file that is not there is refused with what to do', () => {
  expect(refusal({}, 'no/such.yaml')).toBe(
    '--config names no/such.yaml, which does not exist; give a YAML file or leave the option out',
  );
});

test('a file that is no YAML is refused with the line', () => {
  const path = fileWith('seed: 1\nintents: [a\nwriter: x\n');
  expect(refusal({}, path)).toBe(`${path}:2: not YAML: the [ of this line is not closed; close it with ]`);
});

test.each([
  ['- a\n- b\n', 'list'],
  ['just words\n', 'string'],
  ['42\n', 'number'],
])('a file that holds no settings is refused: %j', (content, kind) => {
  expect(refusal({}, fileWith(content))).toContain(`found a ${kind}, expected settings such as "perIntent: 25"`);
});

test('a folder given as config file is refused with a sentence', () => {
  expect(refusal({}, folderWith({ 'a.yaml': '' }))).toMatch(/--config/);
});

test('every refusal is one sentence on one line', () => {
  const refusals = [
    refusal({ perIntent: 'x' }),
    refusal({}, fileWith('a: 1\n')),
    refusal({}, fileWith('[a\n')),
    refusal({}, fileWith('writer: |\n  two\n  lines\n')),
  ];
  for (const sentence of refusals) expect(sentence).not.toMatch(/\n/);
});

test('a key that stands where the name of its variable belongs is not repeated', () => {
  const said = refusal({}, fileWith('writer: openai\nmodels:\n  default: { apiKeyEnv: sk-secret-1234 }\n'));
  expect(said).toMatch(/apiKeyEnv is something else, expected the name of a variable/);
  expect(said).not.toContain('secret');
});

test('a flag of another family is refused with the family that has it', () => {
  expect(refusal({ questions: 'q.csv' })).toBe(
    '--questions is a setting of shoppingbench, and the family is ecomagentbench; leave it out, or add --family shoppingbench',
  );
});

test('a config file may hold settings of several families', () => {
  expect(() => buildConfigOf({}, fileWith('questions: q.csv\n'))).not.toThrow();
});
