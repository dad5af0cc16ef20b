import { expect, test } from 'vitest';
import type { Product } from '../../../../schemas/product.ts';
import { optionsOf } from '../../../fixtures/read-exports.ts';
import { COLOURS, FRIDGES, nameAt, of, readFrom, table, WORDS } from '../../../fixtures/unseen-exports.ts';

test.each(['average_customer_rating', 'avg_stars', 'rating_avg', 'avg_review_score', 'aggregate_rating'])(
  'a column called %s says no more than that buyers rated',
  async (name) => {
    const { products } = await readFrom(
      'chairs.csv',
      table(`sku,title,price,${name}`, (at) => [`C${at}`, nameAt(at), at + 5, (at % 5) + 1]),
    );
    expect(products[1]?.averageRating).toBe(2);
  },
);

test('what somebody scored for a purpose is no rating of buyers', async () => {
  const { said } = await readFrom(
    'chairs.csv',
    table('sku,title,price,style_score', (at) => [`C${at}`, nameAt(at), at + 5, at % 5]),
  );
  expect(said).not.toContain('product.rating is');
});

test('ratings are read where most rows say in the same words that there are none', async () => {
  const { products } = await readFrom(
    'goods.csv',
    table('id,name,price,product rating', (at) => [`G${at}`, nameAt(at), at + 5, at % 3 === 0 ? 4.5 : 'Not rated yet']),
  );
  expect(products.slice(0, 2).map(({ averageRating }) => averageRating)).toEqual([4.5, null]);
});

test('a price that two columns state is told with the values of each', async () => {
  const { said } = await readFrom(
    'goods.csv',
    table('id,name,sale price,regular price', (at) => [
      `G${at}`,
      nameAt(at),
      at % 4 === 0 ? `${at + 5}.49` : '',
      `${at + 7}.99`,
    ]),
  );
  expect(said).toContain(
    'named like a price; 100 % of 10 values of "sale price" and 100 % of 40 values of "regular price" are amounts; the first that states one',
  );
});

test('a price is read where many rows have the same words in the place of one', async () => {
  const { products } = await readFrom(
    'goods.csv',
    table('id,name,price,category', (at) => [
      `G${at}`,
      nameAt(at),
      at % 2 === 0 ? `$${at + 5}.00` : 'No price',
      'Home',
    ]),
  );
  expect(products.slice(0, 2).map(({ priceMinor }) => priceMinor)).toEqual([500, null]);
});

test('of a price and what it was before, in one cell, the first is what people pay', async () => {
  const { products } = await readFrom(
    'goods.csv',
    table('id,name,price,category', (at) => [`G${at}`, nameAt(at), `1.${100 + at},99€ before 2.100,21€`, 'Home']),
  );
  expect(products[0]).toMatchObject({ priceMinor: 110_099, currency: 'EUR' });
});

test('what a shop offers beside a product, and how many variants and pictures it has, are no details', async () => {
  const { said } = await readFrom(
    'goods.csv',
    table('id,name,price,offer,coupon,total_variants,gallery_count,stripe_price_id', (at) => [
      ...[`G${at}`, nameAt(at), at + 5, at % 5, at % 2 === 0 ? 'Free mug' : 'None yet', at % 7, at % 3],
      `price_1Rp${at % 6}fCHc1`,
    ]),
  );
  for (const column of ['offer', 'coupon', 'total_variants', 'gallery_count', 'stripe_price_id'])
    expect(said).not.toContain(`details.columns is "${column}"`);
});

test('what is called a price and holds none is left out, and the rest is read', async () => {
  const { products, said } = await readFrom(
    'goods.csv',
    table('id,name,price,category,colour', (at) => [`G${at}`, nameAt(at), `About ${at} EUR`, 'Home', of(COLOURS, at)]),
  );
  expect(said).toContain(
    'left out, named like a price, but 40 of 40 values are no amounts, such as "About 0 EUR": "price"',
  );
  expect(products[0]).toMatchObject({ priceMinor: null, title: 'Oak Shelf 0' });
});

