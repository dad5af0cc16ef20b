import fc from 'fast-check';
import { expect, test } from 'vitest';
import { entryOf, lineOf, type Note } from '../../pipeline/indexed.ts';

const text = fc.string({ unit: 'binary' });
const digest = fc.constant('d'.repeat(64));
const notes: fc.Arbitrary<Note> = fc.oneof(
  fc.record({
    ...{ kind: fc.constant('locked' as const), id: text, intent: text, lockDigest: digest, preferred: fc.boolean() },
  }),
  fc.record({
    ...{ kind: fc.constant('built' as const), id: text, intent: text, lockDigest: digest, group: text, text },
    sampleDigest: digest,
  }),
  fc.record({
    ...{ kind: fc.constant('rejected' as const), id: text, intent: text, stage: text, code: text },
    lockDigest: fc.option(digest),
  }),
  fc.record({ kind: fc.constant('failed' as const), id: text, intent: text, stage: text, error: text }),
);

const entryIn = (line: string) => {
  const bytes = Buffer.from(line);
  return entryOf(bytes, 0, bytes.length - 1);
};

test('an entry is read from its line as it was written, whatever its id and texts hold', () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat(), notes, (offset, length, note) => {
      const entry = entryIn(lineOf({ offset, length }, note));
      expect(entry).toMatchObject({ offset, length, kind: note.kind, id: note.id });
      expect(entry?.note).toEqual(note);
    }),
  );
});

const LINE = lineOf(
  { offset: 7, length: 12 },
  { kind: 'locked', id: 'one', intent: 'a', lockDigest: 'd', preferred: true },
);

test('no beginning of a line is an entry with a note', () => {
  for (let length = 0; length < LINE.length - 1; length++)
    expect(entryIn(`${LINE.slice(0, length)}\n`)?.note ?? null).toBeNull();
});

test.each([
  '',
  '[]',
  '["next"]',
  '[7,"locked"]',
  '[-7,12,"locked","one",{}]',
  '[7,12,"lock","one",{}]',
  '[7.5,12,"locked"]',
])('another line than of an index is none: %j', (line) => expect(entryIn(`${line}\n`)).toBeNull());

test.each(['"preferred":true', '"intent":"a"', '}'])('a line without %s says nothing of its entry', (part) => {
  expect(entryIn(LINE.replace(part, ''))).toMatchObject({ id: 'one', note: null });
});
