import { beforeAll, expect, test } from 'vitest';
import { audit } from '../../cli/audit/audit.ts';
import { corruptedOrders, type OpenOrders } from '../fixtures/corrupted-orders.ts';
import { type FinishedOrders, finishedOrders } from '../fixtures/finished-orders.ts';

let sound: FinishedOrders;
beforeAll(async () => {
  sound = await finishedOrders();
});

function audited(folder: string) {
  let text = '';
  const code = audit(folder, {}, { write: (part) => (text += part), width: 1000, colour: false });
  return { code, text };
}

test('a sound run of orders shows each intent from planned to accepted, and ends with 0', () => {
  const { code, text } = audited(sound.folder);
  expect(code).toBe(0);
  expect(text).toMatch(/knowledge +3 +-1 +0 +-1 +1\/1/);
  expect(text).toMatch(/multi_products_seller +2 +0 +-1 +0 +1\/1/);
  expect(text).toMatch(/total +7 +-1 +-1 +-1 +4\/4/);
});

test.each<[string, (run: OpenOrders) => void, RegExp]>([
  [
    'a sample is missing from its split',
    (run) => {
      run.splits.train.pop();
    },
    /ledger_and_splits: is accepted in ledger\.jsonl and missing from splits\/train\.jsonl/,
  ],
  [
    'a sample is in another split than its ledger line says',
    (run) => {
      run.ledger[4].split = 'train';
    },
    /ledger_and_splits: its split is test in splits\/test\.jsonl and train in ledger\.jsonl/,
  ],
  [
    'an accepted task has no split',
    (run) => {
      delete run.ledger[0].split;
    },
    /ledger_malformed: is accepted with split none, expected train or test/,
  ],
  [
    'a second target is another',
    (run) => {
      run.shop.target_ids[1] = 'K2';
    },
    /ledger_and_splits: its targets is M1, K2 in accepted\.jsonl and M1, K1 in ledger\.jsonl/,
  ],
])('a run of orders that does not add up ends with 1 and a sentence: %s', (_what, change, sentence) => {
  const { code, text } = audited(corruptedOrders(sound, change));
  expect(code).toBe(1);
  expect(text).toMatch(sentence);
});
