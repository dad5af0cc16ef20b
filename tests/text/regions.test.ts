import { expect, test } from 'vitest';
import { countryOfCode } from '../../text/regions.ts';

test.each([
  ['DE', 'Germany'],
  ['TR', 'Turkey'],
  ['CZ', 'Czech Republic'],
  ['HK', 'Hong Kong'],
])('%s is the country that shops call %s', (code, name) => expect(countryOfCode(code)).toBe(name));

test.each(['ZZ', 'XA', 'EU', 'UN', 'SU', 'de', 'DEU', ''])('"%s" is the code of no country', (code) => {
  expect(countryOfCode(code)).toBeNull();
});
