import type { DatabaseSync } from 'node:sqlite';
import type { IngestCounts } from '../../schemas/product.ts';
import type { ColumnTally, FileReading, SetAside } from '../../schemas/reading-report.ts';

/** A raw file, and what became of its rows. */
export interface IngestedFile extends IngestCounts, FileReading {
  readonly format: string;
  /** SHA-256 of the file as it lies on disk. */
  readonly digest: string;
  readonly bytes: number;
}

/** A raw file as its catalog keeps it. */
export interface StoredFile extends IngestedFile {
  readonly id: number;
  /** Place in the order in which files are read. */
  readonly place: number;
  /** The number of its reviews of products that are not there. */
  readonly strays: number;
  readonly notes: readonly string[];
}

type FileRow = Omit<StoredFile, 'cells' | 'setAside' | 'notes'> &
  Readonly<Record<'cells' | 'set_aside' | 'notes', string>>;

/** The raw files of a catalog, in the order in which they were read. */
export function storedFiles(db: DatabaseSync): StoredFile[] {
  const rows = db.prepare('SELECT * FROM ingest_files ORDER BY place').all() as unknown as FileRow[];
  return rows.map(({ cells, set_aside, notes, ...row }) => ({
    ...row,
    cells: JSON.parse(cells) as ColumnTally[],
    setAside: JSON.parse(set_aside) as SetAside[],
    notes: JSON.parse(notes) as string[],
  }));
}
