import type { Catalog } from '../../catalog/index.ts';
import { lexiconInForce } from '../../lexicon/index.ts';
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

type AsksAbout = (catalog: Catalog, field: string) => boolean;

/** Numbers of usable details by product, counted last of each catalog: families that ask about the same all tell of them. */
const counted = new WeakMap<
  Catalog,
  { readonly by: AsksAbout; readonly under: unknown; readonly details: Uint8Array }
>();

function usableDetails(catalog: Catalog, asksAbout: AsksAbout): Uint8Array {
  let known = counted.get(catalog);
  if (known?.by !== asksAbout || known.under !== lexiconInForce()) {
    const { details } = productFacts(catalog, (field) => asksAbout(catalog, field));
    known = { by: asksAbout, under: lexiconInForce(), details };
    counted.set(catalog, known);
  }
  return known.details;
}

/** The numbers of details, and of facts of any kind, that a task's product must state, as a phrase. */
export function needed(needs: readonly DetailNeed[]): string {
  const facts = needs.some((need) => leastFacts(need) > 0)
    ? `, and ${mostly(needs, leastFacts, 'facts')} together with price, rating and number of ratings`
    : '';
  return `${mostly(needs, leastDetails, 'details')}${facts}`;
}

/** A sentence that counts products by how many details they state that a requirement can be about, and says what tasks need. */
export function statedDetails(catalog: Catalog, asksAbout: AsksAbout, needs: readonly DetailNeed[]): string {
  const enough = Math.max(...needs.flatMap((need) => [leastDetails(need), leastFacts(need)]));
  const products = new Array<number>(enough + 1).fill(0);
  for (const details of usableDetails(catalog, asksAbout)) products[Math.min(details, enough)]!++;
  const counts = products.flatMap((count, details) => {
    if (count === 0) return [];
    return `${formatCount(count)} with ${details}${details === enough ? ' or more' : ''}`;
  });
  return `products by the number of details that can be asked about: ${counts.join(', ')}; a task needs a product with ${needed(needs)}`;
}
