import { ConfigError } from './errors.ts';

/** Faults of a disk and what to do about each, by the code of the system call. */
const FAULTS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full; make room',
  EDQUOT: 'your share of the disk is used up; make room',
  EFBIG: 'it would be larger than files may be here; raise the limit',
  EIO: 'the disk does not take it; check the disk, and whether it has room,',
  EROFS: 'the disk may only be read; allow writing',
  EACCES: 'you may not write there; allow it',
  EPERM: 'you may not write there; allow it',
  ENOENT: 'its folder is not there; make it',
  ENOTDIR: 'what should be its folder is a file; move that away',
  EISDIR: 'a folder has its name; move that away',
};

/** The same faults by SQLite's result codes. SQLite also keeps temporary files, where the system keeps them. */
const SQLITE_FAULTS: Readonly<Record<number, string>> = {
  8: 'you may not write there; allow it',
  10: 'the disk does not take it; check the disk, and whether it has room,',
  13: 'the disk, or the one of temporary files (TMPDIR), is full; make room',
  14: 'it cannot be opened; check that you may write there and the disk has room,',
};

const READING: ReadonlySet<string | undefined> = new Set(['read', 'stat', 'lstat', 'scandir']);

/** Tells whether the system call that failed was to write to the file: others are read meanwhile. */
const isWriting = ({ syscall, path: named = '' }: NodeJS.ErrnoException, path: string) =>
  syscall === 'open' ? named.startsWith(path) : !READING.has(syscall);

function faultOf(error: NodeJS.ErrnoException & { readonly errcode?: number }, path: string): string | undefined {
  if (error.code === 'ERR_SQLITE_ERROR') return SQLITE_FAULTS[(error.errcode ?? 0) & 0xff];
  return isWriting(error, path) ? FAULTS[error.code ?? ''] : undefined;
}

/** A fault of the disk behind an error, told as what the user can mend; null where the disk is not at fault. */
export function diskFault(error: unknown, path: string): ConfigError | null {
  for (let cause = error; cause instanceof Error && !(cause instanceof ConfigError); cause = cause.cause) {
    const fault = faultOf(cause, path);
    if (fault !== undefined)
      return new ConfigError(`${path} cannot be written: ${fault} and run the same command again`, { cause: error });
  }
  return null;
}

/** Does what writes to a file or folder. */
export function onDisk<T>(path: string, write: () => T): T {
  try {
    return write();
  } catch (error) {
    throw diskFault(error, path) ?? error;
  }
}
