import type { DatabaseSync } from 'node:sqlite';
import { TermReader } from '../inverted-index/index.ts';
import { type Places, readPlaces, type Shelf, shelvesIn } from './columns.ts';
import { namesIn } from './sqlite.ts';

/** A part of a catalog that is there before its titles are read: what is read to learn of its fields. */
export interface IndexedCatalog {
  readonly size: number;
  mainCategories(): readonly string[];
  shelves(): readonly Shelf[];
  numericColumns(): Places;
  fieldNames(): readonly string[];
  statedValues(field: string): Iterable<{ readonly norm: string; readonly rows: Uint32Array }>;
}

/** A catalog that has its index and is not finished; nobody writes to it while this is read. */
export function indexedCatalog(db: DatabaseSync, size: number): IndexedCatalog {
  const terms = new TermReader(db, null);
  const fields = namesIn(db, 'fields', 'name');
  let places: Places | null = null;
  return {
    size,
    mainCategories: () => namesIn(db, 'main_categories', 'name'),
    shelves: () => shelvesIn(db),
    numericColumns() {
      places ??= readPlaces(db, size);
      return places;
    },
    fieldNames: () => fields,
    statedValues: (field) => terms.stated(fields.indexOf(field)),
  };
}
