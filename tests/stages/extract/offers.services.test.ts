import { expect, test } from 'vitest';
import type { Product } from '../../../schemas/product.ts';
import { addServices } from '../../../stages/extract/offers.ts';
import { targetContext } from '../../fixtures/targets.ts';

const bag = (services: string[], product: Partial<Product> = {}): Partial<Product> => ({
  title: 'Harbor Tote Bag',
  services,
  ...product,
});

function servicesAsked(products: readonly Partial<Product>[], canSay: (service: string) => boolean = () => true) {
  const context = targetContext({ products });
  addServices(context, canSay);
  return context.collected.features.map(({ type, field, value }) => [type, field, value]);
}
const asked = (...services: string[]) => services.map((service) => ['service_match', 'services', service]);

test('a service that another product of the kind lacks may be asked for', () => {
  expect(servicesAsked([bag(['COD', 'freeShipping']), bag(['COD'])])).toEqual(asked('freeShipping'));
});

test('services come in one order, whatever that of the listing', () => {
  const both = asked('COD', 'freeShipping');
  expect(servicesAsked([bag(['freeShipping', 'COD']), bag([])])).toEqual(both);
  expect(servicesAsked([bag(['COD', 'freeShipping']), bag([])])).toEqual(both);
});

test('a service that everything of the kind comes with tells nothing apart', () => {
  expect(servicesAsked([bag(['COD']), bag(['COD'])])).toEqual([]);
  expect(servicesAsked([bag(['COD'])])).toEqual([]);
});

test('a product of the same shelf is enough to lack it, one of another shelf is not', () => {
  const umbrella = { title: 'Lund Umbrella' };
  expect(servicesAsked([bag(['COD']), bag([], umbrella)])).toEqual(asked('COD'));
  expect(servicesAsked([bag(['COD']), bag([], { ...umbrella, category: ['Garden'] })])).toEqual([]);
});

test('a service without words is not asked for', () => {
  expect(servicesAsked([bag(['COD', 'x-promo-17']), bag([])], (service) => service === 'COD')).toEqual(asked('COD'));
});
