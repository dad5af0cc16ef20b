import { META_FILE, plantDetailNoise } from './amazon-noise.ts';
import { REVIEWS_FILE, writeReviewLines } from './amazon-reviews.ts';
import { NOISE_KINDS, type Planted } from './detail-noise.ts';
import { drawShop } from './lazada.ts';
import { CSV_FILE, writeCsvLines } from './lazada-csv.ts';
import { DOCUMENTS_FILE, writeDocumentLines } from './lazada-documents.ts';
import { drawShelf } from './lines.ts';
import { listingsOf } from './listings.ts';
import { diceFor } from './random.ts';
import { type PlantedRow, writeMetaLines } from './row-noise.ts';
import { SIMILAR_FILE, writeSimilarLines } from './similar-products.ts';
import { SHELVES } from './tables.ts';

const NOISE_FILE = 'noise.json';

export const PRODUCTS_PER_SHELF = 62;
const DOCUMENT_SHOPS = 56;
const CSV_SHOPS = 20;

const count = (names: readonly string[]) =>
  Object.fromEntries([...new Set(names)].sort().map((name) => [name, names.filter((other) => other === name).length]));

/** Every planted noise and the totals tests compare with, one entry per line. */
function writeNoise(planted: readonly Planted[], rows: readonly PlantedRow[], pairs: Readonly<Record<string, number>>) {
  const ofFile = (file: string) => planted.filter((entry) => entry.file === file).length;
  const total = Object.values(pairs).reduce((sum, number) => sum + number, 0);
  const head = {
    about:
      'Every noise planted in the sample. A pair is one detail key of one product (first row of its id); a pair is clean unless it is listed. "against" names the fact or title a contradiction cannot stand next to; that fact counts as clean.',
    pairs_total: total,
    planted_total: planted.length,
    clean_total: total - planted.length,
    rate: Number((planted.length / total).toFixed(4)),
    against_total: planted.filter(({ against }) => against !== undefined && against.key !== 'title').length,
    by_file: Object.fromEntries(
      Object.entries(pairs).map(([file, number]) => [
        file,
        {
          pairs_total: number,
          planted_total: ofFile(file),
          clean_total: number - ofFile(file),
          rate: Number((ofFile(file) / number).toFixed(4)),
        },
      ]),
    ),
    counts: Object.fromEntries(
      NOISE_KINDS.map((kind) => [kind, planted.filter((entry) => entry.kind === kind).length]),
    ),
    row_counts: count(rows.map(({ kind }) => kind)),
  };
  const list = (entries: readonly object[]) => `[\n${entries.map((entry) => JSON.stringify(entry)).join(',\n')}\n]`;
  const opening = JSON.stringify(head, undefined, 2).replace(/\n\}$/, '');
  return `${opening},\n"planted": ${list(planted)},\n"rows": ${list(rows)}\n}\n`;
}

/** All files of the sample by name, as text before compression. */
export function assembleSample(): Map<string, string> {
  const lines = diceFor('file order')
    .shuffled(SHELVES.flatMap((shelf) => drawShelf(shelf, PRODUCTS_PER_SHELF)))
    .map(listingsOf);
  const planted = plantDetailNoise(lines);
  const listings = lines.flat();
  const reviews = writeReviewLines(listings);
  const meta = writeMetaLines(listings);

  const shops = (file: string, number: number) => Array.from({ length: number }, (_, index) => drawShop(file, index));
  const documents = writeDocumentLines(shops('documents', DOCUMENT_SHOPS));
  const table = writeCsvLines(shops('csv', CSV_SHOPS));

  const pairs = {
    [META_FILE]: listings.reduce((sum, { row }) => sum + Object.keys(row.details).length, 0),
    [DOCUMENTS_FILE]: documents.pairs,
    [CSV_FILE]: table.pairs,
  };
  const text = (list: readonly string[]) => `${list.join('\n')}\n`;
  return new Map([
    [META_FILE, text(meta.lines)],
    [REVIEWS_FILE, text(reviews.lines)],
    [DOCUMENTS_FILE, text(documents.lines)],
    [CSV_FILE, text(table.lines)],
    [SIMILAR_FILE, text(writeSimilarLines())],
    [
      NOISE_FILE,
      writeNoise(
        [...planted, ...documents.planted, ...table.planted],
        [...meta.rows, ...reviews.rows, ...documents.rows, ...table.rows],
        pairs,
      ),
    ],
  ]);
}
