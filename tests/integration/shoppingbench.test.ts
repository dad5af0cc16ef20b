import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openCatalog } from '../../catalog/index.ts';
import { lintFiles } from '../../cli/audit/foreign/files.ts';
import { PublishedShoppingbenchTask } from '../../families/shoppingbench/published-task.ts';
import { ShoppingbenchSample } from '../../families/shoppingbench/sample.ts';
import { RUN_DB } from '../../pipeline/checkpoints/checkpoints.ts';
import { cartwright, type Ended, PACKAGE_ROOT, watchCartwright, workFolder } from '../fixtures/command-line.ts';
import { untilTasksKept } from '../fixtures/run-db.ts';

const EQUAL_FILES = [
  'accepted.jsonl',
  'splits/train.jsonl',
  'splits/test.jsonl',
  'rejected.jsonl',
  'ledger.jsonl',
  'quarantine.jsonl',
  'manifest.json',
];
const INTENTS = ['products_finder', 'knowledge', 'multi_products_seller', 'coupon_budget'];
const PER_INTENT = 6;

const { folder, discard } = workFolder();
afterAll(discard);

const small = (out: string, ...options: readonly string[]) => [
  'build:dataset',
  '--family',
  'shoppingbench',
  '--per-intent',
  String(PER_INTENT),
  '--out',
  out,
  ...options,
];
const contentOf = (run: string, file: string) => readFileSync(join(folder, run, file), 'utf8');
const ALL = 'accepted.jsonl';
const [TRAIN, TEST] = ['splits/train.jsonl', 'splits/test.jsonl'];
const linesOf = (run: string, file: string): string[] => {
  const text = contentOf(run, file);
  return text === '' ? [] : text.trimEnd().split('\n');
};
const samplesOf = (run: string, file = ALL) =>
  linesOf(run, file).map((line) => ShoppingbenchSample.parse(JSON.parse(line)));

const BUNDLED_DOCUMENTS = join(PACKAGE_ROOT, 'raw', 'sample', 'lazada-documents.jsonl.gz');
const bundledDocuments = () => gunzipSync(readFileSync(BUNDLED_DOCUMENTS)).toString('utf8');

/** Runs that need one core only; each goes on beside what is tested meanwhile. */
let shopless: Promise<Ended>;
let halves: Promise<Ended>;

beforeAll(async () => {
  writeFileSync(join(folder, 'shopless.jsonl'), bundledDocuments().replace(/"shop_id": ?"\d+", ?/g, ''));
  const some = ['--intents', 'products_finder,multi_products_seller,coupon_budget', '--per-intent', '1'];
  shopless = cartwright(folder, ...small('shopless', '--catalog', 'shopless.jsonl', '--workers', '1', ...some));
  const { code, stderr } = await cartwright(folder, ...small('one-worker', '--workers', '1'));
  expect(code, stderr).toBe(0);
  halves = cartwright(folder, ...small('halves', '--workers', '1', '--splits', 'train=0.5,test=0.5'));
});

test('every intent gets as many samples as asked for, each a task as published', () => {
  const samples = samplesOf('one-worker');
  expect(INTENTS.map((intent) => samples.filter((sample) => sample.intent === intent).length)).toEqual(
    INTENTS.map(() => PER_INTENT),
  );
  for (const line of linesOf('one-worker', ALL))
    expect(PublishedShoppingbenchTask.safeParse(JSON.parse(line)).error).toBeUndefined();
});

