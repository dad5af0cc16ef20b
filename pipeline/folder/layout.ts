import type { SplitShares } from '../../schemas/split.ts';

export const LEDGER = 'ledger.jsonl';
export const QUARANTINE = 'quarantine.jsonl';

/** Folders of a run with a file for each split: its samples, and what an agent may see of them. */
export const SPLITS = 'splits';
export const AGENT = 'agent';
/** Folder with what people and agents did with a run's tasks, one folder each. */
export const EVALUATIONS = 'eval';

/** A file of accepted or of rejected tasks, by its path from the run folder. */
export interface RecordFile {
  readonly path: string;
  readonly status: 'accepted' | 'rejected';
  /** The split it is; null for the files that hold every task of their status. */
  readonly split: string | null;
}

/** A split's samples, and the file that holds, line by line, what an agent may see of them. */
interface SplitFile extends RecordFile {
  readonly split: string;
  /** Null in folders of earlier versions. */
  readonly agent: string | null;
}

/** Places in a run folder for its samples and rejections. */
export interface Layout {
  readonly accepted: RecordFile;
  readonly rejected: RecordFile;
  /** In the order in which the run names its splits. */
  readonly splits: readonly SplitFile[];
}

/** The path of a split or of its agent's view, in this layout or an earlier one. */
export const SPLIT_FILE = /^(?:splits|agent)\/[a-z][a-z0-9_-]*\.jsonl$/;

/** Number of the manifests that are written now: the layout is told by it. */
export const MANIFEST_NUMBER = 2;

/** The layout of a run, by the number of its manifest. Paths come from names of splits, never from what a manifest lists. */
export function layoutOf(number: number, splits: SplitShares): Layout {
  const isEarlier = number < MANIFEST_NUMBER;
  const folder = isEarlier ? `${SPLITS}/` : '';
  return {
    accepted: { path: `${folder}${isEarlier ? 'valid' : 'accepted'}.jsonl`, status: 'accepted', split: null },
    rejected: { path: `${folder}rejected.jsonl`, status: 'rejected', split: null },
    splits: Object.keys(splits).map((split) => ({
      ...{ path: `${SPLITS}/${split}.jsonl`, status: 'accepted', split },
      agent: isEarlier ? null : `${AGENT}/${split}.jsonl`,
    })),
  };
}

/** Every file whose digest a manifest gives. */
export const outputFilesOf = ({ accepted, rejected, splits }: Layout): readonly string[] => [
  accepted.path,
  ...splits.flatMap(({ path, agent }) => (agent === null ? [path] : [path, agent])),
  rejected.path,
  LEDGER,
  QUARANTINE,
];
