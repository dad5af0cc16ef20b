import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Journal } from '../../pipeline/journal.ts';
import type { JournalEntry } from '../../schemas/run.ts';
import { causes } from '../fixtures/causes.ts';
import { propertyRuns } from '../fixtures/property-runs.ts';

let folder: string;
let path: string;
let index: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'journal-index-'));
  path = join(folder, 'journal.jsonl');
  index = join(folder, 'journal.index');
});
afterEach(() => rmSync(folder, { recursive: true }));

const DIGEST = 'd'.repeat(64);
const ids = ['one', 'two', 'three', 'four', 'five'] as const;
const entries: fc.Arbitrary<JournalEntry> = fc
  .record({ id: fc.constantFrom(...ids), text: fc.string() })
  .chain(({ id, text }) => {
    const of = { id, intent: 'a' };
    return fc.constantFrom<JournalEntry>(
      { kind: 'locked', ...of, line: text, lockDigest: DIGEST, preferred: true },
      { kind: 'rejected', ...of, line: text, stage: 'extract', code: 'too_few', lockDigest: null },
      { kind: 'built', ...of, line: text, text, lockDigest: DIGEST, group: 'g' },
      { kind: 'failed', ...of, stage: 'extract', error: text },
    );
  });

/** All that a journal says of its tasks when it is opened. */
function told(at: string): unknown[] {
  const journal = Journal.open(at, causes());
  const all = ids.map((id) => [
    journal.lockNoteOf(id),
    journal.endNoteOf(id),
    journal.lockOf(id)?.line,
    journal.endOf(id),
  ]);
  journal.close();
  return [journal.size, ...all];
}

function append(some: readonly JournalEntry[]): void {
  const journal = Journal.open(path, causes());
  for (const entry of some) journal.append(entry);
  journal.close();
}

test('a journal says the same with its index, without it and with whatever is left of both', () => {
  const starts = fc.array(
    fc.record({ added: fc.array(entries, { maxLength: 6 }), journalCut: fc.nat(400), indexCut: fc.nat(400) }),
    { minLength: 1, maxLength: 4 },
  );
  fc.assert(
    fc.property(starts, (all) => {
      for (const left of [path, index]) rmSync(left, { force: true });
      for (const { added, journalCut, indexCut } of all) {
        append(added);
        if (journalCut < 200) truncateSync(path, Math.max(0, statSync(path).size - journalCut));
        if (indexCut < 200 && existsSync(index)) truncateSync(index, Math.max(0, statSync(index).size - indexCut));
        const bare = mkdtempSync(join(folder, 'bare-'));
        cpSync(path, join(bare, 'journal.jsonl'));
        expect(told(path)).toEqual(told(join(bare, 'journal.jsonl')));
      }
    }),
    { numRuns: propertyRuns(100) },
  );
});

test('the index of a journal that was written anew is not believed', () => {
  const rejected = (code: string): JournalEntry => {
    return { kind: 'rejected', id: 'one', intent: 'a', line: 'x', stage: 'extract', code, lockDigest: null };
  };
  append([rejected('old')]);
  const old = readFileSync(index);
  rmSync(path);
  append([rejected('new')]);
  writeFileSync(index, old);
  const journal = Journal.open(path, causes());
  expect(journal.endNoteOf('one')).toMatchObject({ code: 'new' });
  journal.close();
});

test('an entry whose record says otherwise than the index is read from the journal', () => {
  append([{ kind: 'rejected', id: 'one', intent: 'a', line: 'x', stage: 'extract', code: 'some', lockDigest: null }]);
  writeFileSync(path, readFileSync(path, 'utf8').replace('"code":"some"', '"code":"else"'));
  const journal = Journal.open(path, causes());
  expect(journal.endNoteOf('one')).toMatchObject({ code: 'else' });
  journal.close();
});

test('a record that is not what the index says of it is never handed out, and the next start reads the journal', () => {
  const rejected = (id: string): JournalEntry => {
    return { kind: 'rejected', id, intent: 'a', line: 'x', stage: 'extract', code: 'some', lockDigest: null };
  };
  append([rejected('one'), rejected('two'), rejected('six')]);
  const [head, one, two, six] = readFileSync(path, 'utf8').split('\n');
  writeFileSync(path, [head, two, one, six, ''].join('\n'));
  const journal = Journal.open(path, causes());
  expect(() => journal.endOf('one')).toThrow(/says something else of one than its index.*run the same command again/s);
  journal.close();
  const again = Journal.open(path, causes());
  expect([again.endOf('one'), again.endOf('two')]).toEqual([rejected('one'), rejected('two')]);
  again.close();
});

test('a record of an earlier start that was changed since is never handed out, whoever else is as noted', () => {
  const rejected = (id: string, code: string): JournalEntry => {
    return { kind: 'rejected', id, intent: 'a', line: 'x', stage: 'extract', code, lockDigest: null };
  };
  append([rejected('one', 'some'), rejected('two', 'some')]);
  writeFileSync(path, readFileSync(path, 'utf8').replace('"code":"some"', '"code":"else"'));
  const journal = Journal.open(path, causes());
  journal.append(rejected('six', 'some'));
  expect([journal.endOf('two'), journal.endOf('six')]).toEqual([rejected('two', 'some'), rejected('six', 'some')]);
  expect(() => journal.endOf('one')).toThrow(/says something else of one than its index/);
  journal.close();
});

test('what the index says so that nobody can read it is read from the journal', () => {
  const rejected = (id: string): JournalEntry => {
    return { kind: 'rejected', id, intent: 'a', line: 'x', stage: 'extract', code: 'some', lockDigest: null };
  };
  append([rejected('one'), rejected('two')]);
  writeFileSync(index, readFileSync(index, 'utf8').replace('"code":"some"', '"code":"so'));
  const journal = Journal.open(path, causes());
  expect(journal.endNoteOf('one')).toMatchObject({ id: 'one', code: 'some' });
  expect(journal.endOf('one')).toEqual(rejected('one'));
  journal.close();
});

test('a run goes on without an index that cannot be opened', () => {
  mkdirSync(index);
  append([{ kind: 'rejected', id: 'one', intent: 'a', line: 'x', stage: 'extract', code: 'some', lockDigest: null }]);
  const journal = Journal.open(path, causes());
  expect(journal.isFinished('one')).toBe(true);
  journal.close();
});
