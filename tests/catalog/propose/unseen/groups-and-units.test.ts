import { expect, test } from 'vitest';
import type { Product } from '../../../../schemas/product.ts';
import { optionsOf } from '../../../fixtures/read-exports.ts';
import { COLOURS, nameAt, of, readFrom, table, WORDS } from '../../../fixtures/unseen-exports.ts';

const fieldsOf = (product: Product | undefined) => Object.keys(optionsOf(product as Product));

test('columns are called without the group they stand in, but for those that would be called alike', async () => {
  const { products } = await readFrom(
    'lamps.csv',
    table(
      'name,price,Key specifications  Bulb type,Colour  Colour,Product dimensions  Width i,Package dimensions  Width',
      (at) => [nameAt(at), at + 5, of(WORDS, at), of(COLOURS, at), `${20 + (at % 9)} cm`, `${50 + (at % 8)} cm`],
    ),
  );
  expect(fieldsOf(products[0])).toEqual(['Bulb type', 'Color', 'Width', 'Package Width']);
});

test('a unit behind the name of numbers stands in brackets, and a least is no minute', async () => {
  const { products } = await readFrom(
    'shoes.csv',
    table('id,name,price,heel_drop_mm,charge_time_min,agerange_min', (at) => [
      ...[`S${at}`, nameAt(at), at + 5, 4 + (at % 7), 30 + (at % 11), 3 + (at % 6)],
    ]),
  );
  expect(fieldsOf(products[0])).toEqual(['heel drop (mm)', 'Charging Time (min)', 'Minimum agerange']);
});

test('columns that are numbered and share their values are of one field', async () => {
  const { products } = await readFrom(
    'tea.csv',
    table('id,name,price,taste_1,taste_2', (at) => [
      ...[`T${at}`, nameAt(at), at + 5, of(WORDS, at), of(WORDS, at + 2)],
    ]),
  );
  expect(optionsOf(products[0] as Product)).toEqual({ taste: ['Oak', 'Steel'] });
});

test('of two columns that mean one field and say different things the one that is called by it counts', async () => {
  const { products, said } = await readFrom(
    'laptops.csv',
    table('id,name,price,OS,Operating System', (at) => [
      ...[
        `L${at}`,
        nameAt(at),
        at + 500,
        of(['Windows', 'Linux'], at),
        of(['Windows 11', 'Linux 6', 'Windows 10', 'Linux 5'], at),
      ],
    ]),
  );
  expect(optionsOf(products[0] as Product)['Operating System']).toEqual(['Windows 11']);
  expect(said).toContain('left out, says something else of the Operating System that "Operating System" says: "OS"');
});

test('the number of colors is no color', async () => {
  const { products, said } = await readFrom(
    'lamps.csv',
    table('id,name,price,Colors,Shade', (at) => [`L${at}`, nameAt(at), at + 5, at % 6, of(WORDS, at)]),
  );
  expect(fieldsOf(products[0])).toEqual(['Shade']);
  expect(said).toContain('left out, numbers of what the field has words for: "Colors"');
});

test('a label of a shop system that is in another language is read by its key', async () => {
  const { products } = await readFrom(
    'lamps.csv',
    table('id,name,price,Stoff (product.metafields.shopify.fabric)', (at) => [
      ...[`L${at}`, nameAt(at), at + 5, of(WORDS, at)],
    ]),
  );
  expect(fieldsOf(products[0])).toEqual(['Fabric Type']);
});

test('a yes or a no that is of the listing is left out, and one of the product is none', async () => {
  const { products } = await readFrom(
    'lamps.csv',
    table('id,name,price,is_hero,is_prime,is_dimmable', (at) => [
      ...[`L${at}`, nameAt(at), at + 5, of(['True', 'False'], at), of(['True', 'False'], at >> 2)],
      of(['True', 'False'], at >> 1),
    ]),
  );
  expect(fieldsOf(products[0])).toEqual(['dimmable']);
});

test('counts of who said what are left out though the values are in another language', async () => {
  const row = (at: number) => ({
    ...{ id: `V${at}`, name: nameAt(at), price: at + 5, glaze: of(WORDS, at) },
    season: { Sommer: 40 + at, Herbst: 30 + (at % 7), Winter: 20 + (at % 9) },
  });
  const { products } = await readFrom('vases.json', JSON.stringify(Array.from({ length: 40 }, (_, at) => row(at))));
  expect(fieldsOf(products[0])).toEqual(['glaze']);
});

test('details of another language are called by their English names, and words for their values are read in English', async () => {
  const { products, said } = await readFrom(
    'lampen.csv',
    table('id,name,preis,Farbe,Gehäuse,Lichtstrom', (at) => [
      ...[`L${at}`, nameAt(at), at + 5, of(['weiss', 'schwarz matt', 'grün'], at), of(WORDS, at), 100 + (at % 9)],
    ]),
  );
  expect(optionsOf(products[1] as Product)).toEqual({
    Housing: ['Wool'],
    'Luminous Flux': ['101'],
    Color: ['Matte Black'],
  });
  expect(said).toContain('values are words of another language for one');
});

test('a word that is a color in English too makes no column one of another language', async () => {
  const { products } = await readFrom(
    'lamps.csv',
    table('id,name,price,colour', (at) => [`L${at}`, nameAt(at), at + 5, of(['Orange', 'Beige', 'Gold'], at)]),
  );
  expect(optionsOf(products[0] as Product)).toEqual({ Color: ['Orange'] });
});