test.each([
  ['energy rating', ['A+', 'B', 'C']],
  ['IP rating', ['67', '68', '54']],
  ['content rating', ['PG', 'R', 'G']],
  ['nota', ['floral', 'citrus', 'woody']],
])('what is called a rating and holds no stars is a detail: %s', async (column, values) => {
  const { products } = await readFrom(
    'goods.csv',
    table(`id,name,price,${column}`, (at) => [`G${at}`, nameAt(at), at + 5, of(values, at)]),
  );
  expect(Object.values(optionsOf(products[1] as Product))).toContainEqual([values[1]]);
});

test('columns of the prices of days are left out, and the table has a header all the same', async () => {
  const days = ['21/10/21', '25/10/21', '26/10/21', '28/10/21', '29/10/21', '02/11/21'];
  const { products, said } = await readFrom(
    'laptops.csv',
    table(`id,name,price,today,colour,${days.join(',')}`, (at) => [
      `L${at}`,
      nameAt(at),
      at + 500,
      at + 500 + 5 * 7,
      of(COLOURS, at),
      ...days.map((_, day) => at + 500 + day * 7),
    ]),
  );
  expect(said).toContain('left out, what a day had: "21/10/21", "25/10/21"');
  expect(optionsOf(products[0] as Product)).toEqual({ Color: ['Red'] });
});

test.each([
  ['https://www.tienda.cl/p/', '', 'CLP'],
  ['https://www.tienda.com.mx/p/', '$', 'MXN'],
  ['https://www.shop.co.uk/p/', '£', 'GBP'],
  ['https://www.shop.com/p/', '', 'USD'],
  ['https://www.shop.io/p/', '', 'USD'],
])('prices without a code are in the currency of the country of their shop: %s%s', async (address, sign, currency) => {
  const { products } = await readFrom(
    'goods.csv',
    table('id,name,price,url', (at) => [`G${at}`, nameAt(at), `${sign}${at + 5000}`, `${address}${at}`]),
  );
  expect(products[0]?.currency).toBe(currency);
});

test('a country is where a product comes from, unless each has a currency of its own', async () => {
  const countries = ['France', 'Italy', 'Spain'];
  const wine = await readFrom(
    'wine.csv',
    table('id,name,price,country', (at) => [`G${at}`, nameAt(at), at + 5, of(countries, at)]),
  );
  expect(optionsOf(wine.products[1] as Product)).toEqual({ 'Country of Origin': ['Italy'] });
  const market = await readFrom(
    'goods.csv',
    table('id,name,price,currency,country', (at) => [
      `G${at}`,
      nameAt(at),
      at + 5,
      of(['MYR', 'PHP', 'SGD'], at),
      of(['Malaysia', 'Philippines', 'Singapore'], at),
    ]),
  );
  expect(market.said).toContain('the market that a product is sold in, as its currency says: "country"');
  expect(market.products[1]?.details).toEqual({});
});

test('a count that says what it counts is a number of ratings', async () => {
  const { products } = await readFrom('refrigerators.csv', FRIDGES);
  expect(products[0]?.ratingCount).toBe(1200);
});

test('how many gave how many stars is no detail, and where a price is one does not make it another thing', async () => {
  const { products } = await readFrom(
    'lamps.csv',
    table('id,name,Price in India,1 Stars,5 Stars,colour', (at) => [
      `L${at}`,
      nameAt(at),
      `₹${900 + at}`,
      at % 7,
      20 + (at % 9),
      of(COLOURS, at),
    ]),
  );
  expect(products[1]).toMatchObject({ priceMinor: 90_100, currency: 'INR' });
  expect(Object.keys(optionsOf(products[1] as Product))).toEqual(['Color']);
});

test.each(['cents', 'points', 'karats'])('a lone price in %s is no price in money', async (unit) => {
  const { products } = await readFrom(
    'lamps.csv',
    table(`id,name,price_in_${unit},colour`, (at) => [`L${at}`, nameAt(at), 2099 + at, of(COLOURS, at)]),
  );
  expect(products[0]?.priceMinor ?? null).toBeNull();
});

