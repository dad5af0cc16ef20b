import { expect, test } from 'vitest';
import type { Product } from '../../../../schemas/product.ts';
import { optionsOf } from '../../../fixtures/read-exports.ts';
import { COLOURS, DOORS, nameAt, of, readFrom, table, valuesOf, WORDS } from '../../../fixtures/unseen-exports.ts';

test('details in a cell that a program of Ruby printed are read, without those that have no name', async () => {
  const cell = (at: number) =>
    `{"product_specification"=>[{"key"=>"Shade", "value"=>"${of(COLOURS, at)}"}, {"value"=>"Handmade"}, {"key"=>"Fabric", "value"=>"${of(WORDS, at)}"}]}`;
  const { products } = await readFrom(
    'goods.csv',
    table('id,name,price,specs', (at) => [`G${at}`, nameAt(at), at + 5, cell(at)]),
  );
  expect(optionsOf(products[1] as Product)).toMatchObject({ Shade: ['Blue'], Fabric: ['Wool'] });
});

test('a list that a program of Python printed is a set of values', async () => {
  const { products } = await readFrom(
    'goods.csv',
    table('id,name,price,fabrics', (at) => [
      `G${at}`,
      nameAt(at),
      at + 5,
      `['${of(WORDS, at)}', '${of(WORDS, at + 1)}']`,
    ]),
  );
  expect(optionsOf(products[0] as Product)).toMatchObject({ fabrics: ['Oak', 'Wool'] });
});

test('lists that are all different are values where their members come again', async () => {
  const listAt = (at: number) => WORDS.filter((_, place) => ((at * 3 + 5) >> place) % 2 === 1);
  const { products } = await readFrom(
    'goods.csv',
    table('id,name,price,fabrics', (at) => [`G${at}`, nameAt(at), at + 5, JSON.stringify(listAt(at))]),
  );
  expect(optionsOf(products[0] as Product).fabrics).toEqual(listAt(0));
});

test('a column of texts that list names and values states details', async () => {
  const { products, said } = await readFrom(
    'goods.csv',
    table('sku,name,price,about_it', (at) => [
      `I${at}`,
      nameAt(at),
      at + 5,
      `Fabric: ${of(WORDS, at)} | Glow Depth: ${of(COLOURS, at)} | Fits in a box`,
    ]),
  );
  expect(said).toContain('texts of names and values with ":" between them');
  expect(optionsOf(products[0] as Product)).toMatchObject({ 'Glow Depth': [of(COLOURS, 0)] });
});

test('styles in the tags of a text are no details', async () => {
  const { said } = await readFrom(
    'goods.csv',
    table('sku,name,price,about_it', (at) => [
      `I${at}`,
      nameAt(at),
      at + 5,
      `<p style="margin: 0; padding: 0; color: red">A ${of(WORDS, at)} thing for room ${at}</p>`,
    ]),
  );
  expect(said).not.toContain('texts of names and values');
});

test('a list of two different things states both', async () => {
  const { products } = await readFrom(
    'memory.csv',
    table('name,price,speed,modules', (at) => [
      nameAt(at),
      at + 50,
      `[${of([4, 5], at)}, ${of([3200, 5600, 6000], at)}]`,
      `[${of([1, 2], at)}, ${of([8, 16], at)}]`,
    ]),
  );
  expect(optionsOf(products[1] as Product)).toEqual({
    'Computer Memory Type': ['DDR5'],
    'Memory Speed': ['5600'],
    'Module Count': ['2'],
    'Module Size (GB)': ['16'],
  });
});

test('a list of as many numbers each, of which nobody knows what they are, is left out', async () => {
  const { products, said } = await readFrom(
    'goods.csv',
    table('id,name,price,glow', (at) => [`G${at}`, nameAt(at), at + 5, `[${at % 3}, ${100 + (at % 7)}]`]),
  );
  expect(said).toContain('which are no values to choose from');
  expect(products[0]?.details).toEqual({});
});

