import fc from 'fast-check';
import { expect, test } from 'vitest';
import { detailsFrom } from '../../../catalog/product/details.ts';
import { distinctOptions, formIn, optionsIn, splitList } from '../../../catalog/product/options.ts';
import { normaliseValue } from '../../../text/normalise.ts';
import { storedCatalog } from '../../fixtures/stored-catalog.ts';

test.each([
  ['Connectivity Technology', 'Bluetooth, USB', ['Bluetooth', 'USB']],
  ['Material', 'Cotton; Nylon | Silk', ['Cotton', 'Nylon', 'Silk']],
  ['Theme', 'Car,Number,Phone,Space', ['Car', 'Number', 'Phone', 'Space']],
  ['Connector Gender', 'Female/Male', ['Female', 'Male']],
  ['Hardware Platform', 'PC / Mac', ['PC', 'Mac']],
  ['Wireless Type', '802.11a/b/g/n/ac, 802.11ac', ['802.11a/b/g/n/ac', '802.11ac']],
  ['Power Source', 'AC/DC', ['AC/DC']],
  ['Special Feature', 'Holds 1,000 songs, Foldable', ['Holds 1,000 songs', 'Foldable']],
  ['Operating System', 'Windows 10 (Home, Pro), Linux', ['Windows 10 (Home, Pro)', 'Linux']],
  ['Closure', 'Hook & Loop', ['Hook & Loop']],
  ['Color', '黑色、白色', ['黑色', '白色']],
  ['Color', 'Black,', ['Black']],
  ['Color', 'Black (matte, White', ['Black (matte', 'White']],
])('the field %s of %j lists %j', (field, text, options) => {
  expect(optionsIn(field, text)).toEqual(options);
});

test.each([
  ['Size', '10 x 12, 20 x 24'],
  ['Screen Size', '15.6 Inches, 14 Inches'],
  ['Brand', 'Dolce, Gabbana'],
  ['Age Range (Description)', 'Kid, 3-5 Years'],
  ['Product Dimensions', '12 x 8 x 0.2 inches; 8.8 Ounces'],
  ['A field nobody knows', 'one, two / three'],
])('the field %s is one option, whatever it contains: %j', (field, text) => {
  expect(optionsIn(field, text)).toEqual([text]);
});

test('a text too long to be asked for is no option', () => {
  expect(optionsIn('Domestic Shipping', 'x'.repeat(201))).toEqual([]);
});

test.each(['Foamy', 'Color'])('yes and no are one value each in every language, whatever the field: %s', (field) => {
  const forms = (values: readonly string[]) => [...new Set(values.map((value) => formIn(field, value)))];
  expect(forms(['Yes', 'Ja', 'OUI', 'sí', 'Tak', 'да', '是'])).toEqual([formIn(field, 'yes')]);
  expect(forms(['No', 'Nej', 'non', 'Nie', 'нет', '否'])).toEqual([formIn(field, 'no')]);
  expect(formIn(field, 'Yes')).not.toBe(formIn(field, 'No'));
  expect(formIn(field, 'Jade')).not.toBe(formIn(field, 'Ja'));
});

test('splitting loses nothing but separators and space', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', '1', ',', '/', '(', ')', ' ', ';', '|') }), (text) => {
      const bare = (value: string) => value.replace(/[,;|/\s]/g, '');
      expect(splitList(text).map(bare).join('')).toBe(bare(text));
    }),
  );
});

test('options that mean the same are one option, in the spelling seen first; a dash is none', () => {
  expect(distinctOptions(['Black', 'BLACK', ' black', '—', '★', '64 GB', '64GB'])).toEqual(['Black', '64 GB']);
});

test('a text alone is an option just where it has a comparison form', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', 'É', '7', '½', '"', '—', '★', '水', '\u200d', ' ') }),
      (text) => {
        expect(distinctOptions([text])).toEqual(normaliseValue(text) === '' ? [] : [text]);
      },
    ),
  );
});

test.each([
  ['IP 44', 'IP44'],
  ['IP-44', 'ip44'],
  ['GU10', 'GU 10'],
  ['Windows11', 'Windows 11'],
])('a blank between the letters and the figures of a code makes no other value: %j is %j', (one, other) => {
  expect(formIn('Schutzart', one)).toBe(formIn('Schutzart', other));
});

test.each([
  ['IP 44', 'IP 4 4'],
  ['IP44', 'IP45'],
  ['Pack of 4', 'Pack4'],
])('other letters and figures are another value: %j is not %j', (one, other) => {
  expect(formIn('Schutzart', one)).not.toBe(formIn('Schutzart', other));
});

test('a code is found among the products of a catalog however either is written', () => {
  const rows = ['IP44', 'IP 44', 'IP20'];
  const catalog = storedCatalog(rows.map((row) => ({ title: 'Lamp', details: detailsFrom([['Schutzart', row]]) })));
  expect(['IP44', 'ip 44'].map((code) => [...catalog.statingRows('Schutzart', code)])).toEqual([
    [0, 1],
    [0, 1],
  ]);
  catalog.close();
});