test('a column that is named for a currency alone holds the price', async () => {
  const { products } = await readFrom(
    'coffee.csv',
    table('id,name,100g_USD,roast', (at) => [`C${at}`, nameAt(at), at + 5.5, of(COLOURS, at)]),
  );
  expect(products[0]).toMatchObject({ priceMinor: 550, currency: 'USD' });
});

test('the currency that a column is named for is that of its amounts', async () => {
  const { products } = await readFrom(
    'lamps.csv',
    table('id,name,EUR,colour', (at) => [`L${at}`, nameAt(at), at + 5.5, of(COLOURS, at)]),
  );
  expect(products[0]).toMatchObject({ priceMinor: 550, currency: 'EUR' });
});

test.each(['Cup', 'TOP', 'per cup'])(
  'a column named "%s" is none of a currency, though its name is a code',
  async (name) => {
    const { products } = await readFrom(
      'makers.csv',
      table(`id,name,${name},colour`, (at) => [`C${at}`, nameAt(at), 1 + at, of(COLOURS, at)]),
    );
    expect(products[0]?.priceMinor ?? null).toBeNull();
  },
);

test('each row is in the currency whose sign stands in it', async () => {
  const { products } = await readFrom(
    'lamps.csv',
    table('id,name,price,currency', (at) => [`L${at}`, nameAt(at), at + 5, of(['€', '$', '£'], at)]),
  );
  expect(products.slice(0, 3).map(({ currency }) => currency)).toEqual(['EUR', 'USD', 'GBP']);
});

test.each([
  ['TL', 'TRY'],
  ['грн.', 'UAH'],
  ['Euro', 'EUR'],
  ['Dhs', 'MAD'],
])('a column of currencies may call them as shops write them: %s', async (word, code) => {
  const { products } = await readFrom(
    'lamps.csv',
    table('id,name,price,currency', (at) => [`L${at}`, nameAt(at), at + 5, word]),
  );
  expect(products[0]?.currency).toBe(code);
});

test('a currency is not assumed as if nothing stated one where a column has words for it', async () => {
  const { said } = await readFrom(
    'lamps.csv',
    table('id,name,price,currency', (at) => [`L${at}`, nameAt(at), at + 5, of(['Local money', 'Shells'], at)]),
  );
  expect(said).toContain(
    '"USD": assumed, for "currency" holds "Local money", which is no code of a currency; correct it here',
  );
});

test('of two prices as clearly named the first is read, and the other one is named beside it', async () => {
  const { products, said } = await readFrom(
    'lamps.csv',
    table('id,name,first_price,last_price', (at) => [`L${at}`, nameAt(at), at + 5, at + 9]),
  );
  expect(products[0]?.priceMinor).toBe(500);
  expect(said).toContain('"last_price" holds other amounts');
});

test('rows without a currency are in that of most, and signs are read', async () => {
  const { products, said } = await readFrom(
    'lamps.csv',
    table('id,name,price,currency', (at) => [
      `L${at}`,
      nameAt(at),
      at + 5,
      of([...Array(8).fill('GBP'), '', 'USD'], at),
    ]),
  );
  expect(products.slice(7, 10).map(({ currency }) => currency)).toEqual(['GBP', 'GBP', 'USD']);
  expect(said).toContain('rows that have none are taken for GBP, as most are');
  const mixed = await readFrom(
    'lamps.csv',
    table('id,name,price,currency', (at) => [`L${at}`, nameAt(at), at + 5, of(['GBP', '', 'USD'], at)]),
  );
  expect(mixed.said).not.toContain('rows that have none');
  const signs = await readFrom(
    'lamps.csv',
    table('id,name,price,currency', (at) => [`L${at}`, nameAt(at), at + 5, '£']),
  );
  expect(signs.products[0]?.currency).toBe('GBP');
});