test('tags without fields are values of the fields that alone list them, where nothing else states those', async () => {
  const { products, said } = await readFrom(
    'serums.csv',
    table('id,name,price,skin type,tags', (at) => [
      `S${at}`,
      nameAt(at),
      at + 5,
      of(['Oily', ''], at),
      `${of(['vegan', 'gluten free', 'new'], at)}; dry skin; ${of(['summer', 'winter'], at)}`,
    ]),
  );
  expect(said).toContain('details.tags is "tags"');
  expect(optionsOf(products[1] as Product)).toMatchObject({
    'Skin Type': ['dry skin'],
    'Material Feature': ['gluten free'],
  });
  // One word may be of anything.
  expect(products.some(({ details }) => details.Season !== undefined)).toBe(false);
  expect(optionsOf(products[0] as Product)['Skin Type']).toEqual(['Oily']);
});

test('a description that lists names and values is read for both, and a yes or no goes by its name alone', async () => {
  const { products } = await readFrom(
    'sunglasses.csv',
    table('id,name,price,isPolarized,description', (at) => [
      `S${at}`,
      `${of(['Vella', 'Okram'], at)} Line ${at}`,
      at + 5,
      of(['True', 'False'], at),
      `Shade: ${of(COLOURS, at)}, Fabric: ${of(WORDS, at)}, Doors: ${of(DOORS, at)}`,
    ]),
  );
  expect(products[0]).toMatchObject({
    category: ['sunglasses'],
    description: ['Shade: Red, Fabric: Oak, Doors: Single Door'],
  });
  expect(optionsOf(products[0] as Product)).toEqual({
    Polarized: ['True'],
    Shade: ['Red'],
    Fabric: ['Oak'],
    Doors: ['Single Door'],
  });
});

test('prose with colons in it lists no names and values', async () => {
  const { products } = await readFrom(
    'goods.csv',
    table('id,name,price,colour,description', (at) => [
      `G${at}`,
      nameAt(at),
      at + 5,
      of(COLOURS, at),
      `A lovely piece for the home, made by hand. Note: ships in ${at % 7} days. Made of ${of(WORDS, at)}, Warning: keep away from fire`,
    ]),
  );
  expect(Object.keys(optionsOf(products[0] as Product))).toEqual(['Color']);
});

test('one word of a tag is no value of a field that no column states', async () => {
  const { products } = await readFrom(
    'coffee.csv',
    table('id,name,price,colour,tags', (at) => [
      `C${at}`,
      `${of(WORDS, at)} Mug ${at}`,
      at + 5,
      of(COLOURS, at),
      of(['Coffee, Rose, Modern', 'Manual, Universal, Rose', 'Regular, Cherry, Modern'], at),
    ]),
  );
  for (const product of products)
    for (const field of ['Scent', 'Transmission', 'Plug Type', 'Fit Type'])
      expect(optionsOf(product)).not.toHaveProperty([field]);
});

test.each(['-', '[]', '{}', 'N/A'])('a cell "%s" states nothing, so that a tag may', async (nothing) => {
  const { products } = await readFrom(
    'rugs.csv',
    table('id,name,price,material,season,tags', (at) => [
      `R${at}`,
      `Rug ${at}`,
      at + 5,
      at % 3 === 0 ? nothing : of(WORDS, at),
      of(['Summer', 'Winter', ''], at),
      of(['wool; summer; new', 'cotton; winter; new', 'linen; autumn; new'], at),
    ]),
  );
  expect(optionsOf(products[0] as Product).Material).toEqual(['wool']);
});

test('attributes that one cell lists with an equals sign, parted by commas, are read', async () => {
  const { products } = await readFrom(
    'catalog_product.csv',
    table('sku,name,price,additional_attributes', (at) => [
      `M${at}`,
      nameAt(at),
      `${at + 5}.0000`,
      `color=${of(COLOURS, at)},material=${of(WORDS, at)},weave_count=${at % 4}`,
    ]),
  );
  expect(optionsOf(products[1] as Product)).toMatchObject({ Color: ['Blue'], Material: ['Wool'] });
});

test.each([
  [
    ['16:9', '21:9', '4:3'],
    ['1000:1', '3000:1'],
  ],
  [
    ['1000:1', '3000:1'],
    ['16:9', '21:9', '4:3'],
  ],
])('a ratio is no value with its place behind it: %j and %j', async (ones, others) => {
  const { products } = await readFrom(
    'monitors.csv',
    table('sku,name,price,specs', (at) => [
      ...[`M${at}`, nameAt(at), at + 5],
      `First: ${of(ones, at)} | Second: ${of(others, at)}`,
    ]),
  );
  expect(optionsOf(products[1] as Product)).toMatchObject({ First: [ones[1]], Second: [others[1]] });
});