describe('of the defects that published tasks have, the splits have none', () => {
  const DEFECTS = [
    'value_untraced',
    'service_untraced',
    'price_untraced',
    'noise_value',
    'title_only',
    'title_only_product',
    'titles_alike',
    'fact_twice',
    'key_conflict',
    'bound_vacuous',
    'bound_wide',
    'voucher_inconsistent',
    'voucher_text',
    'voucher_unneeded',
    'cap_idle',
    'shop_condition_unsaid',
    'keyword_in_question',
    'keyword_reused',
    'keyword_untitled',
    'target_reused',
    'target_shared',
  ];

  test.each([ALL, TRAIN, TEST])('%s', async (file) => {
    const { files } = await lintFiles([join(folder, 'one-worker', file)]);
    const [{ read, linted, counts } = { read: 0, linted: 0, counts: [] }] = files;
    expect([read, linted]).toEqual([linesOf('one-worker', file).length, read]);
    expect(read).toBeGreaterThan(0);
    const found = counts.filter(({ code }) => DEFECTS.includes(code)).map(({ code, found }) => [code, found]);
    expect(found.toSorted()).toEqual(DEFECTS.map((code) => [code, 0]).toSorted());
  });

  test('and between them no target, no question and no answer is used twice', () => {
    const samples = samplesOf('one-worker');
    const all = samples.flatMap(({ target_ids }) => target_ids);
    expect(new Set(all).size).toBe(all.length);
    const answers = samples.flatMap(({ Knowledge_Attribute: answer }) =>
      answer === undefined ? [] : [answer.toLowerCase()],
    );
    expect(answers).toHaveLength(PER_INTENT);
    expect(new Set(answers).size).toBe(PER_INTENT);
    const questions = samples.flatMap(({ provenance: { question } }) => (question === null ? [] : [question.id]));
    expect(new Set(questions).size).toBe(PER_INTENT);
  });
});

test('every sample has one answer, and proof that each condition on an order is what makes it so', () => {
  for (const { id, target_ids, proof, voucher } of samplesOf('one-worker')) {
    expect([id, proof.answer_set.size, proof.answer_set.product_ids]).toEqual([id, 1, [target_ids.join('+')]]);
    expect(proof.targets.map(({ product_id }) => product_id)).toEqual(target_ids);
    if (voucher === undefined) continue;
    expect(proof.voucher?.total).toBeGreaterThan(voucher.budget * 100);
    expect(proof.voucher?.price_after).toBeLessThanOrEqual(voucher.budget * 100);
  }
});

test('the products of one order are several where one shop has to sell them, and all of one shop', () => {
  const orders = samplesOf('one-worker').filter(({ intent }) => intent === 'multi_products_seller');
  const sizes = new Set(orders.map(({ target_ids }) => target_ids.length));
  expect(sizes.size).toBeGreaterThan(1);
  for (const size of sizes) expect([2, 3, 4]).toContain(size);
  for (const { proof } of orders) expect(proof.together?.shops).toBe(1);
});

/** The shop of every target of a run's split, as the samples' own groups and proofs name them. */
const groupsOf = (run: string, file: string) => samplesOf(run, file).map(({ provenance }) => provenance.group);

describe('train and test', () => {
  test('hold every sample once between them, in the order of all', () => {
    const splits = [...linesOf('one-worker', TRAIN), ...linesOf('one-worker', TEST)];
    expect(splits.toSorted()).toEqual(linesOf('one-worker', ALL).toSorted());
    expect(splits).toHaveLength(INTENTS.length * PER_INTENT);
  });

  test('share no shop, and no product of one shop is in both', () => {
    const [train, held] = [TRAIN, TEST].map((file) => new Set(groupsOf('one-worker', file))) as [
      Set<string>,
      Set<string>,
    ];
    expect(train.intersection(held)).toEqual(new Set());
    const shopOf = shopsOfTheBundledCatalog();
    const shops = (split: string) =>
      new Set(samplesOf('one-worker', split).flatMap(({ target_ids }) => target_ids.map((id) => shopOf.get(id) ?? id)));
    expect(shops(TRAIN).intersection(shops(TEST))).toEqual(new Set());
    expect(shops(TEST).size).toBeGreaterThan(1);
  });
});

