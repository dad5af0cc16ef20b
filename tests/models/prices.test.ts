import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { costNano, missingPrices, noPriceFor, PriceEntry, Prices } from '../../models/prices.ts';
import { ConfigError } from '../../schemas/errors.ts';
import { folderWith } from '../fixtures/raw-files.ts';

const usage = (input_tokens: number, output_tokens: number) => ({ input_tokens, output_tokens });
const MILLION = 1_000_000;

const header = 'version: 2026-12\ncurrency: USD\n';
const entry = (input: number, output: number, more = '') =>
  `{ input_per_million: ${input}, output_per_million: ${output}, taken: 2026-11-20${more} }`;

const fileWith = (content: string) => join(folderWith({ 'mine.yaml': content }), 'mine.yaml');
const pricesWith = (...lines: string[]) =>
  Prices.read(fileWith(`${header}models:\n${lines.map((line) => `  ${line}\n`).join('')}`));

test.each([
  ['gpt-4o', 2.5, 10],
  ['gpt-4o-mini', 0.15, 0.6],
  ['gpt-4.1', 2, 8],
  ['gpt-4.1-mini', 0.4, 1.6],
  ['gpt-4.1-nano', 0.1, 0.4],
  ['gpt-5', 1.25, 10],
  ['gpt-5-mini', 0.25, 2],
  ['gpt-5-nano', 0.05, 0.4],
  ['o3-mini', 1.1, 4.4],
  ['o4-mini', 1.1, 4.4],
])('a million tokens of %s cost $%d read and $%d written, half of it in a batch', (model, input, output) => {
  const prices = Prices.read();
  expect(prices.costOf(model, usage(MILLION, 0))).toBe(Math.round(input * 1e9));
  expect(prices.costOf(model, usage(0, MILLION))).toBe(Math.round(output * 1e9));
  expect(prices.costOf(model, usage(MILLION, MILLION), 'batch')).toBe(Math.round(((input + output) / 2) * 1e9));
});

test('every shipped price says when it was looked up, and the file says its version', () => {
  const prices = Prices.read();
  expect(prices.versions).toEqual(['2026-11']);
  const shipped = readFileSync(new URL('../../models/prices.yaml', import.meta.url), 'utf8');
  const models = [...shipped.matchAll(/^ {2}([\w.-]+):/gm)].map(([, model]) => model as string);
  expect(models.length).toBeGreaterThan(8);
  for (const model of models) expect(prices.priceOf(model)?.taken, model).toMatch(/^202[5-6]-\d\d-\d\d$/);
});

test('a dated snapshot costs what its model does, unless it has an entry of its own', () => {
  const prices = Prices.read();
  expect(prices.priceOf('gpt-4.1-mini-2025-04-14')?.entry).toBe('gpt-4.1-mini');
  expect(prices.priceOf('gpt-4o-2024-08-06')?.entry).toBe('gpt-4o');
  expect(prices.priceOf('gpt-4o-2024-05-13')?.entry).toBe('gpt-4o-2024-05-13');
  expect(prices.costOf('gpt-4o-2024-05-13', usage(MILLION, 0))).toBe(5_000_000_000);
});

test.each([
  'gpt-4o-audio-preview',
  'gpt-4.1-turbo',
  'gpt-4',
  'GPT-4o',
  'openai/gpt-4o',
  'gpt-4o-20240806',
  'gpt-4o-2024-08-06-custom',
  'ft:gpt-4o-mini-2024-07-18:acme::id',
  'constructor',
  '__proto__',
  '',
])('no price is guessed for %j from a name it resembles', (model) => {
  const prices = Prices.read();
  expect(prices.priceOf(model)).toBeNull();
  expect(prices.costOf(model, usage(1, 1))).toBeNull();
});