test('votes beside a rating are how many rated, and of stores that sell a thing nobody asks', async () => {
  const { products } = await readFrom(
    'lamps.csv',
    table('id,name,price,rating,votes,stores', (at) => [
      ...[`L${at}`, nameAt(at), at + 5, 3 + (at % 3) / 2, 10 + at, at % 9],
    ]),
  );
  expect(products[1]).toMatchObject({ ratingCount: 11, details: {} });
});

test('decimals behind a comma count in a column of few whole parts where another column has them so', async () => {
  const { products } = await readFrom(
    'games.csv',
    table('id,name,price,weight average,complexity average', (at) => [
      ...[`G${at}`, nameAt(at), at + 5, `${at},0${at % 9}`, `${1 + (at % 4)},0${at % 7}`],
    ]),
  );
  expect(products[1]?.details['complexity average']?.options).toEqual(['2.01']);
});

test('prices are read where most products are sold out and cost nothing, and offers where there are some', async () => {
  const { products } = await readFrom(
    'goods.csv',
    table('id,title,price,promo_price', (at) => [
      `G${at}`,
      nameAt(at),
      at % 6 === 0 ? 900 + at : 0,
      at % 12 === 0 ? 700 + at : 0,
    ]),
  );
  const prices = [0, 1, 6].map((at) => products.find(({ id }) => id === `G${at}`)?.priceMinor);
  expect(prices).toEqual([70_000, null, 90_600]);
});

test.each(['No', 'yes'])('words in the place of an offer leave the price: %s', async (word) => {
  const { products } = await readFrom(
    'goods.csv',
    table('id,name,price,sale_price', (at) => [`G${at}`, nameAt(at), at + 15, at % 5 === 0 ? `${at + 5}` : word]),
  );
  expect(products.slice(0, 2).map(({ priceMinor }) => priceMinor)).toEqual([500, 1600]);
});

test.each([['what is said of taxes', (at: number) => `€${200 + at},99 Incl. btw`, 20099, 'EUR']])(
  'a price is read with %s behind it',
  async (_, priced, minor, currency) => {
    const { products } = await readFrom(
      'goods.csv',
      table('id,name,price', (at) => [`G${at}`, nameAt(at), priced(at)]),
    );
    expect(products[0]).toMatchObject({ priceMinor: minor, currency });
  },
);

test.each(['Fcfa', 'FCFA', 'CFA', 'F CFA', 'F\u202fCFA'])(
  'a price in francs is read with %j behind it',
  async (letters) => {
    const { products } = await readFrom(
      'goods.csv',
      table('id,name,price', (at) => [`G${at}`, nameAt(at), `${12 + at} 000 ${letters}`]),
    );
    expect(products[0]).toMatchObject({ priceMinor: 12_000, currency: 'XOF' });
  },
);

test.each([
  [1_200_000, null],
  [1200, 120_000],
])(
  'a price of %i that nothing says the currency of is in dollars only where they may be so many',
  async (from, minor) => {
    const { products, said } = await readFrom(
      'goods.csv',
      table('id,name,price', (at) => [`G${at}`, nameAt(at), from + at * 1000]),
    );
    expect(products[0]?.priceMinor).toBe(minor);
    expect(said.includes('amounts that are too high for USD')).toBe(minor === null);
  },
);

test.each([
  ['pianos.csv', 'Grand'],
  ['goods.csv', 'Diver Watch'],
])('prices of goods that cost a fortune are dollars where they are high: in %s, called "%s"', async (file, goods) => {
  const { products } = await readFrom(
    file,
    table('id,name,price', (at) => [`G${at}`, `${of(WORDS, at)} ${goods} ${at}`, 150_000 + at * 1000]),
  );
  expect(products[0]).toMatchObject({ priceMinor: 15_000_000, currency: 'USD' });
});

test('watches of which some cost as little as a strap are in no dollars where most cost more than 100,000', async () => {
  const { products } = await readFrom(
    'watches.csv',
    table('id,name,price', (at) => [`G${at}`, `${of(WORDS, at)} Watch ${at}`, at % 4 === 0 ? 25_000 : 350_000 + at]),
  );
  expect(products[1]?.priceMinor).toBeNull();
});

