import { expect, test } from 'vitest';
import type { Catalog } from '../../../catalog/index.ts';
import { MentionRules } from '../../../catalog/text-stated/rules.ts';
import { vocabularyOf } from '../../../catalog/text-stated/vocabulary.ts';
import { hasReal, labelledCatalog, labelsIn } from '../../fixtures/labelled-catalogs.ts';
import { witness } from '../../fixtures/mention-witness.ts';

/** Values that titles of a catalog are taken to state, as "id field = value". */
function mentionsOf(catalog: Catalog): string[] {
  const products = [...catalog.products()].map(({ product }) => product);
  const fields = catalog.fieldCounts().map(({ name, products: stating }) => ({
    name,
    products: stating,
    values: catalog.valuesOf(name).map((value, term) => ({ term, ...value })),
  }));
  const rules = new MentionRules(vocabularyOf(fields));
  for (const product of products) witness(rules, product);
  rules.settle();
  return products.flatMap((product) =>
    rules.trustedIn(product.title, product).map(({ value: { field, norm } }) => `${product.id} ${field} = ${norm}`),
  );
}

test.skipIf(!hasReal)(
  'of the values that were read in titles of four catalogs 98 % are said of the product',
  async () => {
    let [read, wrong] = [0, 0];
    for (const name of ['electronics', 'fashion', 'marketplace', 'bundled']) {
      const labels = labelsIn('mention-labels.yaml', name);
      const found = mentionsOf(await labelledCatalog(name)).filter((mention) => labels.has(mention));
      read += found.length;
      wrong += found.filter((mention) => labels.get(mention) === false).length;
    }
    expect(read).toBeGreaterThanOrEqual(500);
    expect(wrong / read).toBeLessThanOrEqual(0.02);
  },
  480_000,
);