test('what is published of a target stands letter by letter in its own document', () => {
  const documents = new Map(
    bundledDocuments()
      .split('\n')
      .flatMap((line): [string, Listing][] => {
        try {
          const row = JSON.parse(line);
          const document = row.product ?? row;
          return typeof document.title === 'string' && document.attributes
            ? [[String(document.product_id), document]]
            : [];
        } catch {
          return []; // A broken row, planted on purpose.
        }
      })
      .reverse(), // Of a repeated product the first row counts.
  );
  let compared = 0;
  for (const { id, reward, intent } of samplesOf('one-worker')) {
    // A list wherever the published evaluator goes through one.
    expect([id, Array.isArray(reward)]).toEqual([id, ['multi_products_seller', 'coupon_budget'].includes(intent)]);
    if (intent === 'knowledge') continue;
    for (const { product_id, sku_options, attributes } of [reward].flat()) {
      const document = documents.get(product_id);
      if (document === undefined) continue; // Of the CSV part, which has no documents.
      compared++;
      const asked = [
        ...((sku_options ?? []) as Record<string, string>[]).flatMap((pairs) => Object.entries(pairs)),
        ...((attributes ?? []) as Record<string, string[]>[]).flatMap((pairs) =>
          Object.entries(pairs).flatMap(([key, values]) => values.map((value) => [key, value])),
        ),
      ];
      const skus = [{}, ...Object.values(document.sku_options ?? {})];
      const missing = skus.map((sku) => asked.filter((pair) => !holds(document.attributes, sku, pair)));
      expect([id, missing.toSorted((a, b) => a.length - b.length)[0]]).toEqual([id, []]);
    }
  }
  expect(compared).toBeGreaterThan(PER_INTENT);
});

