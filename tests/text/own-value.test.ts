import { expect, test } from 'vitest';
import { ownValue } from '../../text/own-value.ts';

test.each(['constructor', 'toString', '__proto__', 'missing'])(
  'a record without the key %j holds nothing under it',
  (key) => {
    expect(ownValue({ own: 1 }, key)).toBeUndefined();
  },
);

test('a record holds what is its own, whatever the key', () => {
  expect(ownValue({ own: 1 }, 'own')).toBe(1);
  expect(ownValue({ constructor: 2 } as unknown as Record<string, number>, 'constructor')).toBe(2);
});
