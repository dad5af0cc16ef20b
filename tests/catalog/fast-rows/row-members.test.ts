import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RowMembers } from '../../../catalog/fast-rows/row-members.ts';
import { anyJson, gap, written } from '../../fixtures/odd-json.ts';

const NAMES = ['title', 'price', 'details'];
const members = new RowMembers(NAMES);

/** The members that are found, as they stand there; null where the row is left to the parser. */
function foundIn(row: string): (string | null)[] | null {
  const bytes = Buffer.from(`${row}\n`);
  if (!members.find(bytes, 0, bytes.length - 1)) return null;
  return NAMES.map((_, place) => {
    const start = members.starts[place] as number;
    return start < 0 ? null : bytes.toString('utf8', start, members.ends[place]);
  });
}

test('the members of a row are where they stand, in whatever order', () => {
  const value = anyJson(fc.constantFrom('a', 'title'));
  const row = fc.uniqueArray(fc.tuple(fc.constantFrom(...NAMES, 'other', 'é'), value), { selector: ([name]) => name });
  fc.assert(
    fc.property(row, gap, (all, between) => {
      const text = `${between}${written({ members: all }, between)}${between}`;
      const found = all.length === 0 ? null : foundIn(text);
      if (found === null) return;
      for (const [place, name] of NAMES.entries()) {
        const member = all.find(([one]) => one === name);
        expect(found[place]).toBe(member === undefined ? null : written(member[1], between));
      }
    }),
  );
});

test.each([
  '{"title": 1, "title": 2}',
  '{"t\\u0069tle": 1}',
  '{"title": 1} {}',
  '{"title": 1',
  '[{"title": 1}]',
  '{}',
  '',
])('a row in which a name might stand twice, or that is no object, is left to the parser: %s', (row) => {
  expect(foundIn(row)).toBeNull();
});
