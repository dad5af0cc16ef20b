import type { Catalog } from '../../catalog/index.ts';
import type { DetailNeed } from '../../shopping/intent.ts';
import { formatCount } from '../../text/numbers.ts';
import { productFacts } from './product-facts.ts';

/** The number that most intents need, and in brackets those that need another: "8 facts (review_driven 6)". */
function mostly(needs: readonly DetailNeed[], least: (need: DetailNeed) => number, noun: string): string {
  const byNumber = Map.groupBy(needs, least);
  const [most, ...others] = [...byNumber].sort(([, a], [, b]) => b.length - a.length);
  const exceptions = others.flatMap(([number, same]) => same.map(({ intent }) => `${intent} ${number}`));
  return `${most?.[0]} ${noun}${exceptions.length === 0 ? '' : ` (${exceptions.join(', ')})`}`;
}

const leastDetails = ({ leastDetails = 0 }: DetailNeed) => leastDetails;
const leastFacts = ({ leastFacts = 0 }: DetailNeed) => leastFacts;

/**
 * Writes, as a phrase, the numbers of details, and of facts of any kind, that a product must state before tasks may be
 * about it.
 */
export function needed(needs: readonly DetailNeed[]): string {
  const facts = needs.some((need) => leastFacts(need) > 0)
    ? `, and ${mostly(needs, leastFacts, 'facts')} together with price, rating and number of ratings`
    : '';
  return `${mostly(needs, leastDetails, 'details')}${facts}`;
}

/** A sentence that counts products by how many details they state that a requirement can be about, and says what tasks need. */
export function statedDetails(
  catalog: Catalog,
  asksAbout: (catalog: Catalog, field: string) => boolean,
  needs: readonly DetailNeed[],
): string {
  const enough = Math.max(...needs.flatMap((need) => [leastDetails(need), leastFacts(need)]));
  const products = new Array<number>(enough + 1).fill(0);
  for (const details of productFacts(catalog, (field) => asksAbout(catalog, field)).details)
    products[Math.min(details, enough)]!++;
  const counts = products.flatMap((count, details) => {
    if (count === 0) return [];
    return `${formatCount(count)} with ${details}${details === enough ? ' or more' : ''}`;
  });
  return `products by the number of details that can be asked about: ${counts.join(', ')}; a task needs a product with ${needed(needs)}`;
}
