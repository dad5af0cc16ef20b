import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { expect, test } from 'vitest';

interface Change {
  readonly kind: 'same' | 'gone' | 'new';
  readonly text: string;
}

const PAGE = join(import.meta.dirname, '../../../cli/report/page');
const changesOf = runInNewContext(`${readFileSync(join(PAGE, 'diff.js'), 'utf8')}; changesOf`) as (
  before: string,
  after: string,
) => Change[];
const plain = (changes: Change[]) => changes.map(({ kind, text }) => `${kind} ${text}`);

test('what stays, what goes and what is new are told apart, word by word', () => {
  expect(plain(changesOf('a red bag with a zip', 'a blue bag with a zip'))).toEqual([
    'same a ',
    'gone red ',
    'new blue ',
    'same bag with a zip',
  ]);
});

const texts = fc
  .array(fc.constantFrom('a', 'b', ' ', '\n', 'bag ', 'é'), { maxLength: 40 })
  .map((parts) => parts.join(''));

test('what is not new makes up the text before, what is not gone the text after', () => {
  fc.assert(
    fc.property(texts, texts, (before, after) => {
      const changes = changesOf(before, after);
      const without = (kind: string) =>
        changes
          .filter((change) => change.kind !== kind)
          .map(({ text }) => text)
          .join('');
      expect([without('new'), without('gone')]).toEqual([before, after]);
    }),
  );
});

test('equal texts have no changes', () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(changesOf(text, text).every(({ kind }) => kind === 'same')).toBe(true);
    }),
  );
});

test('texts too long to compare are told as a whole', () => {
  const [before, after] = ['a '.repeat(3000), 'b '.repeat(3000)];
  expect(plain(changesOf(before, after))).toEqual([`gone ${before}`, `new ${after}`]);
});