test('names and values of a table that lost its tags are told apart by the names that come again', async () => {
  const text = (at: number) =>
    `Cadre : Alloy ${of(COLOURS, at)} 6061Poids cadre : NCFourche : ${of(WORDS, at)} Coil / 100mm travelTailles dispo. : S, M, LTige de selle : ${of(WORDS, at + 1)} 3.0`;
  const { products, said } = await readFrom(
    'goods.csv',
    table('id,name,price,fiche', (at) => [`G${at}`, nameAt(at), at + 5, text(at)]),
  );
  expect(said).toContain('product.details.object is "fiche"');
  expect(optionsOf(products[1] as Product)).toEqual({
    Frame: ['Alloy Blue 6061'],
    'Frame Weight': ['NC'],
    Fourche: ['Wool Coil / 100mm travel'],
    'Tailles dispo.': ['S, M, L'],
    'Tige de selle': ['Steel 3.0'],
  });
});

test('lines of names and values are no table that lost its tags', async () => {
  const text = (at: number) =>
    `Frame: Alloy ${of(COLOURS, at)}\nFork: ${of(WORDS, at)} Coil\nSeat Post: ${of(WORDS, at + 1)}\nSaddle: ${of(COLOURS, at + 1)}`;
  const { products } = await readFrom(
    'goods.csv',
    table('id,name,price,fiche', (at) => [`G${at}`, nameAt(at), at + 5, text(at)]),
  );
  expect(optionsOf(products[1] as Product)).toMatchObject({ Frame: ['Alloy Blue'], 'Seat Post': ['Steel'] });
});

test('a list of values of which one in a hundred is half a sentence is parted all the same', async () => {
  const { said } = await readFrom(
    'goods.csv',
    table('id,name,price,blend', (at) => [
      `G${at}`,
      nameAt(at),
      at + 5,
      [...WORDS, ...(at === 7 ? ['a long rest of whatever came out of the drawers of the house'] : [])].join(', '),
    ]),
  );
  expect(said).toContain('parted by ", "');
});

test('objects of which one member names what the only other one that says anything holds are names and values', async () => {
  const cell = (at: number) =>
    JSON.stringify(
      ['Seat depth', 'Seat height', 'Arm height'].map((said, place) => ({
        ...{ DimensionDescription: said, AlternativeDimensionInch: String(18 + ((at + place) % 7) / 2) },
        ...{ WidthInch: '0', HeightInch: at % 40 === 39 ? '24' : '0' },
      })),
    );
  const { products, said } = await readFrom(
    'goods.csv',
    table('id,name,price,more', (at) => [`G${at}`, nameAt(at), at + 5, cell(at)], 60),
  );
  expect(said).toContain('lists of objects with "DimensionDescription" and "AlternativeDimensionInch"');
  expect(optionsOf(products[1] as Product)).toMatchObject({ 'Seat depth': ['18.5'], 'Arm height': ['19.5'] });
});

test('objects of which a member is what somebody gave are no names and values', async () => {
  const cell = (at: number) =>
    JSON.stringify(['Style', 'Comfort', 'Value'].map((of, place) => ({ of, score: 3 + ((at + place) % 5) / 2 })));
  const { said } = await readFrom(
    'goods.csv',
    table('id,name,price,marks', (at) => [`G${at}`, nameAt(at), at + 5, cell(at)], 60),
  );
  expect(said).not.toContain('lists of objects with');
});

test('columns that are numbered within their names are of a known field though they share no values', async () => {
  const { products } = await readFrom(
    'goods.csv',
    table('id,name,price,choice_0_color,choice_1_color', (at) => [
      ...[`G${at}`, nameAt(at), at + 5, of(COLOURS, at), of(['Black', 'White', 3], at)],
    ]),
  );
  expect(valuesOf(products[0] as Product)).toEqual({ Color: ['Red', 'Black'] });
});

test('columns that are numbered within their names are of the field that these end with', async () => {
  const { products, said } = await readFrom(
    'goods.csv',
    table('id,name,price,choice_0_color,choice_1_color', (at) => [
      ...[`G${at}`, nameAt(at), at + 5, of(COLOURS, at), of(COLOURS, at + 1)],
    ]),
  );
  expect(said).not.toContain('left out');
  expect(valuesOf(products[0] as Product)).toEqual({ Color: ['Red', 'Blue'] });
});
