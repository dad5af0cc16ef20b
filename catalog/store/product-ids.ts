import type { DatabaseSync } from 'node:sqlite';
import { PRODUCTS_PER_PART } from './product-parts.ts';
import { asNumbers } from './stored-numbers.ts';
import { readerOf, textAt } from './texts.ts';

interface IdsRow {
  readonly ids: Uint8Array<ArrayBuffer>;
  readonly id_ends: Uint8Array;
}

const textsOf = ({ ids, id_ends }: IdsRow) => ({ bytes: ids, ends: asNumbers(id_ends) });

/** The ids of all products, by row. */
export function* productIdsIn(db: DatabaseSync): Generator<string> {
  const rows = db.prepare('SELECT ids, id_ends FROM products ORDER BY part').iterate();
  for (const row of rows as unknown as Iterable<IdsRow>) {
    const texts = textsOf(row);
    const idAt = readerOf(texts);
    for (let place = 0; place < texts.ends.length; place++) yield idAt(place);
  }
}

/** Reads the ids of single products. */
export class ProductIds {
  readonly #ofPart;

  constructor(db: DatabaseSync) {
    this.#ofPart = db.prepare('SELECT ids, id_ends FROM products WHERE part = ?');
  }

  at(row: number): string {
    const texts = textsOf(this.#ofPart.get(Math.floor(row / PRODUCTS_PER_PART)) as unknown as IdsRow);
    return textAt(texts, row % PRODUCTS_PER_PART);
  }
}
