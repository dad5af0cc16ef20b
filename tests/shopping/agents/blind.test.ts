import { expect, test } from 'vitest';
import { PopularProducts } from '../../../shopping/agents/blind.ts';
import { productWith } from '../../fixtures/gate-inputs.ts';

test('the best known products come first, by ratings or sales, whatever order they are seen in', () => {
  const products = [
    ...Array.from({ length: 12 }, (_, at) => productWith({ id: `A${at}`, ratingCount: at, soldCount: null })),
    productWith({ id: 'sold', ratingCount: null, soldCount: 99 }),
    productWith({ id: 'unknown', ratingCount: null, soldCount: null }),
  ];
  for (const order of [products, products.toReversed()]) {
    const popular = new PopularProducts();
    for (const product of order) popular.take(product);
    expect(popular.first(3).map(({ id }) => id)).toEqual(['sold', 'A11', 'A10']);
  }
});

test('products that nobody rated come by their ids, whatever order they are seen in', () => {
  const products = Array.from({ length: 12 }, (_, at) =>
    productWith({ id: `P${String(at).padStart(2, '0')}`, ratingCount: null, soldCount: null }),
  );
  for (const order of [products, products.toReversed()]) {
    const popular = new PopularProducts();
    for (const product of order) popular.take(product);
    expect(popular.first(3).map(({ id }) => id)).toEqual(['P00', 'P01', 'P02']);
  }
});
