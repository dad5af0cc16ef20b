import { existsSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { canonicalField } from '../../catalog/product/fields.ts';
import {
  columnNames,
  englishDetails,
  englishKinds,
  foreignDetailNames,
  namesInLanguages,
} from '../../lexicon/columns.ts';
import { isInKnownWords } from '../../lexicon/english-words.ts';
import { BASE_FIELDS, readWords } from '../../lexicon/index.ts';
import { readTable } from '../../lexicon/tables.ts';
import { isNoun, singularOf } from '../../shopping/nouns/noun-words.ts';

test('every language that has a table of names of columns is read, the likelier names first', () => {
  const { title } = columnNames();
  const rankOf = (name: string) => title.find((one) => one.name === name)?.rank;
  expect(rankOf('title')).toBe(0);
  expect(
    ['商品名称', 'bezeichnung', 'nama produk', 'título', 'nom du produit'].every((name) => rankOf(name) !== undefined),
  ).toBe(true);
  expect(rankOf('商品名称')).toBe(0);
});

test.each([
  ['composição', 'Material'],
  ['composicao', 'Material'],
  ['composizione', 'Material'],
  ['zusammensetzung', 'Material'],
  ['sammensætning', 'Material'],
  ['samenstelling', 'Material'],
  ['skład', 'Material'],
  ['tamanhos', 'Size'],
  ['tallas', 'Size'],
  ['tailles', 'Size'],
  ['taglie', 'Size'],
  ['größen', 'Size'],
  ['størrelser', 'Size'],
  ['maten', 'Size'],
  ['rozmiary', 'Size'],
  ['cuidados', 'Care Instructions'],
  ['entretien', 'Care Instructions'],
  ['pflege', 'Care Instructions'],
  ['tipo de manga', 'Sleeve Type'],
  ['kol boyu', 'Sleeve Type'],
  ['длина рукава', 'Sleeve Type'],
  ['袖丈', 'Sleeve Type'],
  ['نوع الياقة', 'Neck Style'],
  ['giới tính', 'Department'],
])('exports of clothes call a detail by a name that the tables have: %s is %s', (name, field) => {
  expect(englishDetails().get(name)).toBe(field);
});

test.each([
  ['висота', 'Height'],
  ['вага', 'Weight'],
  ['индекс скорости', 'Speed Rating'],
  ['šířka', 'Width'],
  ['vstupni napeti', 'Input Voltage'],
  ['zapremina', 'Volume'],
  ['høyde', 'Height'],
  ['bredd', 'Width'],
])(
  'shops of further languages call a detail by a name that the tables have, without its marks too: %s is %s',
  (name, field) => {
    expect(englishDetails().get(name)).toBe(field);
  },
);

test('what English itself calls a detail is no word of another language for it', () => {
  expect(englishDetails().get('composition')).toBe(undefined);
});

test.each([...namesInLanguages()])(
  'no name in a language stands for two things, so all of them are said in English: %s',
  (language, names) => {
    const unsaid = new Set(foreignDetailNames());
    const said = (name: string) => englishDetails().has(name) || englishKinds(language).has(name);
    expect([...names].filter((name) => !unsaid.has(name) && !said(name))).toEqual([]);
  },
);

const TABLES = readdirSync(new URL('../../lexicon/', import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'en')
  .map(({ name }) => [name, new URL(`../../lexicon/${name}/columns.yaml`, import.meta.url)] as const)
  .filter(([, file]) => existsSync(file))
  .map(([language, file]) => {
    const {
      fields = {},
      values = {},
      kinds = {},
    } = readTable(file) as Partial<Record<'fields' | 'kinds', Words>> & {
      readonly values?: Readonly<Record<string, Words>>;
    };
    return { language, fields, values, kinds };
  });
type Words = Readonly<Record<string, readonly string[]>>;

/** English nouns for kinds that no other table of English has. */
const ONLY_HERE = new Set(['knitwear']);
const isEnglish = (name: string) => ONLY_HERE.has(name) || isInKnownWords(name);

test.each(TABLES)('English knows every detail that a table has other words for: $language', ({ fields }) => {
  expect(Object.keys(fields).filter((field) => !BASE_FIELDS.has(canonicalField(field)) && !isEnglish(field))).toEqual(
    [],
  );
});

test.each(TABLES)('no name of a detail in a language is the English one of another: $language', ({ fields }) => {
  const pairs = Object.entries(fields).flatMap(([field, names]) => names.map((name) => [name, field] as const));
  const isOfAnother = (name: string, field: string) =>
    BASE_FIELDS.has(canonicalField(name)) && canonicalField(name) !== canonicalField(field);
  expect(pairs.filter(([name, field]) => isOfAnother(name, field))).toEqual([]);
});

test.each(TABLES)('values are listed by the names that tables of English have for them: $language', ({ values }) => {
  const unlisted = Object.entries(values).flatMap(([field, table]) => {
    const named = namedValues(field);
    return Object.keys(table).filter(
      (value) => (named.get(value.toLowerCase()) ?? value) !== value || !isEnglish(value),
    );
  });
  expect(Object.keys(values).filter((field) => canonicalField(field) !== field)).toEqual([]);
  expect(unlisted).toEqual([]);
});

test.each(TABLES)(
  'a word of a language stands for one value of a field, and English has it for no other: $language',
  ({ values }) => {
    for (const [field, table] of Object.entries(values)) {
      const words = Object.values(table).flat();
      expect(words).toEqual([...new Set(words)]);
      const named = new Map([
        ...Object.keys(table).map((value) => [value.toLowerCase(), value] as const),
        ...namedValues(field),
      ]);
      const pairs = Object.entries(table).flatMap(([value, some]) => some.map((word) => [word, value] as const));
      expect(pairs.filter(([word, value]) => (named.get(word) ?? value) !== value)).toEqual([]);
    }
  },
);

test.each(TABLES)('English has a noun for each kind of products, and a word is of one kind: $language', ({ kinds }) => {
  const unknown = Object.keys(kinds).filter(
    (kind) => !ONLY_HERE.has(kind) && !(isInKnownWords(kind) && endsInNoun(kind)),
  );
  expect(unknown).toEqual([]);
  const words = Object.values(kinds).flat();
  expect(words).toEqual([...new Set(words)]);
});

/** The values that English lists for a field, by every word it has for them, in small letters. */
const namedValues = (field: string): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(BASE_FIELDS.get(field)?.values ?? {}).flatMap(([value, { also }]) =>
      [value, ...(also ?? [])].map((word) => [word.toLowerCase(), value] as const),
    ),
  );

/** The last words of names of products of two words and more. */
const LAST_WORDS = new Set(
  Object.values(readWords('product-names.yaml') as Readonly<Record<string, string>>).flatMap((names) =>
    names.split('\n').map((line) => line.slice(0, Math.max(0, line.indexOf(':')))),
  ),
);

function endsInNoun(kind: string): boolean {
  const last = kind.split(' ').at(-1) as string;
  return [last, singularOf(last)].some((word) => isNoun(word) || LAST_WORDS.has(word));
}

test.each([
  ['pt', 'camisola', 'sweater'],
  ['pt', 'cachecol', 'scarf'],
  ['pt', 'malhas', 'knitwear'],
  ['fr', 'écharpes', 'scarf'],
  ['pl', 'szaliki', 'scarf'],
  ['nl', 'vest', 'cardigan'],
  ['id', 'celana', 'trousers'],
  ['th', 'กางเกง', 'trousers'],
  ['ko', '원피스', 'dress'],
])('categories of clothes have an English noun: in %s %s are of the kind %s', (language, name, noun) => {
  expect(englishKinds(language).get(name)).toBe(noun);
});
