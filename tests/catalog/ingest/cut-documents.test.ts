import { expect, test } from 'vitest';
import { nameAt, readFrom } from '../../fixtures/unseen-exports.ts';

test.each([
  ['list', (all: readonly object[]) => JSON.stringify(all)],
  ['list within an object', (all: readonly object[]) => JSON.stringify({ total: all.length, items: all })],
])('a JSON document that ends within its %s is refused, and says how far it goes', async (_, text) => {
  const all = Array.from({ length: 30 }, (_, at) => ({ sku: `G${at}`, name: nameAt(at), price: `${at + 1}.50` }));
  const whole = text(all);
  const cut = whole.slice(0, Math.floor(whole.length / 2));
  await expect(readFrom('goods.json', cut)).rejects.toThrow(
    /goods\.json ends before it is closed \(.*up to its element \d+\), expected a whole JSON document; fetch it again/,
  );
});

test('a last line of JSON lines that is cut is one row less', async () => {
  const rows = Array.from({ length: 30 }, (_, at) =>
    JSON.stringify({ sku: `G${at}`, name: nameAt(at), price: `${at + 1}.50` }),
  );
  const { products } = await readFrom('goods.jsonl', rows.join('\n').slice(0, -9));
  expect(products).toHaveLength(29);
});
