import type { Catalog } from '../../../catalog/index.ts';
import { canonicalJson } from '../../../schemas/canonical-json.ts';
import type { Product } from '../../../schemas/product.ts';
import type { Report } from '../../../schemas/violation.ts';
import { satisfies, satisfiesTogether } from '../../../shopping/kinds/index.ts';
import { checkEvidence } from '../../../shopping/verify/evidence.ts';
import { repeated } from '../../../shopping/verify/rubric-ids.ts';
import { containsWords } from '../../../text/normalise.ts';
import type { ShoppingbenchSample } from '../sample.ts';
import type { Order } from './order.ts';

/** The targets as the catalog has them; null where one of them is not there, which is reported. */
export function targetsIn(catalog: Catalog, targetIds: readonly string[], report: Report): Product[] | null {
  for (const id of repeated(targetIds)) report('target_misplaced', `the target ${id} is asked for twice`);
  const found = targetIds.flatMap((id) => {
    const product = catalog.productById(id);
    if (product === null) report('unknown_product', `the target ${id} is not in the catalog`);
    return product ?? [];
  });
  return found.length === targetIds.length ? found : null;
}

/** Each target satisfies what is asked of it, all of them what is asked of the order, and the proof quotes them right. */
export function checkTargets(
  { proof, provenance }: ShoppingbenchSample,
  { targets, joint }: Order,
  products: readonly Product[],
  report: Report,
): void {
  for (const [place, { id, phrase, rubrics }] of targets.entries()) {
    const product = products[place] as Product;
    for (const rubric of [...rubrics, phrase]) {
      const verdict = satisfies(product, rubric);
      if (verdict !== 'yes') report('target_fails', `${id} against ${rubric.id}, "${rubric.description}": ${verdict}`);
      checkEvidence(proof.rubrics, rubric, [product], report);
    }
    const { title_span: span, canonical_entity: entity } = phrase;
    if (!product.title.includes(span) || !containsWords(product.title, entity))
      report('entity_ungrounded', `the title of ${id} does not hold "${span}" and "${entity}"`);
  }
  for (const rubric of joint) {
    const verdict = satisfiesTogether(products, rubric);
    if (verdict !== 'yes')
      report('target_fails', `the targets together against ${rubric.id}, "${rubric.description}": ${verdict}`);
    checkEvidence(proof.rubrics, rubric, products, report);
  }
  const raw = products.map(({ id, origin }) => ({ product_id: id, ...origin }));
  if (canonicalJson(provenance.raw) !== canonicalJson(raw))
    report('target_record_differs', 'provenance.raw is not where the catalog has its targets from');
}
