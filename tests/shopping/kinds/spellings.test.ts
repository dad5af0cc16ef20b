import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formIn, spellingsIn } from '../../../catalog/index.ts';
import { detailsFrom } from '../../../catalog/product/details.ts';
import { FIELDS, useLexicon } from '../../../lexicon/index.ts';
import { NO_LEXICON } from '../../../schemas/lexicon.ts';
import { AnswerSets } from '../../../shopping/answers/answer-set.ts';
import { type Requirement, satisfies } from '../../../shopping/kinds/index.ts';
import { cluesFor } from '../../../shopping/language/clue-bank.ts';
import { tellingNames } from '../../../shopping/language/telling-names.ts';
import { learnFields } from '../../../shopping/learned/field-kinds.ts';
import { catalogStatistics, implausibleValue } from '../../../shopping/plausibility/index.ts';
import { normaliseValue } from '../../../text/normalise.ts';
import { propertyRuns } from '../../fixtures/property-runs.ts';
import { storedCatalog } from '../../fixtures/stored-catalog.ts';

/** Every value of the tables that may be written in several ways, with all of them. */
const WRITTEN = [...FIELDS].flatMap(([field, { values }]) =>
  Object.entries(values).flatMap(([value, { also = [] }]) =>
    also.length === 0 ? [] : [{ field, value, ways: [value, ...also] }],
  ),
);
const written = fc.constantFrom(...WRITTEN);

/** Some rows that write the values of a field in one way or another, and one of these ways. */
const shelf = written.chain(({ field, ways }) => {
  const others = WRITTEN.filter((other) => other.field === field).flatMap((other) => other.ways);
  const rows = fc.array(fc.constantFrom(...ways, ...others), { minLength: 1, maxLength: 6 });
  return fc.record({ field: fc.constant(field), rows, named: fc.constantFrom(...ways, ...others) });
});

test('no way to write a value is a way to write another value of its field', () => {
  const owners = new Map<string, string>();
  for (const { field, value, ways } of WRITTEN)
    for (const way of ways) {
      const key = `${field}: ${normaliseValue(way)}`;
      expect([key, owners.get(key) ?? value]).toEqual([key, value]);
      owners.set(key, value);
    }
  const shadowed = WRITTEN.flatMap(({ field, value, ways }) =>
    ways.filter((way) => {
      const listed = Object.keys(FIELDS.get(field)?.values ?? {});
      return listed.some((one) => one !== value && normaliseValue(one) === normaliseValue(way));
    }),
  );
  expect(shadowed).toEqual([]);
});

test('a value is kept in the words of its row, whatever the tables call it', () => {
  fc.assert(
    fc.property(shelf, ({ field, rows: [row = ''] }) => {
      const options = Object.values(detailsFrom([[field, [row]]])).flatMap((detail) => detail.options);
      expect(options).toEqual([row]);
    }),
    { numRuns: propertyRuns(200) },
  );
});

test('rows satisfy a value, and are found by it, in whichever way either is written', () => {
  fc.assert(
    fc.property(shelf, ({ field, rows, named }) => {
      const products = rows.map((row) => ({ title: 'Thing', details: detailsFrom([[field, [row]]]) }));
      const catalog = storedCatalog(products);
      const sets = new AnswerSets(catalog);
      const meant = rows.flatMap((row, at) => (formIn(field, row) === formIn(field, named) ? [at] : []));
      const asked: Requirement = { type: 'attribute_match', field: `details.${field}`, expected_value: named };
      const excluded: Requirement = { type: 'negative_attribute', field: `details.${field}`, expected_value: [named] };
      const satisfying = (requirement: Requirement) =>
        rows.flatMap((_, at) => (satisfies(catalog.productByRow(at), requirement) === 'yes' ? [at] : []));
      expect(satisfying(asked)).toEqual(meant);
      expect(satisfying(excluded)).toEqual([...rows.keys()].filter((at) => !meant.includes(at)));
      expect([...sets.stating(field, named).rows()]).toEqual(meant);
      const counts = sets.table('Thing', [asked, excluded]);
      expect([counts.count(1), counts.count(2)]).toEqual([meant.length, rows.length - meant.length]);
      catalog.close();
    }),
    { numRuns: propertyRuns(30) },
  );
});

test('whatever stands for a value stands for it in any way it is written', () => {
  for (const { field, value, ways } of WRITTEN)
    for (const way of ways) {
      expect(spellingsIn(field, way)).toEqual(spellingsIn(field, value));
      expect(cluesFor(field, way)).toEqual(cluesFor(field, value));
    }
});

test('no way to write a value is taken for a part of it', () => {
  const cutOff = WRITTEN.flatMap(({ field, ways }) =>
    ways.filter((option) =>
      implausibleValue({ field, option, rawValue: option, productId: 'P', title: 'Thing' })?.startsWith('fragment'),
    ),
  );
  expect(cutOff).toEqual([]);
});

test('a value counts once among those of its field, however many ways rows write it', () => {
  const rows = Array.from({ length: 80 }, (_, at) => (at % 2 === 0 ? 'PVC' : 'Polyvinyl Chloride'));
  const catalog = storedCatalog(
    rows.map((row) => ({ title: 'Thing', category: ['A'], details: detailsFrom([['Material', row]]) })),
  );
  expect(learnFields(catalog).find(({ field }) => field === 'Material')).toMatchObject({ kind: 'constant', values: 1 });
  expect(catalogStatistics(catalog).shelves.A?.fields.Material).toEqual({ stated: 80, constant: ['pvc'] });
  catalog.close();
});

test('a product name tells a value in whichever way that is written', () => {
  try {
    useLexicon({
      ...NO_LEXICON,
      fields: { Heat: { values: { Electric: { also: ['Mains'], told_by: ['e-heater'] } } } },
    });
    expect(tellingNames('an e-heater', 'Heat', 'mains')).toHaveLength(1);
    expect(tellingNames('an e-heater', 'Heat', 'gas')).toEqual([]);
  } finally {
    useLexicon();
  }
});

test('another way to write a value is known while the lexicon that names it is in force, and no longer', () => {
  expect(formIn('Heat', 'Mains')).toBe('mains');
  try {
    useLexicon({ ...NO_LEXICON, fields: { Heat: { values: { Electric: { also: ['Mains'] } } } } });
    expect(formIn('Heat', 'Mains')).toBe('electric');
  } finally {
    useLexicon();
  }
  expect(formIn('Heat', 'Mains')).toBe('mains');
});
