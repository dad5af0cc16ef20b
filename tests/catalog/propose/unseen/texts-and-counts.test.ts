import { expect, test } from 'vitest';
import type { Product } from '../../../../schemas/product.ts';
import { optionsOf } from '../../../fixtures/read-exports.ts';
import { COLOURS, nameAt, of, readFrom, table, valuesOf, WORDS } from '../../../fixtures/unseen-exports.ts';

const prose = (at: number) =>
  `A thing number ${at} of ${of(WORDS, at)} that we made for a room of ${at + 3} people who like to sit beside it and look at all that it holds, in ${of(COLOURS, at)} light or without.`;

test('texts of many words are a description, whatever their column is called, and lists of sentences are features', async () => {
  const { products, said } = await readFrom(
    'goods.csv',
    table('id,name,price,written,plus', (at) => [
      ...[`G${at}`, nameAt(at), at + 5, prose(at)],
      JSON.stringify([`It stands on ${at} legs of its own`, `You can put ${at + 1} cups on top of it`]),
    ]),
  );
  expect(said).toContain('product.description is "written": the longest texts that differ');
  expect(said).toContain('product.features is "plus": lists of sentences');
  expect(products[0]?.description[0]).toContain('A thing number 0');
});

test('the same warning in every row, and what buyers wrote, are no description', async () => {
  const { said } = await readFrom(
    'goods.csv',
    table('id,name,price,written,review', (at) => [`G${at}`, nameAt(at), at + 5, prose(1), prose(at)]),
  );
  expect(said).not.toContain('product.description');
});

test('numbers of ratings and of reviews in one cell are how many rated it, and stars in words are its rating', async () => {
  const { products } = await readFrom(
    'goods.csv',
    table('id,name,price,Review,Ratings', (at) => [
      ...[`G${at}`, nameAt(at), at + 5, `${at + 1},225 Ratings & ${at + 2} Reviews`],
      at % 5 === 4 ? 'No Rating' : `4.${at % 9} out of 5 stars`,
    ]),
  );
  expect(products[1]).toMatchObject({ ratingCount: 2225, averageRating: 4.1, details: {} });
});

test('a sentence of how many stars how many gave is the rating and its count', async () => {
  const { products } = await readFrom(
    'goods.csv',
    table('id,name,price,Rating', (at) => [
      ...[`G${at}`, nameAt(at), at + 5],
      at % 5 === 4 ? 'No Reviews' : `Rated 4.${at % 9} out of 5 stars based on 1,${200 + at} reviews.`,
    ]),
  );
  expect(products[1]).toMatchObject({ ratingCount: 1201, averageRating: 4.1, details: {} });
  expect(products[4]).toMatchObject({ ratingCount: null, averageRating: null });
});

test('a column called "Feature" that lists what goods are like is their features, also where wide gaps part these', async () => {
  const { products, said } = await readFrom(
    'goods.csv',
    table('id,name,price,Feature', (at) => [
      ...[`G${at}`, nameAt(at), at + 5],
      at % 2 === 0 ? `Box number ${at} of a kind\nKosher\nGluten Free` : `Box number ${at} of a kind   Vegan   Non GMO`,
    ]),
  );
  expect(said).toContain('product.features is "Feature"');
  expect(products.slice(0, 2).map((product) => optionsOf(product)['Material Feature'])).toEqual([
    ['Kosher', 'Gluten Free'],
    ['Vegan', 'Non GMO'],
  ]);
});

test('of two names that say the same the one that is called a title is the name', async () => {
  const { said } = await readFrom(
    'goods.csv',
    table('id,name,Title,price', (at) => [`G${at}`, nameAt(at), nameAt(at), at + 5]),
  );
  expect(said).toContain('product.title is "Title"');
});

test('of two names the shorter is the name where the other says it among more', async () => {
  const { products, said } = await readFrom(
    'goods.json',
    JSON.stringify(
      Array.from({ length: 40 }, (_, at) => ({
        ...{ no: `Q-${at}`, product: `Okram${nameAt(at)} - ${of(COLOURS, at)} ${at + 5},00 kr` },
        ...{ name: nameAt(at), price: `${at + 5},00 kr`, link: `https://www.shop.dk/${at}` },
      })),
    ),
  );
  expect(said).toContain('product.currency is "DKK": addresses of the products end in ".dk"');
  expect(products.map(({ title }) => title)).toContain(nameAt(3));
  expect(products[0]?.priceMinor).not.toBeNull();
});

test('an id of one category, and an id that many rows lack, tell no products apart', async () => {
  const { products } = await readFrom(
    'goods.csv',
    table('category_id,ID,name,price', (at) => [1, at % 4 === 0 ? '-' : `G${at}`, nameAt(at), `Rs.${at + 5},950`]),
  );
  expect(products).toHaveLength(40);
  expect(products.every(({ priceMinor, currency }) => priceMinor !== null && currency === 'INR')).toBe(true);
});

