import type { SplitShares } from '../../schemas/split.ts';

export const LEDGER = 'ledger.jsonl';
export const QUARANTINE = 'quarantine.jsonl';

/** A file of accepted or of rejected tasks, by its path from the run folder. */
export interface RecordFile {
  readonly path: string;
  readonly status: 'accepted' | 'rejected';
  /** The split it is; null for the files that hold every task of their status. */
  readonly split: string | null;
}

/** Where a run folder holds its samples and rejections. */
export interface Layout {
  readonly accepted: RecordFile;
  readonly rejected: RecordFile;
  /** In the order in which the run names its splits. */
  readonly splits: readonly RecordFile[];
}

/** The path of a split, of this layout or an earlier one. */
export const SPLIT_FILE = /^splits\/[a-z][a-z0-9_-]*\.jsonl$/;

/** Number of the manifests that are written now: the layout is told by it. */
export const MANIFEST_NUMBER = 2;

/** The layout of a run, by the number of its manifest. Paths come from names of splits, never from what a manifest lists. */
export function layoutOf(number: number, splits: SplitShares): Layout {
  const [accepted, rejected] =
    number === 1 ? ['splits/valid.jsonl', 'splits/rejected.jsonl'] : ['accepted.jsonl', 'rejected.jsonl'];
  return {
    accepted: { path: accepted, status: 'accepted', split: null },
    rejected: { path: rejected, status: 'rejected', split: null },
    splits: Object.keys(splits).map((split) => ({ path: `splits/${split}.jsonl`, status: 'accepted', split })),
  };
}

/** Every file whose digest a manifest gives. */
export const outputFilesOf = ({ accepted, rejected, splits }: Layout): readonly string[] => [
  accepted.path,
  ...splits.map(({ path }) => path),
  rejected.path,
  LEDGER,
  QUARANTINE,
];
