import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Persona } from '../../../../families/ecomagentbench/persona.ts';
import { PERSONA_TABLES, requirementKeyOf, writePersona } from '../../../../families/ecomagentbench/writers/persona.ts';
import { PET_GOODS } from '../../../../families/ecomagentbench/writers/pets.ts';
import { useForeignShop, useLexicon } from '../../../../lexicon/index.ts';
import { drawFor } from '../../../../pipeline/seed.ts';
import { NO_LEXICON } from '../../../../schemas/lexicon.ts';
import type { Rubric } from '../../../../shopping/kinds/index.ts';
import { findMentions } from '../../../../text/mentions.ts';
import { bound, exclusion, wish } from '../../../fixtures/slots.ts';
import { LISTED_VALUES } from '../../../fixtures/vocabulary.ts';

const draws = (label: string) => drawFor(42, label, 'persona');
const anyone = (label: string) => writePersona([], draws(label), () => false);
const tables = PERSONA_TABLES;

const textsOf = ({ demographics, lifestyle, shopping_habits }: Persona) =>
  [demographics, lifestyle, shopping_habits].flatMap((part) => Object.values(part).flat() as string[]);

test('the tables are as broad as promised', () => {
  const cities = Object.values(tables.regions).flat();
  expect(new Set(cities).size).toBeGreaterThanOrEqual(60);
  expect(new Set(cities.map((city) => city.split(', ').at(-1))).size).toBeGreaterThanOrEqual(25);
  expect(new Set(Object.values(tables.regions).map(({ length }) => length)).size).toBe(1);
  expect(Object.keys(tables.occupations).length).toBeGreaterThanOrEqual(80);
  expect(new Set(Object.values(tables.hobbies).flat()).size).toBeGreaterThanOrEqual(70);
  expect(new Set(Object.values(tables.routines).flat()).size).toBeGreaterThanOrEqual(50);
  expect(tables.diets.length).toBeGreaterThanOrEqual(12);
  expect(Object.keys(tables.commutes).length).toBeGreaterThanOrEqual(10);
  expect(tables.pets.length).toBeGreaterThanOrEqual(20);
  expect(tables.payments.length).toBeGreaterThanOrEqual(8);
});

test('no entry of the tables names a value that listings state', () => {
  const {
    ages,
    genders,
    education,
    regions,
    occupations,
    routines,
    commutes,
    hobbies,
    inactive: _,
    devices: _devices,
    gendered_goods: _goods,
    pet_goods: _pets,
    ...lists
  } = tables;
  const texts = [
    ...ages,
    ...Object.keys(genders),
    ...[education, regions, routines, hobbies].flatMap((table) => Object.values(table).flat()),
    ...Object.keys(occupations),
    ...Object.keys(commutes),
    ...Object.values(lists).flat(),
    ...Object.values(PET_GOODS.animals).flatMap(({ owned }) => owned),
  ];
  const values = Object.entries(LISTED_VALUES).flatMap(([field, list]) => list.map((value) => ({ field, value })));
  const named = texts.flatMap((text) =>
    values
      .filter(({ field, value }) => findMentions(text, value, field).length > 0)
      .map(({ value }) => `${text}: ${value}`),
  );
  expect(named).toEqual([]);
});

test('devices are drawn again where they touch a value: whatever a listing states, enough of them are left', () => {
  const scarce = Object.entries(LISTED_VALUES).flatMap(([field, list]) =>
    list.filter(
      (value) => tables.devices.filter((device) => findMentions(device, value, field).length === 0).length < 6,
    ),
  );
  expect(scarce).toEqual([]);
});

test('the preferred device is a device, not a place or an occasion', () => {
  expect(
    tables.devices.filter((device) => !/phone|laptop|tablet|computer|reader|TV|console|speaker|watch/i.test(device)),
  ).toEqual([]);
});

test('every name the tables refer to exists', () => {
  for (const [name, [youngest, oldest, education, day]] of Object.entries(tables.occupations)) {
    expect(tables.ages, name).toContain(youngest);
    expect(tables.ages.indexOf(oldest), name).toBeGreaterThanOrEqual(tables.ages.indexOf(youngest));
    expect(tables.education, name).toHaveProperty([education]);
    expect(tables.routines, name).toHaveProperty([day]);
    expect(
      Object.values(tables.commutes).some((days) => days.includes(day)),
      name,
    ).toBe(true);
  }
  for (const level of tables.inactive.levels) expect(tables.fitness).toContain(level);
  for (const way of tables.inactive.commutes) expect(tables.commutes).toHaveProperty([way]);
});

const PEOPLE = Array.from({ length: 2000 }, (_, index) => anyone(`person ${index}`));

function shares(of: (persona: Persona) => string): Map<string, number> {
  const counted = new Map<string, number>();
  for (const persona of PEOPLE) counted.set(of(persona), (counted.get(of(persona)) ?? 0) + 1 / PEOPLE.length);
  return counted;
}

