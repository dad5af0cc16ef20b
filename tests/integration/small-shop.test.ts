import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cartwright, type Ended, PACKAGE_ROOT, workFolder } from '../fixtures/command-line.ts';
import { writeShop } from '../fixtures/shop/make-shop.ts';

const INTENTS = 8;
const PER_INTENT = 5;
const { folder, discard } = workFolder({ ownCatalogs: true });
afterAll(discard);

/** Builds the shop of 300 products in one of its layouts. */
const build = (layout: 'products' | 'variants', out: string, ...options: string[]): Promise<Ended> =>
  cartwright(
    folder,
    'build:dataset',
    ...['--catalog', `${layout}.csv`, '--format', `mapping:${layout}.yaml`, '--out', out],
    ...['--per-intent', `${PER_INTENT}`, '--workers', '1', ...options],
  );
const readIn = (run: string, file: string) => readFileSync(join(folder, run, file), 'utf8');

interface Counts {
  readonly accepted: number;
  readonly needed: { readonly both: number; readonly one: number; readonly none: number };
}
const countsOf = (run: string) =>
  Object.values((JSON.parse(readIn(run, 'manifest.json')) as { counts: Record<string, Counts> }).counts);
const sum = (run: string, of: (counts: Counts) => number) => countsOf(run).reduce((total, one) => total + of(one), 0);
const unwrapped = ({ stdout }: Ended) => stdout.replace(/\s+/g, ' ');

/** One that most products are good for, and one of which most tasks need nothing that they hide. */
const TWO_INTENTS = ['--intents', 'product_search,feature_combination'];
/** Tasks that need nothing they hide are set aside unless they are asked for. */
const KEEP_ALL = ['--require-necessity', 'off'];

let products: Ended;
let variants: Ended;
beforeAll(async () => {
  writeShop(folder);
  products = await build('products', 'products', ...KEEP_ALL);
  variants = await build('variants', 'variants');
});

test('the shop has 300 products, and none of its rows is lost in either layout', () => {
  expect(products.stderr).toMatch(/catalog: 300 products .* 300 kept, \d+ merged, 0 quarantined/);
  expect(variants.stderr).toMatch(/catalog: (\d+) products .* \1 rows read, \1 kept, 0 merged, 0 quarantined/);
});

test('with a variant a row at least 70 % of the quotas that any product can fill need both hidden sources', () => {
  // The shop has no reviews, so one intent has no product.
  const eligible = (INTENTS - 1) * PER_INTENT;
  expect(variants.stdout).toMatch(/review_driven: none of \d+ products is eligible/);
  expect(sum('variants', ({ needed }) => needed.both)).toBeGreaterThanOrEqual(0.7 * eligible);
  expect(variants.stdout).not.toContain('What helps');
});

test('with a product a row and all tasks kept every sample needs something that it hides', () => {
  expect(sum('products', ({ accepted }) => accepted)).toBe((INTENTS - 1) * PER_INTENT);
  expect(sum('products', ({ needed }) => needed.none)).toBe(0);
  expect(unwrapped(products)).toContain('both / one / none of their hidden parts (profile, clarification)');
});

test('verify says first how many samples need both hidden sources', async () => {
  const { code, stdout } = await cartwright(folder, 'verify', 'products');
  expect(stdout).toMatch(/^\d+ of 35 samples need both profile and clarification/);
  expect(stdout).toContain('all that verify checks holds');
  expect(code).toBe(0);
});

test('a run that is told nothing of necessity has no sample that needs nothing', async () => {
  const { code, stdout } = await build('products', 'any', ...TWO_INTENTS);
  expect(code, stdout).toBe(0);
  expect(stdout).toContain('nothing_hidden_needed');
  expect(sum('any', ({ needed }) => needed.none)).toBe(0);
  expect(sum('any', ({ accepted }) => accepted)).toBeGreaterThan(0);
});

test('a run that asks for both has only samples that need both, and says of the others what they lack', async () => {
  const { stdout } = await build('products', 'both', '--require-necessity', 'both', ...TWO_INTENTS);
  expect(sum('both', ({ needed }) => needed.both)).toBe(sum('both', ({ accepted }) => accepted));
  expect(sum('both', ({ accepted }) => accepted)).toBeGreaterThan(0);
  for (const code of ['persona_not_needed', 'clarification_not_needed', 'nothing_hidden_needed'])
    expect(stdout).toContain(code);
  expect((await cartwright(folder, 'verify', 'both')).code).toBe(0);
});

describe('docs/bring-your-shop.md', () => {
  const PAGE = join(PACKAGE_ROOT, 'docs', 'bring-your-shop.md');
  const BUILD = /^npm run (build:dataset -- [^`]*--out out\/mine)\n```\s*```\n(.*?)^```/ms;
  const LEXICON = /^npm run (build:lexicon -- [^`]*--out shop\.lexicon\.yaml)\n```\s*```\n(.*?)^```/ms;
  const VERIFY = /^npm run (verify -- out\/mine)\n```\s*```\n(.*?)^```/ms;

  /** What a command of the page prints, to its digest, and what the page shows of it; `npm run golden` renews the page. */
  const printedAndShown = async (
    block: RegExp,
    shortened = (text: string) => text,
  ): Promise<[printed: string, shown: string]> => {
    const page = readFileSync(PAGE, 'utf8');
    const [, command = '', shown = ''] = block.exec(page) ?? [];
    const words = command
      .replaceAll('\\\n', ' ')
      .split(/\s+/)
      .filter((word) => word !== '--');
    const { code, stdout, stderr } = await cartwright(folder, ...words);
    expect(code, stderr).toBe(0);
    const printed = shortened(/^.*?dataset digest.*?\n/s.exec(stdout)?.[0] ?? stdout);
    const untimed = (text: string) => text.replace(/, [\d.]+ s$/gm, ', … s');
    if (process.env.GOLDEN !== 'renew') return [untimed(printed), untimed(shown)];
    if (untimed(printed) !== untimed(shown))
      writeFileSync(
        PAGE,
        page.replace(block, (whole) => whole.replace(shown, () => printed)),
      );
    return [untimed(printed), untimed(printed)];
  };

  /** The head of a table, four of its rows, and what stands below it. */
  const first = (text: string) => {
    const [table = '', below = ''] = text.split('\n\n');
    return `${table.split('\n').slice(0, 7).join('\n')}\n…\n${below.split('\n')[0]}\n`;
  };

  test('shows the first fields of what its lexicon command prints', async () => {
    writeShop(join(folder, 'my/shop'));
    const [printed, shown] = await printedAndShown(LEXICON, first);
    expect(printed).toBe(shown);
  });

  test('shows the table and the digest that its own command prints', async () => {
    const [, lexicon = ''] = /^`my\.yaml`[^`]*```yaml\n(.*?)^```/ms.exec(readFileSync(PAGE, 'utf8')) ?? [];
    writeShop(join(folder, 'my/shop'));
    writeFileSync(join(folder, 'my.yaml'), lexicon);
    const [printed, shown] = await printedAndShown(BUILD);
    expect(printed).toBe(shown);
  });

  test('shows what verify prints of that run', async () => {
    const [printed, shown] = await printedAndShown(VERIFY);
    expect(printed).toBe(shown);
  });
});