test("the user's prices win over the shipped ones, model by model", () => {
  const prices = pricesWith(`gpt-4o: ${entry(1, 2)}`, `my-model: ${entry(0, 0)}`);
  expect(prices.versions).toEqual(['2026-12', '2026-11']);
  expect(prices.costOf('gpt-4o', usage(MILLION, MILLION))).toBe(3_000_000_000);
  expect(prices.costOf('gpt-4o-2024-08-06', usage(MILLION, 0))).toBe(1_000_000_000);
  expect(prices.costOf('gpt-4o-2024-05-13', usage(MILLION, 0))).toBe(5_000_000_000);
  expect(prices.costOf('my-model', usage(MILLION, MILLION))).toBe(0);
  expect(prices.costOf('gpt-4.1', usage(MILLION, 0))).toBe(2_000_000_000);
});

test('an alias has the price of its entry, also with a date behind it', () => {
  const prices = pricesWith(`my-model: ${entry(3, 6, ', aliases: [vendor/my-model]')}`);
  expect(prices.priceOf('vendor/my-model')?.entry).toBe('my-model');
  expect(prices.priceOf('vendor/my-model-2026-01-31')?.entry).toBe('my-model');
});

test('a model without a batch price has none in a batch, and says so', () => {
  const prices = pricesWith(`my-model: ${entry(3, 6)}`);
  expect(prices.costOf('my-model', usage(1, 1), 'batch')).toBeNull();
  expect(noPriceFor('my-model', 'batch')).toMatch(/^no batch price known for my-model; add it to a prices\.yaml/);
  expect(noPriceFor('my-model', 'batch')).toContain('batch_multiplier');
  expect(noPriceFor('my-model')).toMatch(/^no price known for my-model; add it to a prices\.yaml/);
});

test('of a model that has no price at all it is not said as well that it has none in batches', () => {
  const prices = pricesWith(`my-model: ${entry(3, 6)}`);
  const missing = (...modes: readonly ('online' | 'batch')[]) =>
    missingPrices(prices, ['unheard-of', 'my-model', 'my-model', 'gpt-4.1'], modes);
  expect(missing('online', 'batch')).toEqual([noPriceFor('unheard-of'), noPriceFor('my-model', 'batch')]);
  expect(missing('online')).toEqual([noPriceFor('unheard-of')]);
});

test.each([
  [
    'a missing field',
    'models:\n  m:\n    input_per_million: 1\n    taken: 2026-01-01\n',
    ':4: "models.m.output_per_million" is missing, expected US dollars',
  ],
  [
    'a negative price',
    `models:\n  m: ${entry(-1, 1)}\n`,
    ':4: "models.m.input_per_million" is -1, expected US dollars from 0 up',
  ],
  [
    'a price as text',
    'models:\n  m: { input_per_million: "$1", output_per_million: 1, taken: 2026-01-01 }\n',
    'expected US dollars such as 0.15',
  ],
  ['more decimals than are counted', `models:\n  m: ${entry(0.1234567, 1)}\n`, 'expected at most six decimals'],
  [
    'a field it does not know',
    `models:\n  m: ${entry(1, 1, ', cached: 1')}\n`,
    ':4: "models.m.cached" is not known, expected one of aliases, batch_multiplier, ',
  ],
  [
    'no date',
    'models:\n  m: { input_per_million: 1, output_per_million: 1, taken: yesterday }\n',
    'expected the day the price was looked up',
  ],
  [
    'a surcharge for batches',
    `models:\n  m: ${entry(1, 1, ', batch_multiplier: 50')}\n`,
    'expected a number from 0 to 1',
  ],
  [
    'an alias of two models',
    `models:\n  m: ${entry(1, 1, ', aliases: [x]')}\n  n: ${entry(2, 2, ', aliases: [x]')}\n`,
    'the alias "x" of n already names m',
  ],
  [
    'an alias that is a model',
    `models:\n  m: ${entry(1, 1, ', aliases: [n]')}\n  n: ${entry(2, 2)}\n`,
    'the alias "n" of m already names n',
  ],
  ['no models', 'models: 3\n', ':3: "models" is 3, expected models and their prices'],
  ['what is not YAML', 'models: [\n', 'not YAML'],
  ['an alias of YAML that leads nowhere', 'models: *nothing\n', 'not YAML'],
])('a price file with %s is refused with its place', (_, content, message) => {
  const path = fileWith(`${header}${content}`);
  expect(() => Prices.read(path)).toThrow(ConfigError);
  expect(() => Prices.read(path)).toThrow(path);
  expect(() => Prices.read(path)).toThrow(message);
});