test('a column of what it cost before, or of the price in bare digits, is no detail', async () => {
  const { products } = await readFrom(
    'goods.csv',
    table('id,name,price,instead of,digits', (at) => [
      ...[`G${at}`, nameAt(at), `$${at + 10}.95`, `${at + 10 + (at % 7)}.95`, `${at + 10}95`],
    ]),
  );
  expect((products[1] as Product).details).toEqual({});
});

test('parts that an export numbers at the end of its headers are names and what they name', async () => {
  const { products } = await readFrom(
    'goods.csv',
    table('id,name,price,infoTitle1,infoDescription1,infoTitle2,infoDescription2', (at) => [
      ...[`G${at}`, nameAt(at), at + 5, 'Shape', `<p>${of(['Round', 'Square'], at)}</p>`],
      ...['Base', of(WORDS, at)],
    ]),
  );
  expect(valuesOf(products[1] as Product)).toMatchObject({ Base: ['Wool'] });
  expect(Object.values(valuesOf(products[1] as Product)).flat()).toContain('Square');
});

test('what names of screens say of them is read beside details of names of their own', async () => {
  const { products } = await readFrom(
    'tv.csv',
    table('id,name,price,specs', (at) => [
      `T${at}`,
      `Vella ${of(WORDS, at)} ${at} ${of([80, 138], at)} cm (${of([32, 55], at)} inch) ${of(['QLED', 'OLED'], at)} ${of(['HD Ready', 'Ultra HD (4K)'], at)} Smart TV`,
      at + 99,
      `Launch Year: ${2020 + (at % 4)} | Ports: ${1 + (at % 3)}`,
    ]),
  );
  expect(valuesOf(products[1] as Product)).toMatchObject({
    ...{ 'Screen Size': ['55 inch'], 'Panel Type': ['OLED'], 'Display Resolution': ['4K'], Ports: ['2'] },
  });
});

test('a stand for a screen has no screen of that size', async () => {
  const { products } = await readFrom(
    'stands.csv',
    table('id,name,price', (at) => [
      `T${at}`,
      `Vella ${of(WORDS, at)} Stand ${at} for ${of([32, 55], at)} inch TV`,
      at,
    ]),
  );
  expect(products.every(({ details }) => details['Screen Size'] === undefined)).toBe(true);
});

test('names that few cells of a glued text have end the values before them too', async () => {
  const { products } = await readFrom(
    'goods.csv',
    table('id,name,price,about_it', (at) => [
      ...[`G${at}`, nameAt(at), at + 5],
      `Fabric: ${of(WORDS, at)}Shade: ${of(COLOURS, at)}${at % 4 === 0 ? 'Lining: None' : ''}Shape: ${of(['Round', 'Square'], at)}`,
    ]),
  );
  expect(valuesOf(products[0] as Product)).toMatchObject({ Shape: ['Round'] });
  expect(Object.values(valuesOf(products[0] as Product)).flat()).toContain('Red');
});

test('sections before names are no names', async () => {
  const { products } = await readFrom(
    'goods.csv',
    table('id,name,price,product_detail', (at) => [
      ...[`G${at}`, nameAt(at), at + 5],
      `Build:Base Wood:${of(WORDS, at)},Build:Trim:${of(COLOURS, at)},Use:Room:${of(['Hall', 'Bath'], at)},Use:Folds:${of(['Yes', 'No'], at)}`,
    ]),
  );
  expect(valuesOf(products[1] as Product)).toMatchObject({ 'Base Wood': ['Wool'], Trim: ['Blue'], Folds: ['No'] });
});

test('amounts of which some have the code of a currency and some its sign are all in it', async () => {
  const { products } = await readFrom(
    'goods.csv',
    table('id,name,price', (at) => [`G${at}`, nameAt(at), at % 2 === 0 ? `${at + 5}.99 EUR` : `€${at + 5}.99`]),
  );
  expect(products.map(({ currency, priceMinor }) => [currency, priceMinor]).slice(0, 2)).toEqual([
    ['EUR', 599],
    ['EUR', 699],
  ]);
});

test('the number of the page that a row was found on is no detail', async () => {
  const { products } = await readFrom(
    'goods.csv',
    table('id,name,price,blad', (at) => [`G${at}`, nameAt(at), at + 5, 1 + Math.floor(at / 9)]),
  );
  expect(products.every(({ details }) => Object.keys(details).length === 0)).toBe(true);
});

