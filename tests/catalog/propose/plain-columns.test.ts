import { expect, test } from 'vitest';
import { NOUNS, nameAt, of, readFrom, table, valuesOf } from '../../fixtures/unseen-exports.ts';

const first = async (name: string, text: string) => {
  const { products, said } = await readFrom(name, text);
  return { product: products[0], products, said };
};

test('the only column of amounts with a currency beside most of them is the price, whatever it is called', async () => {
  const { product } = await first(
    'goods.csv',
    table('sku,name,list_gbp', (at) => [
      `G${at}`,
      nameAt(at),
      `${at % 9 === 4 ? '' : '£'}${(at * 37) % 400}.${10 + (at % 80)}`,
    ]),
  );
  expect(product).toMatchObject({ priceMinor: 10, currency: 'GBP' });
});

test('a unit price is the price where no other is, and none beside one', async () => {
  const alone = table('sku,name,unit price', (at) => [`G${at}`, nameAt(at), `${at + 1}.50`]);
  const beside = table('sku,name,unit price,price', (at) => [`G${at}`, nameAt(at), `${at + 1}.50`, `${at + 2}.25`]);
  expect((await first('goods.csv', alone)).product?.priceMinor).toBe(150);
  expect((await first('goods.csv', beside)).product?.priceMinor).toBe(225);
});

test('a column of paths is the category, whatever it is called, and a page about each product its description', async () => {
  const { product } = await first(
    'goods.csv',
    table('sku,name,price,aisle,blurb_html', (at) => [
      ...[`G${at}`, nameAt(at), `${at + 1}.50`, `Home > ${of(['Living', 'Hall'], at)} > ${of(NOUNS, at)}s`],
      `<p>The <b>${nameAt(at)}</b> is a thing for a small room of number ${at}.</p><ul><li>light and strong</li></ul>`,
    ]),
  );
  expect(product?.category).toEqual(['Home', 'Living', 'Shelfs']);
  expect(product?.description.join(' ')).toContain('for a small room');
});

test('products that are not live are set aside', async () => {
  const { products, said } = await first(
    'goods.csv',
    table('sku,name,price,live', (at) => [`G${at}`, nameAt(at), `${at + 1}.50`, at % 8 === 3 ? 'N' : 'Y']),
  );
  expect(products).toHaveLength(35);
  expect(said).toContain('product.set_aside is "live"');
});

test('reviews in cells are read by French names too', async () => {
  const rows = Array.from({ length: 20 }, (_, at) =>
    JSON.stringify({
      ...{ ref: `R${at}`, nom: `Robe longue ${at}`, prix: `${at + 20},00 €` },
      avis: [{ etoiles: (at % 5) + 1, texte: 'Très belle coupe, je recommande.' }],
    }),
  );
  const { said } = await first('mode.jsonl', `${rows.join('\n')}\n`);
  expect(said).toContain('product.reviews is "avis"');
});

test('numbers of suppliers and short descriptions are no details, and an abbreviated name is read as its word', async () => {
  const { products } = await readFrom(
    'bikes.csv',
    table('sku,name,brand,price,Features,Short desc,Supplier No,Compat.,Material', (at) => [
      `B${at}`,
      `${nameAt(at)} Lock`,
      of(['Strada', 'Gritline'], at),
      at + 20,
      `Locks ${at} wheels at once and opens with a key. Comes with a holder.`,
      `Lock number ${at % 9} by ${of(['Strada', 'Gritline'], at)}`,
      70000 + (at % 8),
      of(['all racks', 'most frames', 'E-bikes'], at),
      of(['Steel', 'Aluminium'], at),
    ]),
  );
  expect(Object.keys(valuesOf(products[0] as (typeof products)[number])).sort()).toEqual([
    'Brand',
    'Compatibility',
    'Material',
  ]);
});