test.each([
  ['', ':1: '],
  ['version: 2026-12\ncurrency: EUR\nmodels: {}\n', ':2: "currency" is "EUR", expected USD'],
  ['version: 2026\ncurrency: USD\nmodels: {}\n', ':1: "version" is 2026, expected a text such as 2026-11'],
])('a price file that starts with %j is refused', (content, message) => {
  expect(() => Prices.read(fileWith(content))).toThrow(message);
});

test('a price file that is missing or a folder is said to be', () => {
  const folder = folderWith({});
  expect(() => Prices.read(join(folder, 'none.yaml'))).toThrow('none.yaml is missing; check --prices');
  expect(() => Prices.read(folder)).toThrow('cannot be read (EISDIR)');
});

const amounts = fc.integer({ min: 0, max: 200 * 1_000_000 }).map((millionths) => millionths / 1_000_000);
const tokens = fc.integer({ min: 0, max: 2_000_000_000 });

test('a cost is the exact product, rounded up to a whole billionth', () => {
  fc.assert(
    fc.property(amounts, amounts, tokens, tokens, (input, output, read, written) => {
      const price = PriceEntry.parse({ input_per_million: input, output_per_million: output, taken: '2026-01-01' });
      const prices = new Prices([{ version: '1', currency: 'USD', models: { m: price } }]);
      const nano = BigInt(prices.costOf('m', usage(read, written))!);
      // In trillionths, from the decimal text of the prices alone.
      const pico = (usd: number) => BigInt(usd.toFixed(6).replace('.', ''));
      const exact = pico(input) * BigInt(read) + pico(output) * BigInt(written);
      expect(nano * 1000n >= exact && nano * 1000n < exact + 1000n).toBe(true);
    }),
  );
});

test('calls charged one by one cost at least what they do together, and under a billionth more per call', () => {
  const price = { inputPico: 37_501, outputPico: 149_999 };
  fc.assert(
    fc.property(fc.array(fc.tuple(tokens, tokens), { minLength: 1, maxLength: 50 }), (calls) => {
      const apart = calls.reduce((sum, [read, written]) => sum + costNano(price, usage(read, written)), 0);
      const together = costNano(
        price,
        usage(
          calls.reduce((sum, [read]) => sum + read, 0),
          calls.reduce((sum, [, written]) => sum + written, 0),
        ),
      );
      expect(apart).toBeGreaterThanOrEqual(together);
      expect(apart - together).toBeLessThan(calls.length);
    }),
  );
});

test.each([
  [
    'version',
    'currency: USD\nmodels: {}\n',
    ':1: "version" is missing, expected a text such as 2026-11; docs/models.md',
  ],
  ['currency', 'version: 2026-12\nmodels: {}\n', ':1: "currency" is missing, expected USD, the only currency'],
  [
    'models',
    header,
    ':1: "models" is missing, expected models and their prices; docs/models.md shows a whole price file',
  ],
])('a price file without its %s is told that it is missing', (_, content, sentence) => {
  expect(() => Prices.read(fileWith(content))).toThrow(sentence);
});

test.each(['3', '[]', ''])('what is no price file at all is told what one holds: %j', (content) => {
  expect(() => Prices.read(fileWith(content))).toThrow(
    /: the price file is .*, expected version, currency and models; /,
  );
});
