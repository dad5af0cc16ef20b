import { expect, test } from 'vitest';
import { useLexicon } from '../../../lexicon/index.ts';
import { NO_LEXICON } from '../../../schemas/lexicon.ts';
import { LEAST_DIFFERENT, LEAST_PRODUCTS, learnQuantity } from '../../../shopping/quantities/quantity-field.ts';
import { normaliseValue } from '../../../text/normalise.ts';

/** Values with the products that state them, one product each unless counts are given. */
function learned(field: string, values: readonly (string | readonly [value: string, products: number])[]) {
  let row = 0;
  return learnQuantity(
    field,
    values.map((one) => {
      const [value, products] = typeof one === 'string' ? [one, 1] : one;
      return { norm: normaliseValue(value), rows: Uint32Array.from({ length: products }, () => row++) };
    }),
  );
}
const numbers = (count: number, of: (place: number) => number = (place) => 100 + 7 * place) =>
  Array.from({ length: count }, (_, place) => String(of(place)));

test('numbers of one dimension are a quantity, in the unit of most products', () =>
  expect(learned('Cord Length', ['1 m', '2 m', '3 m', '40 cm', '5 ft', '6 m'])).toMatchObject({
    dimension: 'length',
    unit: 'm',
  }));

test('three amounts with a unit that many products share are a quantity, of sizes that are named', () =>
  expect(
    learned('Puissance', [
      ['400 W', 20],
      ['800 W', 20],
      ['1200 W', 9],
    ]),
  ).toMatchObject({
    dimension: 'power',
    unit: 'w',
    sizes: [400, 800, 1200],
    asked: expect.arrayContaining(['nominal']),
  }));

test.each([
  ['Cellular Technology', ['3G', '4G', '5G']],
  ['Hardness', ['6H', '7H', '9H']],
  ['Battery Configuration', ['2S', '3S', '4S']],
] as const)('names of %s that end in the letter of a unit are no quantity', (field, values) =>
  expect(
    learned(
      field,
      values.map((value) => [value, 20] as const),
    ),
  ).toBeNull(),
);

test('two amounts are a choice, whoever shares them', () =>
  expect(
    learned('Garantie', [
      ['2 years', 20],
      ['3 years', 20],
    ]),
  ).toBeNull());

test('numbers without a unit are a quantity without one', () =>
  expect(learned('core_clock', numbers(20))).toMatchObject({ dimension: '', unit: null }));

test.each([
  ['fewer different amounts than a quantity has', numbers(LEAST_DIFFERENT - 1)],
  ['fewer products than tell anything', numbers(LEAST_PRODUCTS - 1)],
  ['values of two dimensions', ['1 m', '2 m', '3 m', '4 kg', '5 kg', '6 kg', '7 kg']],
  ['words among the numbers', [...numbers(8), 'gold', 'silver']],
  ['dimensions of two numbers', ['1920 x 1080', '2560 x 1440', '3840 x 2160', '1280 x 720', '800 x 600', '640 x 480']],
  ['numbers that name their product', numbers(30, (place) => 604_069_447_621 + place * 977)],
])('%s are no quantity', (_, values) => expect(learned('Anything', values)).toBeNull());

test('lists of numbers are no quantity', () => {
  const rows = (row: number) => Uint32Array.of(row);
  const values = Array.from({ length: 12 }, (_, place) => [
    { norm: String(10 + place), rows: rows(place) },
    { norm: String(900 + place), rows: rows(place) },
  ]).flat();
  expect(learnQuantity('frequency_response', values)).toBeNull();
});

test('a field that the lexicon asks about as a choice is no quantity, whatever its values', () =>
  expect(learned('Size', ['1 m', '2 m', '3 m', '4 m', '5 m', '6 m', '7 m'])).toBeNull());

test('a field that the lexicon knows as a quantity is one from its first amount on', () =>
  expect(learned('Item Weight', ['1 lb', 'light'])).toMatchObject({ dimension: 'weight' }));

test('sizes that most products share are named, others are only bounded', () => {
  const sizes = [['8', 20], ['12', 15], ['16', 12], ['24', 9], '10', '11', '6'] as const;
  expect(learned('memory', sizes)).toMatchObject({
    asked: expect.arrayContaining(['nominal']),
    sizes: [8, 12, 16, 24],
  });
  expect(learned('length', numbers(60))?.asked).not.toContain('nominal');
});

