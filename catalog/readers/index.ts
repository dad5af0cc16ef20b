import { ConfigError } from '../../schemas/errors.ts';
import { amazon2023Metadata, amazon2023Reviews } from './amazon2023.ts';
import { lazadaCsv } from './lazada-csv.ts';
import { lazadaDocuments } from './lazada-documents.ts';
import { mappingReaders } from './mapping.ts';
import { readMapping } from './mapping-file.ts';
import type { Reader } from './reader.ts';
import { webshopDocuments } from './webshop-documents.ts';

export { Cells, isOfDetail, joinedTallies } from './cells.ts';
export { DetailsInEnglish, isEnglishToo } from './details-in-english.ts';
export { hasEdges, withoutEdges } from './edges.ts';
export {
  amountRangeIn,
  cell,
  columnSaid,
  columnsOfName,
  counted,
  currencyIn,
  listIn,
  objectColumn,
  pairsIn,
  pricesIn,
  rangeIn,
  starsIn,
  statedBy,
  unwrapped,
  wordsOfFile,
} from './mapping-cells.ts';
export { type ListColumn, type Mapping, type ObjectColumn, type ProductMapping, SECTION_KEYS } from './mapping-file.ts';
export { statedIn } from './mapping-texts.ts';
export { optionBehind } from './mapping-variants.ts';
export type { NamedColumn, PlainLayout, Quarantined, Reader, Refusal, ReviewContent } from './reader.ts';
export { lazadaDocuments };

/** Every built-in format, in the order in which one wins over another that fits as well. */
export const READERS: readonly Reader[] = [
  amazon2023Metadata,
  amazon2023Reviews,
  lazadaDocuments,
  lazadaCsv,
  webshopDocuments,
];

/** The prefix of a `--format` that names a mapping file. */
export const MAPPING = 'mapping:';

/** Values `--format` may have, as a phrase: a family of the readers above, or a mapping. */
export const FORMATS = `${[...new Set(READERS.map(({ family }) => family))].join(', ')} or ${MAPPING}<file.yaml>`;

/** The readers to choose from: all built-in ones, or those `--format` names. */
export function readersOf(format: string | undefined): readonly Reader[] {
  if (format === undefined) return READERS;
  if (format.startsWith(MAPPING)) {
    const { mapping, placeOf } = readMapping(format.slice(MAPPING.length));
    return mappingReaders(mapping, placeOf);
  }
  const readers = READERS.filter(({ family, name }) => family === format || name === format);
  if (readers.length > 0) return readers;
  throw new ConfigError(`--format is "${format}", expected one of ${FORMATS}`);
}
