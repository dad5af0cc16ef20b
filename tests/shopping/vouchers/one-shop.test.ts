import { expect, test } from 'vitest';
import { oneShopMentions } from '../../../shopping/vouchers/one-shop.ts';

const meanings = (text: string) => oneShopMentions(text).map(({ meaning }) => meaning);

test.each([
  ['Everything from one shop.', ['asked']],
  ['It only works if I buy it all from the same STORE.', ['asked']],
  ['I have no car, so one shop it is.', ['asked']],
  ['The items need not come from one shop.', ['denied']],
  ['From any shops, not only one shop.', ['denied']],
  ['From more than one shop.', ['denied']],
  ['From one shop or several.', ['denied']],
  ['I won’t order from more than one shop.', ['open']],
  ['I hate ordering from more than one shop.', ['open']],
  ['It is void if they do not come from the same shop.', ['open']],
  ['I don’t mind if it is one shop.', ['open']],
  ['One shop is fine.', ['open']],
  ['Not one shop but a single seller.', ['denied', 'asked']],
  ['A singular seller and one shopper.', []],
])('%j speaks of one shop as %j', (text, expected) => expect(meanings(text)).toEqual(expected));

test('a mention is the words themselves', () => {
  const text = 'Please, all from the same store.';
  expect(oneShopMentions(text).map(({ start, end }) => text.slice(start, end))).toEqual(['same store']);
});