test.each([
  ['Color', ['14K Yellow Gold', '14K White Gold', '18K Rose Gold']],
  ['Color', ['Pink Kiss', 'Beige Nude', 'Orange Crush']],
  ['Color', ['Black or White', 'Rose Petal', 'Violet Haze', 'Mauve Veil']],
  ['Material', ['Brushed metal', 'Metal and wood', 'Powder coated metal']],
])('words that other languages have too make no %s of theirs', async (field, values) => {
  const { products } = await readFrom(
    'goods.csv',
    table(`id,name,price,${field}`, (at) => [`L${at}`, nameAt(at), at + 5, of(values, at)]),
  );
  expect(optionsOf(products[1] as Product)).toEqual({ [field]: [values[1]] });
});

test('of two columns of words of another language for one field the first counts, and the other is told of', async () => {
  const { products, said } = await readFrom(
    'hosen.csv',
    table('id,name,preis,Farbe,Farbton', (at) => [
      ...[`H${at}`, nameAt(at), at + 5, of(['Rot', 'Blau', 'Grün'], at), of(['Weiß', 'Schwarz'], at)],
    ]),
  );
  expect(optionsOf(products[1] as Product)).toEqual({ Color: ['Blue'] });
  expect(said).toContain('left out, says something else of the Color that "Farbe" says: "Farbton"');
});

test('the form of tablets is no shape', async () => {
  const { products } = await readFrom(
    'vitamins.csv',
    table('id,name,price,Form', (at) => [`V${at}`, nameAt(at), at + 5, of(['Capsule', 'Powder', 'Gummy'], at)]),
  );
  expect(optionsOf(products[1] as Product)).toEqual({ Form: ['Powder'] });
});

test('a yes or a no of what products are is theirs, and the minutes of cooking are no least', async () => {
  const { products, said } = await readFrom(
    'goods.csv',
    table('id,name,price,is_indoor,is_dual_sim,is_5g,is_hero,cook_min', (at) => [
      ...[`G${at}`, nameAt(at), at + 5, of(['true', 'false'], at), of(['true', 'false'], at >> 1)],
      ...[of(['true', 'false'], at >> 2), of(['true', 'false'], at >> 3), 10 + (at % 9)],
    ]),
  );
  expect(fieldsOf(products[0])).toEqual(expect.arrayContaining(['indoor', 'dual sim', 'cook (min)']));
  expect(said).toContain('left out, a state of the listing, which nobody asks for: "is_hero"');
});

test('the cores of processors are no colors, though Portuguese calls these so', async () => {
  const { products } = await readFrom(
    'processors.csv',
    table('id,name,price,cores', (at) => [`P${at}`, nameAt(at), at + 5, of([4, 6, 8, 12], at)]),
  );
  expect(fieldsOf(products[0])).toEqual(['cores']);
});

test('a least is written out before a name that begins with one letter', async () => {
  const { products } = await readFrom(
    'lenses.csv',
    table('id,name,price,Min. F Value', (at) => [`G${at}`, nameAt(at), at + 5, [1.4, 2.8, 4][at % 3] as number]),
  );
  expect(Object.keys(products[0]?.details ?? {})).toEqual(['Minimum F Value']);
});

test('a unit that a program wrote behind a name in one word, or after a space, is the unit of its numbers', async () => {
  const { products } = await readFrom(
    'goods.csv',
    table('sku,name,price,productWidthIn,unitWeightLbs,Load kg,checkIn', (at) => [
      ...[`S${at}`, nameAt(at), at + 5],
      ...[20 + (at % 9) / 2, 30 + (at % 11), 100 + (at % 4) * 10, 1 + (at % 3)],
    ]),
  );
  expect(optionsOf(products[1] as Product)).toEqual({
    ...{ 'width (in)': ['20.5'], 'weight (lbs)': ['31'], 'Load (kg)': ['110'], 'check In': ['2'] },
  });
});

test('numbers of which noughts say that there is none are in the unit that names say', async () => {
  const { products } = await readFrom(
    'stones.csv',
    table('id,name,price,length,width', (at) => [
      ...[`S${at}`, `${nameAt(at)} ${10 + (at % 9)}x${20 + (at % 7)}mm`, at + 5],
      ...(at % 8 === 0 ? ['0.0000', '0.0000'] : [`${10 + (at % 9)}.0000`, `${20 + (at % 7)}.0000`]),
    ]),
  );
  expect(products.slice(0, 2).map(fieldsOf)).toEqual([[], ['length (mm)', 'width (mm)']]);
});

test('numbers by which a price is the price per GB are in GB', async () => {
  const drives = (each: (gb: number, price: number) => number) =>
    readFrom(
      'drives.csv',
      table('id,name,price,room,price_per_gb', (at) => {
        const [gb, price] = [of([250, 500, 1000], at), at + 50] as const;
        return [`G${at}`, nameAt(at), price, gb, each(gb, price).toFixed(3)];
      }),
    );
  const { products, said } = await drives((gb, price) => price / gb);
  expect(optionsOf(products[1] as Product)).toMatchObject({ 'room (gb)': ['500'] });
  expect(said).toContain('the price by it is "price_per_gb"');
  const others = await drives((_, price) => price / 60);
  expect(optionsOf(others.products[1] as Product)).toMatchObject({ room: ['500'] });
});

test.each([
  ['Ram Size', [4, 8, 16], 'GB'],
  ['Ram Size', [4096, 8192, 16384], null],
  ['Ports', [2, 3, 4], null],
])('bare numbers of %s such as %j are in the unit that everybody means', async (header, numbers, unit) => {
  const { said } = await readFrom(
    'laptops.csv',
    table(`id,name,price,${header}`, (at) => [`G${at}`, `Orla ${nameAt(at)}`, at + 5, of(numbers, at)]),
  );
  if (unit === null) expect(said).not.toContain('everybody');
  else
    expect(said).toContain(
      `product.details.columns is "${header}": its numbers are in ${unit}, as everybody means them`,
    );
});
