import fc from 'fast-check';
import { expect, test } from 'vitest';
import { misreadThousand } from '../../../catalog/propose/thousands.ts';
import { nameAt, of, readFrom, table } from '../../fixtures/unseen-exports.ts';

test.each([
  [['150 W', '1000W', '1200 watt', '1.350 W'], '1.350 W'],
  [['2000 m', '1,800 m', '1500 m', '1.600 m'], '1.600 m'],
])('an amount far below its like stands out where its point sets thousands apart: %j', (texts, text) => {
  expect(misreadThousand(texts)?.text).toBe(text);
});

test.each([
  ['others in another unit', ['500 g', '800 g', '900 g', '1.350 kg']],
  ['others that are as small', ['1.2 kg', '3 kg', '900 kg', '1200 kg', '1.350 kg']],
  ['few others', ['1200 W', '1000 W', '1.350 W']],
  ['others far above both', ['90000 W', '95000 W', '99000 W', '1.350 W']],
  ['two figures behind the point', ['1200 W', '1000 W', '900 W', '1.35 W']],
])('an amount beside %s does not stand out', (_, texts) => {
  expect(misreadThousand(texts)).toBeNull();
});

test('of amounts that are all written alike none stands out', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1001, max: 999_999 })), (numbers) => {
      expect(misreadThousand(numbers.map((number) => `${(number / 1000).toFixed(3)} W`))).toBeNull();
    }),
  );
});

test('a proposal says of an amount that it stands out as thousands do', async () => {
  const { said } = await readFrom(
    'kettles.csv',
    table('sku,name,price,Wattage', (at) => [
      `K${at}`,
      `${nameAt(at)} Kettle`,
      `${at + 20}.50`,
      of(['1000W', '1200 watt', '950 W', '1.350 W'], at),
    ]),
  );
  expect(said).toContain(
    '"Wattage": "1.350 W" is read with a point before its decimals, far below others such as "1000W"; where it is thousands, correct it in the file',
  );
});