interface Listing {
  readonly attributes: Readonly<Record<string, readonly string[]>>;
  readonly sku_options?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const holds = (attributes: Listing['attributes'], sku: Readonly<Record<string, string>>, pair: readonly string[]) => {
  const [key, value] = pair as [string, string];
  return (
    (Object.hasOwn(attributes, key) && attributes[key]?.includes(value)) ||
    (Object.hasOwn(sku, key) && sku[key] === value)
  );
};

/** Shop by product id, as far as the bundled documents name one. */
function shopsOfTheBundledCatalog(): Map<string, string> {
  const shops = new Map<string, string>();
  for (const line of bundledDocuments().trimEnd().split('\n')) {
    const id = /"product_id": ?"(\d+)"/.exec(line)?.[1];
    const shop = /"shop_id": ?"(\d+)"/.exec(line)?.[1];
    if (id !== undefined && shop !== undefined) shops.set(id, shop);
  }
  return shops;
}

test('a run that is stopped and goes on with two workers is the run of one, to the byte', async () => {
  const stopped = watchCartwright(folder, ...small('stopped', '--workers', '1'));
  await untilTasksKept(join(folder, 'stopped', RUN_DB), 3, stopped);
  stopped.stop('SIGINT');
  expect((await stopped.ended).code).toBe(130);
  const { code, stderr } = await cartwright(folder, ...small('stopped', '--workers', '2'));
  expect(code, stderr).toBe(0);
  expect(stderr).toMatch(/^resuming: [1-9]\d* tasks of an earlier start/m);
  for (const file of EQUAL_FILES) expect(contentOf('stopped', file) === contentOf('one-worker', file), file).toBe(true);
});

describe('a run with other shares', () => {
  beforeAll(async () => {
    const { code, stderr } = await halves;
    expect(code, stderr).toBe(0);
  });

  test('moves samples only into the split that grew', () => {
    const splitsOf = (run: string) =>
      new Map([TRAIN, TEST].flatMap((file) => samplesOf(run, file).map(({ id }) => [id, file] as const)));
    const [before, after] = [splitsOf('one-worker'), splitsOf('halves')];
    const both = [...before.keys()].filter((id) => after.has(id));
    // Only orders from several shops depend on which shops are on one side.
    expect(both.length).toBeGreaterThanOrEqual((INTENTS.length * PER_INTENT) / 2);
    const moves = both.map((id) => `${before.get(id)} to ${after.get(id)}`);
    expect(new Set(moves)).toEqual(new Set([`${TRAIN} to ${TRAIN}`, `${TRAIN} to ${TEST}`, `${TEST} to ${TEST}`]));
  });

  test('still has no shop in both', () => {
    const [train, held] = [TRAIN, TEST].map((file) => new Set(groupsOf('halves', file))) as [Set<string>, Set<string>];
    expect(train.intersection(held)).toEqual(new Set());
  });
});

test('a catalog that names no shop gives no orders of one shop, and the run says why', async () => {
  const { code, stdout, stderr } = await shopless;
  expect(code, stderr).toBe(3);
  expect(stdout).toMatch(/^multi_products_seller: no orders are eligible \(\d+ products: names no shop/m);
  expect(new Set(samplesOf('shopless').map(({ intent }) => intent))).toEqual(
    new Set(['products_finder', 'coupon_budget']),
  );
});

test('a question that was refused is not asked for the sake of another with the same answer', async () => {
  const bank = readFileSync(join(PACKAGE_ROOT, 'raw', 'sample', 'questions.csv'), 'utf8')
    .trimEnd()
    .split('\n');
  const answers = samplesOf('one-worker').flatMap(({ Knowledge_Attribute: answer }) => answer ?? []);
  const telling = answers.flatMap((answer) =>
    [1, 2, 3, 4, 5].map((time) => `"Is it ${answer} number ${time}?","${answer}",,`),
  );
  const columns = bank[0]?.split(',').length ?? 0;
  const filled = telling.map((line) => [line.replace(/,,$/, ''), ...Array(columns - 2).fill('')].join(','));
  writeFileSync(join(folder, 'telling.csv'), [...bank, ...filled, ''].join('\n'));
  const { code, stderr } = await cartwright(
    folder,
    ...small('telling', '--workers', '1', '--intents', 'knowledge', '--questions', 'telling.csv'),
  );
  expect(code, stderr).toBe(0);
  expect(samplesOf('telling').filter(({ query }) => query.includes('Is it '))).toEqual([]);
  expect(contentOf('telling', 'ledger.jsonl')).not.toContain('answer_in_query');
});

test('explain shows the placements of a run with questions and voucher rates of its own, from any folder', async () => {
  const bank = readFileSync(join(PACKAGE_ROOT, 'raw', 'sample', 'questions.csv'), 'utf8');
  writeFileSync(join(folder, 'own.csv'), bank);
  writeFileSync(
    join(folder, 'own.yaml'),
    'questions: own.csv\nvoucherRates: {capDecides: 1, thresholdDecides: 1}\nintents: [knowledge, coupon_budget]\n',
  );
  const built = await cartwright(folder, ...small('own', '--config', 'own.yaml', '--per-intent', '1'));
  expect(built.code, built.stderr).toBe(0);
  const elsewhere = workFolder();
  try {
    const kept = join(folder, 'out', '.catalogs');
    const { catalog } = JSON.parse(contentOf('own', 'manifest.json')) as { catalog: { digest: string } };
    const names = readdirSync(kept).filter((name) => name.endsWith('.db'));
    const used = names.find((name) => {
      const opened = openCatalog(join(kept, name));
      opened.close();
      return opened.digest === catalog.digest;
    });
    const explained = (id: string) =>
      cartwright(elsewhere.folder, 'explain', join(folder, 'own'), id, '--catalog', join(kept, used ?? ''));
    for (const { id } of samplesOf('own')) expect((await explained(id)).stdout).toMatch(/^taken, \d+ +the query: /m);

    writeFileSync(join(folder, 'own.csv'), 'nothing\n');
    const asked = samplesOf('own').find(({ intent }) => intent === 'knowledge');
    const { code, stdout } = await explained(asked?.id ?? '');
    expect(code).toBe(0);
    expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(/placed is not known: \S*own\.csv/);
  } finally {
    elsewhere.discard();
  }
});
