import type { DatabaseSync } from 'node:sqlite';
import { rowsByGroup } from './grouped-rows.ts';
import { Numbers } from './numbers.ts';
import { BucketWriter } from './text-buckets.ts';

/** Notes terms in the order of their numbers, to find them by their texts and by their fields. */
export class TermIndex {
  readonly #buckets = new BucketWriter();
  /** Per term, the field it is an option of plus one; 0 where it is of none. */
  readonly #fields = new Numbers();

  add(field: number, norm: string): void {
    this.#buckets.add(norm, field);
    this.#fields.add(Math.max(field + 1, 0));
  }

  /** `fields` is how many there are. */
  write(db: DatabaseSync, fields: number): void {
    this.#buckets.write(db, 'term_buckets');
    const termsOf = rowsByGroup(this.#fields.take(), fields + 1);
    const update = db.prepare('UPDATE fields SET terms = ? WHERE id = ?');
    for (let field = 0; field < fields; field++) update.run(`[${termsOf(field + 1).join(',')}]`, field);
  }
}