test('numbered levels of a path are no details, nor is the time of a change, and a short description of a color is one', async () => {
  const { products } = await readFrom(
    'goods.csv',
    table('id,name,price,category,subcategory_1,subcategory_2,changed,color_description', (at) => [
      ...[`G${at}`, nameAt(at), at + 5, of(['Home', 'Garden'], at), of(['Rugs', 'Tubs', 'Mats', 'Pots'], at)],
      ...[of(['Wool Rugs', 'Clay Tubs', 'Jute Mats', 'Iron Pots'], at), `10:${10 + at}:46`],
      `${of(COLOURS, at)} and ${of(COLOURS, at + 1)}, mostly light`,
    ]),
  );
  expect(Object.keys((products[1] as Product).details)).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/category|changed/)]),
  );
  expect(products[1]?.description).toEqual([]);
});

test('lists and texts about other products, sellers and buyers say nothing of the product', async () => {
  const { said } = await readFrom(
    'goods.json',
    JSON.stringify(
      Array.from({ length: 40 }, (_, at) => ({
        ...{ id: `G${at}`, name: nameAt(at), price: at + 5, seller_about: prose(at) },
        also_bought: [`The other ${nameAt(at)} that goes with it`, `One more ${nameAt(at + 1)} for your home`],
        customer_questions: [`Does it fit ${at} people at a table?`, `Is it made of ${of(WORDS, at)} for real?`],
      })),
    ),
  );
  expect(said).not.toMatch(/product\.(features|description)/);
});

test('numbered reviews and pictures are no pairs of a name and a value', async () => {
  const { products } = await readFrom(
    'goods.csv',
    table('id,name,price,reviewTitle1,reviewDescription1,imageTitle1,imageDescription1', (at) => [
      ...[`G${at}`, nameAt(at), at + 5, of(['Poor', 'Good', 'Great'], at), `I liked it ${at} times a lot`],
      ...[of(['Back', 'Front'], at), `seen from ${of(['behind', 'before'], at)}`],
    ]),
  );
  expect(Object.keys(products[0]?.details ?? {})).not.toContain('Poor');
  expect(Object.keys(products[0]?.details ?? {})).not.toContain('Back');
});

test('an option of two values, each once for every product, is an option', async () => {
  const { said } = await readFrom(
    'goods.csv',
    table('sku,parent_id,name,price,size,brand', (at) => [
      ...[`S${at}`, `P${at >> 1}`, nameAt(at >> 1), (at >> 1) + 5, at % 2 === 0 ? 'S' : 'L', of(WORDS, at >> 1)],
    ]),
  );
  expect(said).not.toContain('says what kind of row a row is');
});

test('a dollar sign is of the currency that is spelled beside some amounts', async () => {
  const { said } = await readFrom(
    'goods.csv',
    table('id,name,price', (at) => [`G${at}`, nameAt(at), at % 7 === 0 ? `AUD ${at + 5}.00` : `$${at + 5}.00`]),
  );
  expect(said).toContain('product.currency is "AUD"');
});

test('numbers of ratings in words, but for one text where there are none yet, are how many rated it', async () => {
  const { products, said } = await readFrom(
    'goods.csv',
    table('id,name,price,Number of Ratings', (at) => [
      ...[`G${at}`, nameAt(at), at + 5, at % 2 === 0 ? `${at + 1} ratings` : 'No Ratings'],
    ]),
  );
  expect(said).toContain('product.rating_count is "Number of Ratings"');
  expect(products.slice(0, 2).map(({ ratingCount }) => ratingCount)).toEqual([1, null]);
});

test.each(['likes_count', 'Views', 'clicks'])('how often a page was seen or liked is no detail: %s', async (header) => {
  const { said } = await readFrom(
    'goods.csv',
    table(`id,name,price,${header},tone`, (at) => [`G${at}`, nameAt(at), at + 5, at * 7, of(COLOURS, at)]),
  );
  expect(said).toContain(`left out, says nothing of the product itself: "${header}"`);
});

const lists = (ofEach: (at: number) => number) =>
  table('id,name,price,parts,part_count', (at) => [
    ...[
      `G${at}`,
      nameAt(at),
      at + 5,
      JSON.stringify(Array.from({ length: (at % 9) + 1 }, (_, part) => WORDS[part % 7])),
    ],
    ofEach(at),
  ]);

test('how many another column lists is no detail', async () => {
  const { said } = await readFrom(
    'goods.csv',
    lists((at) => (at % 9) + 1),
  );
  expect(said).toContain('left out, says how many "parts" lists: "part_count"');
});

test('a number that is not how many another column lists stays a detail', async () => {
  const { said } = await readFrom(
    'goods.csv',
    lists((at) => (at % 7) + 1),
  );
  expect(said).toContain('product.details.columns is "part_count"');
});
