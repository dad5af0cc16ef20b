import { expect, test } from 'vitest';
import { countryCalled, countryOfCode } from '../../text/regions.ts';

test.each([
  ['DE', 'Germany'],
  ['TR', 'Turkey'],
  ['CZ', 'Czech Republic'],
  ['HK', 'Hong Kong'],
])('%s is the country that shops call %s', (code, name) => expect(countryOfCode(code)).toBe(name));

test.each(['ZZ', 'XA', 'EU', 'UN', 'SU', 'de', 'DEU', ''])('"%s" is the code of no country', (code) => {
  expect(countryOfCode(code)).toBeNull();
});

test.each([
  ['오스트리아', 'ko', 'Austria'],
  ['alemania', 'es', 'Germany'],
  ['Frankreich', 'de', 'France'],
  ['TÜRKİYE', 'tr', 'Turkey'],
])('%s is what %s calls %s', (name, language, english) => {
  expect(countryCalled(name, language)).toBe(english);
});

test('a word for no country is called none', () => {
  expect(countryCalled('madera', 'es')).toBeUndefined();
});