test.each([
  ['Speicher', 'GB', ['least']],
  ['Poids', 'kg', ['most']],
  ['Reaktionszeit', 'ms', ['most']],
  ['Kabel', 'cm', ['least', 'most']],
  ['Spannung', 'V', ['nominal']],
] as const)('of %s in %s people ask what is better: %j', (field, unit, asked) =>
  expect(
    learned(
      field,
      numbers(60).map((amount) => `${amount} ${unit}`),
    )?.asked,
  ).toEqual(asked),
);

test('amounts that products share are bounded by each other, others by round numbers', () => {
  const shared = [
    ['2400 MHz', 9],
    ['2666 MHz', 6],
    ['3200 MHz', 5],
    ...[2510, 2790, 2850, 2990].map((one) => `${one} MHz`),
  ];
  expect(learned('memory_speed', shared as never)?.sizes).toHaveLength(3);
  expect(
    learned(
      'memory_speed',
      numbers(60).map((amount) => `${amount} MHz`),
    )?.sizes,
  ).toEqual([]);
});

test('what is learned does not depend on the order of the values', () => {
  const values = ['1 m', '2 m', '3 m', '40 cm', '50 cm', '60 cm'];
  const of = (list: readonly string[]) =>
    learnQuantity(
      'Cord Length',
      list.map((value) => ({ norm: normaliseValue(value), rows: Uint32Array.of(values.indexOf(value)) })),
    );
  expect(of(values.toReversed())).toEqual(of(values));
});

test.each([
  ['Lowest Frequency (Hz)', ['5', '10', '15', '20', '40', '90'], ['most']],
  ['Highest Frequency (kHz)', ['16', '18', '20', '22', '40', '75'], ['least']],
  ['CAS Latency', ['14', '15', '16', '18', '30', '40'], ['most']],
  ['Noise Reduction (dB)', ['20', '22', '25', '28', '30', '35'], ['least']],
  ['Crude Fiber', ['1.5%', '2%', '3%', '4%', '5%', '8%'], ['most']],
  ['Fan Noise (dB)', ['20', '22', '25', '28', '30', '35'], ['most']],
  ['Load Capacity', ['80 kg', '90 kg', '100 kg', '110 kg', '130 kg', '150 kg'], ['least']],
  ['Flight Time (min)', ['5', '10', '15', '20', '40', '90'], ['least']],
  ['talk_time_min', ['5', '10', '15', '20', '40', '90'], ['least']],
  ['Load Time (ms)', ['5', '10', '15', '20', '40', '90'], ['most']],
  ['Minimum Battery Life', ['5 h', '10 h', '15 h', '20 h', '40 h', '90 h'], ['least']],
  ['Belastbarkeit', ['80 kg', '90 kg', '100 kg', '110 kg', '130 kg', '150 kg'], ['least']],
  ['Carga máxima', ['80 kg', '90 kg', '100 kg', '110 kg', '130 kg', '150 kg'], ['least']],
  ['Max user weight', ['80 kg', '90 kg', '100 kg', '110 kg', '130 kg', '150 kg'], ['least']],
  ['Waterproof rating', ['3000 mm', '5000 mm', '8000 mm', '9000 mm', '10000 mm', '20000 mm'], ['least']],
  ['Packed size', ['20 cm', '25 cm', '28 cm', '30 cm', '40 cm', '55 cm'], ['most']],
  ['Tolerance', ['±1%', '±2%', '±5%', '±10%', '±15%', '±20%'], ['most']],
  ['Response Time', ['1 min', '2 min', '3 min', '5 min', '8 min', '10 min'], ['most']],
  ['Ripple (mV)', ['10', '20', '30', '50', '80', '100'], ['most']],
  ['Charging Time', ['1 h', '2 h', '3 h', '4 h', '5 h', '8 h'], ['most']],
  ['Net Weight', ['80 kg', '90 kg', '100 kg', '110 kg', '130 kg', '150 kg'], ['most']],
  ['Power Consumption', ['10 W', '12 W', '15 W', '18 W', '22 W', '35 W'], ['most']],
] as const)('of %s people bound the end that they want: %j, %j', (field, values, asked) =>
  expect(learned(field, values)?.asked).toEqual(asked),
);