test('what a price was is no detail, though its header is one word', async () => {
  const { products, said } = await readFrom(
    'goods.csv',
    table('id,name,price,oldprice,colour', (at) => [`G${at}`, nameAt(at), at + 5, at + 9, of(COLOURS, at)]),
  );
  expect(said).toContain('left out, another amount of money: "oldprice"');
  expect(Object.keys(optionsOf(products[0] as Product))).not.toContain('oldprice');
});

test('addresses of pictures tell no currency beside those of pages', async () => {
  const said = async (page: string) =>
    (
      await readFrom(
        'goods.csv',
        table('id,name,price,picture,page', (at) => [
          ...[
            `G${at}`,
            nameAt(at),
            at + 5,
            `https://cdn.shop.com.br/${at}.png?v=1`,
            page === '' ? '' : `${page}/p/${at}`,
          ],
        ]),
      )
    ).said;
  expect(await said('https://shop.example.com')).not.toContain('BRL');
  expect(await said('')).toContain('product.currency is "BRL"');
});

test('bare prices are in the currency that texts say the same amounts in, whatever other money these speak of', async () => {
  const { said } = await readFrom(
    'goods.csv',
    table('id,name,price,description', (at) => [
      ...[`G${at}`, nameAt(at), at + 305],
      `Buy ${nameAt(at)} for Rs.${at + 305} online and save $5 on the next order, at best prices only here`,
    ]),
  );
  expect(said).toContain('product.currency is "INR"');
});

test('money in texts that is not the price says nothing of its currency', async () => {
  const { said } = await readFrom(
    'goods.csv',
    table('id,name,price,description', (at) => [
      ...[`G${at}`, nameAt(at), at + 305],
      `Buy ${nameAt(at)} and save Rs.${at + 5} on your next order, which is shipped within a week`,
    ]),
  );
  expect(said).toContain('product.currency is "USD": assumed');
});

test('a price that its header says is one in a country is in the currency of that', async () => {
  const { products } = await readFrom(
    'lamps.csv',
    table('id,name,Price in India,colour', (at) => [`L${at}`, nameAt(at), 900 + at, of(COLOURS, at)]),
  );
  expect(products[0]).toMatchObject({ priceMinor: 90_000, currency: 'INR' });
});

test.each(['K', 'L', 'R'])(
  'amounts with the letter %s, in a column that is called no price, are none',
  async (letter) => {
    const { products } = await readFrom(
      'lamps.csv',
      table('id,name,shine,colour', (at) => [
        `L${at}`,
        nameAt(at),
        `${2700 + 100 * (at % 9)}${letter}`,
        of(COLOURS, at),
      ]),
    );
    expect(products[0]?.priceMinor ?? null).toBeNull();
  },
);

test('a dollar sign under Spanish headers is that of the peso, which the proposal says it assumes', async () => {
  const { products, said } = await readFrom(
    'lamparas.csv',
    table('id,nombre,precio,color,marca', (at) => [
      `L${at}`,
      nameAt(at),
      `$${900 + at}.50`,
      of(['rojo', 'azul'], at),
      of(WORDS, at),
    ]),
  );
  expect(products[0]).toMatchObject({ priceMinor: 90_050, currency: 'MXN' });
  expect(said).toContain('assumed, for columns have names in a language');
});

test.each(['rating_100', 'rating (out of 5)', 'screen_price_ratio'])(
  'what was reckoned from ratings or prices is no detail: %s',
  async (header) => {
    const { products } = await readFrom(
      'lamps.csv',
      table(`id,name,price,${header},colour`, (at) => [
        `L${at}`,
        nameAt(at),
        900 + at,
        1.5 + (at % 9),
        of(COLOURS, at),
      ]),
    );
    expect(Object.keys(optionsOf(products[0] as Product))).toEqual(['Color']);
  },
);
