import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RecentBytes } from '../../../text/cache/recent-bytes.ts';

test('a list is what was made for its key, remembered or not, and those asked for lately are not made again', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(40), { maxLength: 200 }), (keys) => {
      const recent = new RecentBytes<Uint32Array>(20_000);
      let made = 0;
      const ask = (key: number) =>
        recent.of(String(key), () => {
          made += 1;
          return new Uint32Array(key * 10).fill(key);
        });
      for (const key of keys) {
        expect(ask(key)).toEqual(new Uint32Array(key * 10).fill(key));
        const before = made;
        ask(key);
        expect(made).toBe(before);
      }
    }),
  );
});

test('what was not asked for the longest goes first', () => {
  const recent = new RecentBytes<Uint8Array>(10_000);
  const keep = (key: string) => recent.of(key, () => new Uint8Array(1000));
  for (const key of 'abcdefgh') keep(key);
  keep('a');
  for (const key of 'ij') keep(key);
  expect(['a', 'b', 'j'].map((key) => recent.get(key) !== undefined)).toEqual([true, false, true]);
});

test('a list too large to be kept is handed out all the same', () => {
  const recent = new RecentBytes<Uint8Array>(1000);
  expect(recent.of('large', () => new Uint8Array(900)).length).toBe(900);
  expect(recent.get('large')).toBeUndefined();
});