test('a lexicon says which end of a quantity is the good one, or names a field that says so', () => {
  const loads = ['80 kg', '90 kg', '100 kg', '110 kg', '130 kg', '150 kg'];
  expect(learned('Zurgelast', loads)?.asked).toEqual(['most']);
  useLexicon({ ...NO_LEXICON, fields: { Zurgelast: { bounds: ['least'] }, Kraft: { name: 'load capacity' } } });
  expect(learned('Zurgelast', loads)?.asked).toEqual(['least']);
  expect(learned('Kraft', loads)?.asked).toEqual(['least']);
  useLexicon();
});

test('a load that many products share is the least that is asked, and no size by its name', () =>
  expect(
    learned(
      'Belastbarkeit',
      ['110 kg', '120 kg', '150 kg', '200 kg', '240 kg', '300 kg'].map((load) => [load, 9] as const),
    )?.asked,
  ).toEqual(['least']));

test('bare numbers that are not whole are bounded, and never named as sizes', () => {
  const stated = (amounts: readonly number[]) => amounts.map((amount) => [String(amount), 9] as const);
  expect(learned('average', stated([3.9, 4.1, 4.3, 4.5, 4.7, 4.9]))?.asked).toEqual(['least']);
  expect(learned('places', stated([2, 4, 6, 8, 10, 12]))?.asked).toContain('nominal');
});

test('amounts with words of bound around most of them and ranges beside are a quantity', () =>
  expect(
    learned('Leistung', [
      ...(['9 W', 'max. 9 W', '12 W', 'max. 40 W', '60 W', 'bis 60 W', '7 W', 'ca. 18 W', '25 W'] as const).map(
        (value) => [value, 4] as const,
      ),
      ['10-20 W', 6],
    ]),
  ).toMatchObject({ dimension: 'power', unit: 'w' }));

test('ranges of amounts alone are no quantity, for a product has no number to be asked for', () =>
  expect(learned('Lichtstrom', ['10-20 lm', '20-30 lm', '30-40 lm', '40-50 lm', '50-60 lm', '60-70 lm', '9 lm'])).toBe(
    null,
  ));

test('lower bounds among amounts are no quantity: a toy from 3 years on is none for 3 years', () =>
  expect(
    learned('Alter', ['ab 1 Jahre', 'ab 2 Jahre', 'ab 3 Jahre', '4 Jahre', 'bis 5 Jahre', 'bis 6 Jahre', '7 Jahre']),
  ).toBe(null));

test('lower bounds alone are a quantity', () =>
  expect(
    learned(
      'Alter',
      numbers(7).map((number) => `ab ${number} kg`),
    ),
  ).toMatchObject({ dimension: 'weight' }));

test.each(['weight_g', 'weight g', 'item_weight_kg'])(
  'numbers of "%s" are a weight, of which people want little',
  (field) =>
    expect(
      learned(
        field,
        numbers(8).map((number) => [number, 4] as const),
      ),
    ).toMatchObject({
      dimension: 'weight',
      asked: ['most'],
    }),
);

test.each([
  ['weight', true],
  ['Glow', false],
])('amounts among other words are a quantity under a name of what is measured so: %s', (field, isQuantity) => {
  const values = [
    ...numbers(12).map((number) => `${number} g`),
    ...Array.from({ length: 8 }, (_, at) => `v5.${at} LE`),
  ];
  expect(learned(field, values) !== null).toBe(isQuantity);
});

test.each([
  ['lift_height_min', 'mm', ['most']],
  ['Lift height max', 'mm', ['least']],
  ['Max belastning', 'kg', ['least']],
  ['flight_time_min', 'min', ['least']],
])('the least and the most that a thing goes to are asked from the side of who wants more: %s', (field, unit, asked) =>
  expect(
    learned(
      field,
      [81, 93, 107, 113, 131, 157].map((amount) => `${amount} ${unit}`),
    )?.asked,
  ).toEqual(asked),
);
