import { expect, test } from 'vitest';
import { diskFault, onDisk } from '../../schemas/disk-fault.ts';
import { ConfigError, StageError } from '../../schemas/errors.ts';

const failed = (code: string, syscall: string, path?: string) =>
  Object.assign(new Error(`${code}: something, ${syscall}`), {
    code,
    syscall,
    ...(path === undefined ? {} : { path }),
  });
const sqlite = (errcode: number) => Object.assign(new Error('something'), { code: 'ERR_SQLITE_ERROR', errcode });
const thrown = (error: Error) =>
  onDisk('run/a.jsonl', () => {
    throw error;
  });

test.each([
  [failed('ENOSPC', 'write'), 'the disk is full; make room and'],
  [failed('EDQUOT', 'write'), 'your share of the disk is used up; make room and'],
  [failed('EFBIG', 'write'), 'it would be larger than files may be here; raise the limit and'],
  [failed('EIO', 'fsync'), 'the disk does not take it; check the disk, and whether it has room, and'],
  [failed('EROFS', 'open', 'run/a.jsonl.part'), 'the disk may only be read; allow writing and'],
  [failed('EACCES', 'rename', 'run/a.jsonl.part'), 'you may not write there; allow it and'],
  [sqlite(13), 'the disk, or the one of temporary files (TMPDIR), is full; make room and'],
  [sqlite(4874), 'the disk does not take it; check the disk, and whether it has room, and'],
])('%s is told as what the user can mend', (error, sentence) => {
  expect(() => thrown(error)).toThrow(ConfigError);
  expect(() => thrown(error)).toThrow(`run/a.jsonl cannot be written: ${sentence} run the same command again`);
});

test('a fault of the disk is found behind what was made of it', () => {
  const wrapped = new StageError('ingest stumbled over raw.jsonl:3', {}, { cause: sqlite(13) });
  expect(diskFault(wrapped, 'catalog.db')?.message).toMatch(/^catalog\.db cannot be written/);
});

test.each([
  ['a file that is read', failed('EACCES', 'open', 'raw/a.jsonl')],
  ['a disk that is read', failed('EIO', 'read')],
  ['a lock', sqlite(5)],
  ['a bug', new RangeError('ENOSPC')],
  ['what is told already', new ConfigError('ENOSPC', { cause: failed('ENOSPC', 'write') })],
])('an error of %s stays what it is', (_, error) => {
  expect(() => thrown(error)).toThrow(error);
});