test.each<[string, (persona: Persona) => string, number, number]>([
  ['city', ({ demographics }) => demographics.location, 0.005, 0.04],
  ['occupation', ({ demographics }) => demographics.occupation, 0, 0.03],
  ['age', ({ demographics }) => demographics.age_range, 0.12, 0.22],
  ['payment', ({ shopping_habits }) => shopping_habits.payment_method, 0.07, 0.13],
  ['device', ({ shopping_habits }) => shopping_habits.preferred_device, 0.07, 0.13],
  ['platform', ({ shopping_habits }) => shopping_habits.preferred_platform, 0.07, 0.13],
  ['frequency', ({ shopping_habits }) => shopping_habits.shopping_frequency, 0.09, 0.16],
  ['returns', ({ shopping_habits }) => shopping_habits.return_frequency, 0.09, 0.16],
  ['diet', ({ lifestyle }) => lifestyle.dietary_preference, 0.04, 0.09],
  ['pets', ({ lifestyle }) => lifestyle.pets, 0.02, 0.07],
  ['routine', ({ lifestyle }) => lifestyle.daily_routine, 0, 0.06],
  ['commute', ({ lifestyle }) => lifestyle.commute_method, 0.005, 0.15],
  ['education', ({ demographics }) => demographics.education_level, 0.01, 0.3],
])('over 2,000 personas no %s is rare or common beyond its bounds', (_, of, least, most) => {
  const spread = [...shares(of).values()];
  expect(Math.min(...spread)).toBeGreaterThan(least);
  expect(Math.max(...spread)).toBeLessThan(most);
});

test("genders come in their shares, and no hobby is everybody's", () => {
  const genders = shares(({ demographics }) => demographics.gender);
  for (const [gender, share] of Object.entries(tables.genders))
    expect(Math.abs((genders.get(gender) ?? 0) - share / 100)).toBeLessThan(0.04);
  const hobbies = new Map<string, number>();
  for (const hobby of PEOPLE.flatMap(({ lifestyle }) => lifestyle.hobbies))
    hobbies.set(hobby, (hobbies.get(hobby) ?? 0) + 1);
  expect(Math.max(...hobbies.values()) / PEOPLE.length).toBeLessThan(0.06);
});

test('a persona hangs together: age, education, routine and ways fit the occupation, and fitness the hobbies', () => {
  for (const persona of PEOPLE) {
    const { demographics, lifestyle } = Persona.parse(persona);
    const [youngest, oldest, education, day] = tables.occupations[demographics.occupation] ?? ['', '', '', ''];
    const age = tables.ages.indexOf(demographics.age_range);
    expect(age).toBeGreaterThanOrEqual(tables.ages.indexOf(youngest));
    expect(age).toBeLessThanOrEqual(tables.ages.indexOf(oldest));
    if (demographics.occupation.startsWith('Retired')) expect(age).toBeGreaterThanOrEqual(4);
    if (demographics.occupation.startsWith('Undergraduate')) expect(age).toBe(0);
    expect(tables.education[education]).toContain(demographics.education_level);
    expect(tables.routines[day]).toContain(lifestyle.daily_routine);
    expect(tables.commutes[lifestyle.commute_method]).toContain(day);
    expect(new Set(lifestyle.hobbies).size).toBe(lifestyle.hobbies.length);
    if (tables.inactive.levels.includes(lifestyle.fitness_level)) {
      expect(lifestyle.hobbies.filter((hobby) => !tables.hobbies.quiet.includes(hobby))).toEqual([]);
      expect(tables.inactive.commutes).not.toContain(lifestyle.commute_method);
      expect(tables.inactive.days).not.toContain(day);
    }
    if (age >= 4) expect(lifestyle.hobbies.filter((hobby) => tables.hobbies.vigorous.includes(hobby))).toEqual([]);
  }
});

test('what is to be avoided is drawn again, and nothing else changes where nothing has to', () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 97, max: 122 }), (label, code) => {
      const start = String.fromCharCode(code).toUpperCase();
      const plain = anyone(label);
      const careful = writePersona([], draws(label), (text) => text.startsWith(start));
      expect(textsOf(careful).filter((text) => text.startsWith(start))).toEqual([]);
      if (!textsOf(plain).some((text) => text.startsWith(start))) expect(careful).toEqual(plain);
      expect(anyone(label)).toEqual(plain);
    }),
  );
});

test('goods of one gender make that of the profile, unless another requirement names it', () => {
  const mens = [wish('r1', 'Department', 'Mens', 'persona')];
  const genders = (avoid: (text: string) => boolean) =>
    new Set(Array.from({ length: 20 }, (_, at) => writePersona(mens, draws(`m${at}`), avoid).demographics.gender));
  expect(genders(() => false)).toEqual(new Set(['Male']));
  expect(genders((text) => text === 'Male')).toContain('Female');
  expect(genders((text) => text === 'Male')).not.toContain('Male');
});

test('a table with nothing left to draw is a bug that says so', () =>
  expect(() => writePersona([], draws('hopeless'), () => true)).toThrow('to be avoided'));

