import type { Catalog } from '../../catalog/index.ts';
import { FIELDS, languageInForce, lexiconInForce } from '../../lexicon/index.ts';
import { cluesFor } from '../../shopping/language/clue-bank.ts';
import {
  comparableBounds,
  Quantities,
  type QuantityBounds,
  type StatedAmounts,
} from '../../shopping/quantities/index.ts';
import { amountsNear, isSaidOf } from '../../stages/extract/quantity-range.ts';
import { INTENTS } from './intents.ts';

/** Share of products that state something a clue can stand for; of catalogs with fewer, tasks are made without clues. */
const LEAST_CLUED = 1 / 3;

/** Intents whose tasks are nothing without clues. */
const NAMED_FOR_SIZE = INTENTS.filter(({ contracts }) => contracts.length === 1).map(({ name }) => name);

/** Tells whether an intent's tasks are made of clues. */
export const isNamedForClues = (intent: string): boolean => NAMED_FOR_SIZE.includes(intent);

/** By catalog, and by the lexicon and language it was found out under. */
const known = new WeakMap<
  Catalog,
  { readonly lexicon: unknown; readonly language: string; readonly isClued: boolean }
>();

/** Tells whether the lexicon in force has clues for what a catalog states; a shop of another language may have none. */
export function cluesAreThere(catalog: Catalog): boolean {
  const [lexicon, language] = [lexiconInForce(), languageInForce()];
  let told = known.get(catalog);
  if (told?.lexicon !== lexicon || told.language !== language) {
    told = { lexicon, language, isClued: hasClues(catalog) };
    known.set(catalog, told);
  }
  return told.isClued;
}

/** A sentence for a catalog without clues: what its tasks lack, and what brings it. */
export const cluelessness = (catalog: Catalog): readonly string[] =>
  cluesAreThere(catalog)
    ? []
    : [
        `the lexicon has clues for too little of what it states: queries say all they say openly, and ${NAMED_FOR_SIZE.join(', ')} have no task; npm run build:lexicon -- --catalog ${catalog.path} --writer openai --language ${languageInForce()} proposes clues`,
      ];

function hasClues(catalog: Catalog): boolean {
  const isMarked = new Uint8Array(catalog.size);
  let clued = 0;
  const quantities = new Quantities(catalog);
  for (const field of catalog.fieldNames()) {
    for (const rows of cluedRows(catalog, field, quantities)) {
      clued += markNew(rows, isMarked);
      if (clued >= catalog.size * LEAST_CLUED) return true;
    }
  }
  return false;
}

/** Marks rows; returns how many were not. Apart from the loops around it, it is compiled once. */
function markNew(rows: Uint32Array, marks: Uint8Array): number {
  let marked = 0;
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] as number;
    marked += 1 - (marks[row] as number);
    marks[row] = 1;
  }
  return marked;
}

/** The products that state each value of a field that has a clue. */
function* statingClued(catalog: Catalog, field: string): Iterable<Uint32Array> {
  for (const value of Object.keys(FIELDS.get(field)?.values ?? {}))
    if (cluesFor(field, value).length > 0) yield catalog.statingRows(field, value);
}

/** The products that a clue may tell of: of a quantity which everyday things are compared with all that state it. */
export function* tellableRows(catalog: Catalog, field: string, quantities: Quantities): Iterable<Uint32Array> {
  yield* statingClued(catalog, field);
  const quantity = quantities.of(field);
  if (quantity === null || comparableBounds(quantity).length === 0) return;
  for (const { rows } of catalog.statedValues(field)) yield rows;
}

/**
 * The products that a clue tells of: of a quantity those that lie near a bound which an everyday thing stands for and
 * others of the catalog fail. No fridge is told by holding more than a bottle of soda.
 */
export function* cluedRows(catalog: Catalog, field: string, quantities: Quantities): Iterable<Uint32Array> {
  yield* statingClued(catalog, field);
  const quantity = quantities.of(field);
  const bounds = quantity === null ? [] : comparableBounds(quantity).filter((bound) => isSaidOf(bound, quantity));
  if (quantity === null || bounds.length === 0) return;
  const amounts = quantities.amountsOf(field);
  const stating = amounts.byRow(quantity.dimension).length;
  for (const bound of bounds)
    if (rowsWithin(amounts, bound).length < stating) yield rowsWithin(amounts, amountsNear(bound));
}

function rowsWithin(amounts: StatedAmounts, range: QuantityBounds): Uint32Array {
  const rows: number[] = [];
  let last = -1;
  amounts.eachWithin(range, (row) => {
    if (row !== last) rows.push(row);
    last = row;
  });
  return Uint32Array.from(rows);
}
