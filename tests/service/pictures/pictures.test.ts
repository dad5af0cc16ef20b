import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { ecombenchTools } from '../../../families/ecombench/desk.ts';
import {
  openPainter,
  type PictureWish,
  pictureLink,
  pictureOf,
  pictureSvg,
  picturesIn,
  pictureText,
} from '../../../service/pictures/index.ts';
import { PICTURE_KINDS } from '../../../service/pictures/kinds/index.ts';
import { eanModules, eanOf } from '../../../service/pictures/kinds/things.ts';
import { wrapped } from '../../../service/pictures/svg.ts';
import { plainly } from '../../../service/policy/index.ts';
import { type Order, Picture, PictureKind } from '../../../service/store/schema.ts';
import { byName, runTool } from '../../../service/tools/tool.ts';
import { smallStore } from '../../fixtures/stores.ts';

const store = smallStore();
const order = [...store.orders.rows()].find(({ state }) => state === 'signed') as Order;
const device = [...store.products.rows()].find(({ faultCodes }) => faultCodes.length > 0);
const wishFor = (kind: PictureKind): PictureWish => ({
  kind,
  userId: order.userId,
  about: kind === 'fault_code' ? { productId: device?.id ?? '' } : { orderId: order.id },
  ...(kind === 'goods' && { says: 'a cracked corner', proves: 'damaged_in_transit' as const }),
});
const made = (kind: PictureKind): Picture => pictureOf(store, wishFor(kind)) as Picture;

test('there is a maker for every kind of picture', () => {
  expect(PICTURE_KINDS.map(({ kind }) => kind).sort()).toEqual([...PictureKind.options].sort());
});

test.each(PictureKind.options)('a picture is a row of the store, and all it shows stands in its text: %s', (kind) => {
  const picture = made(kind);
  expect(Picture.parse(picture)).toEqual(picture);
  const text = pictureText(picture, 'en');
  for (const value of Object.values(picture.facts)) expect(text).toContain(value);
});

test.each(PictureKind.options.filter((kind) => kind !== 'goods'))(
  'all that a picture shows is drawn in it: %s',
  (kind) => {
    const picture = made(kind);
    const svg = pictureSvg(picture, 'en') as string;
    expect(svg).toMatch(/^<svg [^>]+>.*<\/svg>$/);
    const drawn = svg.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
    // Stars and the strips of a display are shapes, a barcode's number stands in groups.
    for (const [name, value] of Object.entries(picture.facts))
      if (!['rating', 'code', 'number'].includes(name))
        for (const word of value.replaceAll('&', '&amp;').split(/[\s;]+/)) expect(drawn, name).toContain(word);
  },
);

test('photographs of goods are described and marked as such, never drawn', () => {
  const picture = made('goods');
  expect(picture).toMatchObject({ described: true, proves: 'damaged_in_transit' });
  expect(pictureSvg(picture, 'en')).toBeNull();
  expect(pictureText(picture, 'en')).toMatch(/^Described, not drawn\./);
});

test('a picture can show the wrong thing: another order than it is sent for', () => {
  const other =
    [...store.orders.rows()].find(({ id, userId }) => userId === order.userId && id !== order.id) ??
    [...store.orders.rows()].find(({ id }) => id !== order.id);
  const picture = pictureOf(store, { ...wishFor('order'), shows: { orderId: other?.id ?? '' } });
  expect(picture).toMatchObject({ orderId: order.id, facts: { order: other?.id } });
});

test('what an order has not yet cannot be shown', () => {
  const unpaid = [...store.orders.rows()].find(({ state }) => state === 'unpaid') as Order;
  for (const kind of ['payment', 'shipping_label'] as const)
    expect(pictureOf(store, { kind, userId: unpaid.userId, about: { orderId: unpaid.id } })).toBeNull();
});

test('names that are markup are drawn as they are written', () => {
  const picture = { ...made('review'), facts: { ...made('review').facts, text: '<b>& "so"</b>\u0000' } };
  expect(pictureSvg(picture, 'en')).toContain('&lt;b&gt;&amp; "so"&lt;/b&gt; <');
});

test('text is broken so that no line is wider than the picture, in both languages', () => {
  expect(wrapped('one two three four', 60, 18)).toEqual(['one', 'two', 'three', 'four']);
  expect(wrapped('江苏省无锡市滨湖区', 60, 18)).toEqual(['江苏省', '无锡市', '滨湖区']);
});

test('a barcode is an EAN-13 of a company’s own range, and its bars follow the standard', () => {
  const number = eanOf('100587535412');
  expect(number).toMatch(/^\d{13}$/);
  // Every second digit counts three times, and with the check digit the sum is a number of tens.
  expect([...number].reduce((sum, digit, at) => sum + Number(digit) * (at % 2 === 0 ? 1 : 3), 0) % 10).toBe(0);
  expect(number.startsWith('2')).toBe(true);
  // The standard's example of a whole symbol.
  expect(eanModules('5901234123457')).toBe(
    '10100010110100111011001100100110111101001110101010110011011011001000010101110010011101000100101',
  );
});

test('an agent that cannot see reads what a picture of the conversation shows', () => {
  const picture = made('review');
  const session = { store, deltas: [], talk: { ...plainly(order.userId), evidence: [picture] } };
  const ask = (history_messages: string) =>
    runTool(
      byName(ecombenchTools('en')),
      session,
      {
        name: 'get_image_info',
        arguments: { summarized_query: 'cashback', needed_query: 'the review', history_messages },
      },
      'own-shop',
    );
  expect(ask(`Here: ${pictureLink(picture)}`).result.pictures).toEqual([
    { link: pictureLink(picture), description: pictureText(picture, 'en') },
  ]);
  expect(ask('Here it is.')).toMatchObject({ isError: true });
  expect(picturesIn('see [Image 1]', [picture])).toHaveLength(1);
});

const painter = await openPainter();
test.skipIf(painter === null)('the same picture has the same bytes as PNG, in both languages', () => {
  const svgs = [pictureSvg(made('order'), 'en'), pictureSvg(made('order'), 'zh')] as string[];
  for (const svg of svgs) {
    const [one, other] = [painter?.png(svg), painter?.png(svg)] as [Buffer, Buffer];
    expect(one.subarray(1, 4).toString()).toBe('PNG');
    expect(hash('sha256', one, 'hex')).toBe(hash('sha256', other, 'hex'));
  }
});