test('requirements stand verbatim under the published keys, exclusions of fields that their values name in one list, other sources not at all', () => {
  const rubrics = [
    wish('r1', 'Color', 'Navy Blue', 'persona'),
    wish('r2', 'Compatible Devices', ['Laptop', 'Tablet'], 'persona'),
    wish('r3', 'Shape', 'Round', 'query'),
    exclusion('r4', 'Material', ['Faux Leather', 'Vinyl'], 'persona'),
    exclusion('r5', 'Pattern', ['Striped'], 'persona'),
    exclusion('r8', 'Skin Type', ['Sensitive', 'Combination'], 'persona'),
    wish('r6', 'Finish Type', 'Matte', 'clarification'),
    wish('r7', 'Age Range (Description)', 'Adult', 'persona'),
  ];
  expect(writePersona(rubrics, draws('requirements'), () => false).product_requirements).toEqual({
    color_preference: 'Navy Blue',
    device_compatibility: ['Laptop', 'Tablet'],
    avoid_preferences: ['Faux Leather', 'Vinyl'],
    avoid_pattern: ['Striped'],
    avoid_skin_type: ['Sensitive', 'Combination'],
    age_range_description: 'Adult',
  });
});

test('a field that a lexicon names has its key by that name, be another field of the tables called so or not', () => {
  const fields = {
    'Länge (cm)': { name: 'length' },
    'Gefertigt in': { name: 'country of origin' },
  };
  useLexicon({ ...NO_LEXICON, fields });
  const keyOf = (field: string) => requirementKeyOf({ type: 'attribute_match', field: `details.${field}` });
  expect(keyOf('Länge (cm)')).toBe('length');
  expect(requirementKeyOf({ type: 'negative_attribute', field: 'details.Länge (cm)' })).toBe('avoid_length');
  expect(keyOf('Gefertigt in')).toBe('country_of_origin');
  useLexicon();
});

test('a profile says values of a foreign shop in the words that a lexicon has for them', () => {
  const fields = {
    Color: { values: { Pink: { also: ['rosa'] } } },
    Season: { values: { Halbzeit: { say: { after: ['for days that are mild'] } } } },
    'Care Instructions': { values: { Kochen: { say: { after: ['that {is} boiled'], verb: ['be boiled'] } } } },
  };
  const rubrics = [
    wish('r1', 'Season', 'Halbzeit', 'persona'),
    wish('r2', 'Care Instructions', 'Kochen', 'persona'),
    exclusion('r3', 'Color', ['Rosa', 'Red'], 'persona'),
  ];
  const stated = () => writePersona(rubrics, draws('foreign'), () => false).product_requirements;
  useLexicon({ ...NO_LEXICON, fields });
  expect(stated().avoid_preferences).toEqual(['Rosa', 'Red']);
  useForeignShop('de');
  expect(stated()).toEqual({
    season: 'for days that are mild',
    care_instructions: 'boiled',
    avoid_preferences: ['Pink', 'Red'],
  });
  useForeignShop(false);
  useLexicon();
});

test.each([
  ['Brand', 'brand_preference'],
  ['Water Resistance Level', 'water_resistance_need'],
  ['Recommended Uses For Product', 'recommended_uses_for_product'],
])('%s is published as %s', (field, key) => expect(requirementKeyOf(wish('r1', field, 'X'))).toBe(key));

test('a number cannot hide in a persona, nor two values under one key', () => {
  const write = (...rubrics: Parameters<typeof writePersona>[0]) => writePersona(rubrics, draws('bad'), () => false);
  expect(() => write(bound('r1', 'price', { max: 25 }, 'persona'))).toThrow('cannot be hidden in a persona');
  expect(() => write(wish('r1', 'Color', 'Teal', 'persona'), wish('r2', 'Color', 'Gold', 'persona'))).toThrow(
    'share the key',
  );
});

test.each([
  ["Men's", 'Male'],
  ['Womens', 'Female'],
])('whoever asks for the %s department is %s', (department, gender) => {
  for (let index = 0; index < 30; index++) {
    const { demographics } = writePersona(
      [wish('r1', 'Department', department)],
      draws(`shopper ${index}`),
      () => false,
    );
    expect(demographics.gender).toBe(gender);
  }
});

test("a child's department says nothing about the shopper", () => {
  const genders = Array.from({ length: 40 }, (_, index) => {
    const { demographics } = writePersona([wish('r1', 'Department', 'Girls')], draws(`parent ${index}`), () => false);
    return demographics.gender;
  });
  expect(new Set(genders).size).toBeGreaterThan(1);
});

test('whoever asks for a lipstick is a woman', () => {
  const entity: Rubric = {
    id: 'r9',
    type: 'entity_match',
    field: 'title',
    expected_value: 'Matte Lipstick',
    info_source: 'query',
    description: '-',
    canonical_entity: 'Matte Lipstick',
    title_span: 'Matte Lipstick',
  };
  const genders = Array.from({ length: 30 }, (_, index) => {
    return writePersona([entity], draws(`buyer ${index}`), () => false).demographics.gender;
  });
  expect(new Set(genders)).toEqual(new Set(['Female']));
});
