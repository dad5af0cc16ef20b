import { expect, test } from 'vitest';
import { serviceUntraced } from '../../../../families/shoppingbench/lint/service-untraced.ts';
import { foundIn, taskWith } from './published-tasks.ts';

const unasked = (query: string, service: string) =>
  foundIn(serviceUntraced, taskWith({ query, products: [{ service: [service] }] }))[0];

test.each([
  ['COD', 'wheels with cash on delivery'],
  ['COD', 'wheels that support pay on delivery'],
  ['COD', 'available with pay-on-delivery'],
  ['COD', 'a set that allows payment upon delivery'],
  ['COD', 'an option that lets me pay with cash when it arrives'],
  ['COD', 'COD please'],
  ['freeShipping', 'it should come with free shipping'],
  ['freeShipping', 'with complimentary shipping'],
  ['freeShipping', 'and free delivery'],
  ['official', 'available on LazMall'],
  ['official', "with LazMall's authenticity and return guarantees"],
  ['official', 'from an official store'],
  ['flashsale', 'on LazFlash'],
  ['flashsale', 'in a flash sale'],
  ['sameDayDelivery', 'with same-day delivery'],
])('%s is asked for by "%s"', (service, query) => {
  expect(unasked(query, service)).toEqual([]);
});

test.each([
  ['COD', 'wheels I can pay for by card on delivery day'],
  ['COD', 'a codfish oil bottle'],
  ['freeShipping', 'with fast shipping, gluten free'],
  ['official', 'the official size of a ball'],
  ['flashsale', 'a flash light for sale'],
  ['sameDayDelivery', 'with delivery'],
])('%s is not asked for by "%s"', (service, query) => {
  expect(unasked(query, service)).toEqual([service]);
});

test('a service that is the name of a method is looked for by its name', () => {
  expect(unasked('wheels', 'constructor')).toEqual(['constructor']);
});
