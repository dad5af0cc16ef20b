import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { audit } from '../../cli/audit/audit.ts';
import { explain } from '../../cli/explain/explain.ts';
import { explainProduct } from '../../cli/explain/product.ts';
import { takenFrom, takenText } from '../../cli/surplus.ts';
import { corrupted } from '../fixtures/corrupted-run.ts';
import { type FinishedFixture, finishedRun } from '../fixtures/finished-run.ts';

let sound: FinishedFixture;
/** The run with a quota of coupon_budget that is short, and its surplus task about the product of a sample. */
let short: string;
beforeAll(() => {
  sound = finishedRun();
  short = corrupted(
    sound,
    (run) => {
      run.manifest.config.perIntent = { coupon_budget: 3, review_driven: 1 };
      run.ledger.find(({ id }) => id === sound.ids.surplus).target_ids = ['T2'];
    },
    'files',
  );
});

/** Prints what a command writes, with its line breaks taken out. */
async function printed(command: (output: { write(text: string): void; width: number; colour: boolean }) => unknown) {
  let text = '';
  await command({ write: (part) => (text += part), width: 100, colour: false });
  return text.replace(/\s+/g, ' ');
}

const surplusIn = (folder: string) => printed((output) => explain(folder, sound.ids.surplus, output));
const TAKEN = 'took its product: a product is in 1 sample at most (--uses-per-product)';

test('a surplus task of a full quota is told that others filled it', async () => {
  expect(await surplusIn(sound.folder)).toContain('surplus: nothing is wrong with it its quota was filled by others');
});

test('a surplus task of a short quota is told which sample took its product, never that its quota was filled', async () => {
  const text = await surplusIn(short);
  expect(text).toContain(`surplus: nothing is wrong with it ${sound.ids.review} ${TAKEN}`);
  expect(text).not.toContain('filled by others');
});

test('a product tells of a surplus task about it which sample took it', async () => {
  const options = { catalog: sound.catalog, catalogs: join(short, 'none') };
  const text = await printed((output) => explainProduct(short, 'T2', output, options));
  expect(text).toContain(`${sound.ids.surplus}: surplus: nothing is wrong with it, ${sound.ids.review} ${TAKEN}`);
});

test('a product that an intent did not draw though it fell short is told which sample took it before', async () => {
  const folder = corrupted(sound, (run) => {
    run.manifest.config.perIntent = { coupon_budget: 3, review_driven: 1 };
  });
  const text = await printed((output) => explainProduct(folder, 'T2', output, { catalog: sound.catalog }));
  expect(text).toContain(`coupon_budget it may be asked for; before it was drawn ${sound.ids.review} ${TAKEN}`);
});

test('an audit tells of a short intent which intents took the products of its surplus tasks', async () => {
  const text = await printed((output) => audit(short, {}, output));
  expect(text).toContain('coupon_budget is 2 short: 1 locked task lost its product to samples (review_driven 1)');
  expect(await printed((output) => audit(sound.folder, {}, output))).not.toContain('lost its product');
});

const task = (status: 'accepted' | 'surplus', intent: string, target: string) => ({
  ...{ id: `${intent} ${target} ${status}`, intent, status, target_ids: [target] },
});

test('a product has a taker once it is in as many samples as it may be, or in one of the same intent', () => {
  const tasks = [
    task('accepted', 'easy', 'A'),
    task('accepted', 'easy', 'B'),
    task('accepted', 'other', 'B'),
    task('accepted', 'scarce', 'C'),
    ...['A', 'B', 'C', 'D'].map((target) => task('surplus', 'scarce', target)),
  ];
  const short = [{ intent: 'scarce', quota: 9, accepted: 1 }];
  const [once] = takenFrom(short, tasks, 1);
  expect(once).toEqual({ intent: 'scarce', missing: 8, tasks: 3, by: { easy: 2, other: 1, scarce: 1 } });
  const [twice] = takenFrom(short, tasks, 2);
  expect(twice).toEqual({ intent: 'scarce', missing: 8, tasks: 2, by: { easy: 1, other: 1, scarce: 1 } });
  expect(takenText(twice ?? { tasks: 0, by: {} })).toBe(
    '2 locked tasks lost their products to samples (easy 1, other 1, scarce 1)',
  );
});
