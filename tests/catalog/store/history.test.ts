import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { History, writtenProducts } from '../../../catalog/store/content-digest.ts';
import { TABLES } from '../../../catalog/store/tables.ts';

function emptyCatalog(): DatabaseSync {
  const db = new DatabaseSync(':memory:');
  db.exec(TABLES);
  return db;
}

const written = (db: DatabaseSync) => [...writtenProducts(db)].map(({ row, data }) => `${row} ${data}`);

test('what was written about products is told in its order, whatever was changed, and in however many sittings', () => {
  // A new product, or a change of one that is there.
  const step = fc.option(fc.nat(9), { nil: null });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), fc.nat(30), (steps, rest) => {
      const db = emptyCatalog();
      let history = new History(db);
      const data: string[] = [];
      const expected: string[] = [];
      for (const [place, product] of [null, ...steps].entries()) {
        if (place === rest) history = new History(db);
        const row = product === null ? data.length : product % data.length;
        if (product === null) db.prepare('INSERT INTO product_data VALUES (?, ?)').run(row, `v${place}`);
        else {
          history.add(data.length, row, data[row] as string);
          db.prepare('UPDATE product_data SET data = ? WHERE id = ?').run(`v${place}`, row);
        }
        data[row] = `v${place}`;
        expected.push(`${row} v${place}`);
      }
      expect(history.isWhole).toBe(true);
      expect(written(db)).toEqual(expected);
      db.close();
    }),
  );
});

test('when there is too much of it, it is let go of, and said to be gone', () => {
  const db = emptyCatalog();
  const history = new History(db, 10);
  for (const data of ['12345', '67890']) history.add(1, 0, data);
  expect(history.isWhole).toBe(true);
  for (const data of ['1', '2']) history.add(1, 0, data);
  expect(history.isWhole).toBe(false);
  expect(db.prepare('SELECT count(*) AS n FROM earlier_products').get()).toEqual({ n: 0 });
});
