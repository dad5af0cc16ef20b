import { expect, test } from 'vitest';
import { DetailsInEnglish } from '../../../../catalog/readers/index.ts';
import type { Product } from '../../../../schemas/product.ts';
import { nameAt, of, readFrom, table, valuesOf } from '../../../fixtures/unseen-exports.ts';

const shop = (rows: (at: number) => object, count = 40) =>
  readFrom(
    'tienda.json',
    JSON.stringify(
      Array.from({ length: count }, (_, at) => ({ id: `G${at}`, name: nameAt(at), price: at + 5, ...rows(at) })),
    ),
  );

/** Thirty products in two sizes each, with a second option of some name. */
const variants = (option: string, values: readonly string[]) =>
  readFrom(
    'tienda.csv',
    table(
      'Handle,Title,Variant SKU,Variant Price,Option1 Name,Option1 Value,Option2 Name,Option2 Value',
      (at) => [
        ...[`h${Math.floor(at / 2)}`, at % 2 === 0 ? nameAt(at) : '', `G${at}`, 20 + Math.floor(at / 2)],
        ...['Talla', of(['S', 'M'], at), option, of(values, Math.floor(at / 2))],
      ],
      60,
    ),
  );

test('details that rows name in another language have their English names and values, and others stay as they are', async () => {
  const { products, said } = await shop((at) => ({
    specifications: [
      { name: 'Talla', value: of(['S', 'M', 'L'], at) },
      { name: 'Color', value: of(['Negro', 'Rojo', 'Turquí'], at) },
      { name: 'Remate', value: of(['Cosido', 'Pegado'], at) },
    ],
  }));
  expect(said).toContain('product.details.languages is "es"');
  expect(products.slice(1, 3).map(valuesOf)).toEqual([
    { Size: ['M'], Color: ['Red'], Remate: ['Pegado'] },
    { Size: ['L'], Color: ['Turquí'], Remate: ['Cosido'] },
  ]);
});

test('a shop of two countries has two languages, the one of more details first', async () => {
  const { products, said } = await shop(
    (at) => ({
      specifications:
        at % 4 === 0
          ? [
              { name: 'Größe', value: of(['S', 'M'], at / 4) },
              { name: 'Farbe', value: of(['Schwarz', 'Grün'], at / 4) },
            ]
          : [
              { name: 'Talla', value: of(['S', 'M', 'L'], at) },
              { name: 'Color', value: of(['Negro', 'Verde'], at) },
            ],
    }),
    60,
  );
  expect(said).toContain('product.details.languages is "es", "de"');
  expect(products.slice(0, 2).map(valuesOf)).toEqual([
    { Size: ['S'], Color: ['Black'] },
    { Size: ['M'], Color: ['Green'] },
  ]);
});

test('options of variants are read so too', async () => {
  const { products } = await variants('Color', ['Negro', 'Verde']);
  expect(valuesOf(products[0] as Product)).toMatchObject({ Size: ['S', 'M'], Color: ['Black'] });
  expect(products[1]?.skuOptions.map(({ values }) => values)).toEqual([
    { Size: 'S', Color: 'Green' },
    { Size: 'M', Color: 'Green' },
  ]);
});

test('of an English export no language is said', async () => {
  const { said } = await shop((at) => ({
    specifications: [
      { name: 'Size', value: of(['S', 'M', 'L'], at) },
      { name: 'Color', value: of(['Black', 'Beige', 'Orange'], at) },
    ],
  }));
  expect(said).not.toContain('languages');
});

test('English words that other languages have as well tell no language', async () => {
  const { products, said } = await shop((at) => ({
    specifications: [
      { name: 'Color', value: of(['Rose', 'Black', 'Violet'], at) },
      { name: 'Material', value: of(['Aluminium', 'Steel', 'Oak'], at) },
      { name: 'Motif', value: of(['Rose', 'Leaf'], at) },
    ],
  }));
  expect(said).not.toContain('languages');
  expect(valuesOf(products[0] as Product)).toMatchObject({ Color: ['Rose'], Motif: ['Rose'] });
});

test('a column in English keeps the values that no table has', async () => {
  const { products } = await shop((at) => ({ occasion: at % 10 === 0 ? 'Hiking' : of(['Sport', 'Casual'], at) }));
  expect(valuesOf(products[0] as Product)).toEqual({ Occasion: ['Hiking'] });
});

test('two options that English calls the same stay two', async () => {
  const { products } = await variants('Tamaño', ['Corto', 'Ancho']);
  expect(products[0]?.skuOptions.map(({ values }) => values)).toEqual([
    { Size: 'S', Tamaño: 'Short' },
    { Size: 'M', Tamaño: 'Short' },
  ]);
});

const inColumns = (header: string, material: readonly string[]) =>
  readFrom(
    'export.csv',
    table(
      header,
      (at) => [`G${at}`, nameAt(at), at + 5, of(['grün', 'Anthrazit', 'Sandsturm'], at), of(material, at)],
      40,
    ),
  );

test('values in columns are read in the language that headers are in, and others stay as they are', async () => {
  const { products, said } = await inColumns('Artikelnummer,Bezeichnung,Preis,Farbe,Material', [
    'Messing',
    'Teakgeflecht',
  ]);
  expect(said).toContain('product.details.languages is "de"');
  expect(products.slice(0, 3).map(valuesOf)).toEqual([
    { Color: ['Green'], Material: ['Brass'] },
    { Color: ['Anthracite'], Material: ['Teakgeflecht'] },
    { Color: ['Sandsturm'], Material: ['Brass'] },
  ]);
});

test('values below English headers are in no language for certain', async () => {
  const { said } = await inColumns('sku,name,price,shade,Material', ['Messing', 'Teakgeflecht']);
  expect(said).not.toContain('languages');
});

test('the rating of a casing against dust and water is no class of protection from shocks, and a short text is a description', async () => {
  const { said } = await readFrom(
    'export.csv',
    table(
      'Artikelnummer,Bezeichnung,Preis,Schutzart,Schutzklasse,Kurztext',
      (at) => [
        ...[`G${at}`, nameAt(at), at + 5, of(['IP44', 'IP65'], at), of(['I', 'II', 'III'], at)],
        `Für gemütliche Abende im Garten, Nummer ${at}, schnell aufgebaut.`,
      ],
      40,
    ),
  );
  expect(said).toContain('product.description is "Kurztext"');
  expect(new DetailsInEnglish(['de']).nameOf('Schutzart')).toBe('Protection Rating');
  expect(new DetailsInEnglish(['de']).nameOf('Schutzklasse')).toBe('Protection Class');
});

const inFrench = (at: number) => of(['Noir', 'rouge', 'Bleu', 'vert', 'jaune', 'blanc'], at);

test('values below English headers are in the language that alone has words for most of them', async () => {
  const { products, said } = await readFrom(
    'bijoux.csv',
    table('id,name,price,shade_0_color,shade_1_color', (at) => [
      ...[`G${at}`, nameAt(at), at + 5, at % 3 === 0 ? `No. ${at % 4}` : inFrench(at), inFrench(at + 1)],
    ]),
  );
  expect(said).toContain('product.details.languages is "fr"');
  expect(products[1]?.details.Color?.options).toEqual(['Red', 'Blue']);
});

test('names in another language state materials, whom things are for and styles, as they state colors', async () => {
  const { products } = await readFrom(
    'bijoux.csv',
    table('référence,nom,prix', (at) => [
      ...[`G${at}`, `Montre ${of(['en cuir', 'en acier'], at)} pour ${of(['homme', 'femme'], at)} no. ${at}`, at + 5],
    ]),
  );
  expect(valuesOf(products[0] as Product)).toEqual({ Material: ['Leather'], Department: ['Men'] });
});
