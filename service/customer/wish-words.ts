import type { Ground, Wish } from '../demands/demand.ts';
import { placeText } from '../demands/speech.ts';
import type { Order } from '../store/schema.ts';
import { calledIn, pairPhrases, productPhrase } from './naming.ts';

/** Names the thing an order of one thing is for. */
export function onlyNoun({ productOf, store }: Ground, { lines: [line, ...more] }: Order): string | null {
  return line === undefined || more.length > 0 ? null : calledIn(store.facts.language, productOf(line.productId));
}

/** Returns what the customer calls the product a wish is about; null where it is about none. */
export const productPhraseOf = ({ product, isProductShown }: Wish, { store, draw }: Ground) =>
  product === undefined ? null : productPhrase(product, store.facts.language, { draw, isShown: isProductShown });

/** Values that stand in what the customer says of a wish. */
export const blanksOf = (wish: Wish, ground: Ground): Record<string, string> => {
  const other = pairOf(wish, ground)?.[1];
  return {
    ...placeText(wish.blanks ?? {}, ground.store.facts.language, countedNoun(wish, ground)),
    ...(other === undefined ? {} : { other_phrase: other }),
  };
};

/** Returns phrases that tell two products of a wish apart; one that a picture shows, or that was ordered, is called by that. */
export function pairOf(
  { product, other, order, isProductShown }: Wish,
  ground: Ground,
): readonly [string | null, string] | null {
  const one = product ?? (order === undefined ? undefined : ground.productOf(order.lines[0]?.productId ?? ''));
  if (one === undefined || other === undefined) return null;
  const [own, others] = pairPhrases([one, other], ground.store.facts.language);
  return [product === undefined || isProductShown === true ? null : own, others];
}

/** Noun of what a wish may count. */
const countedNoun = ({ product, order }: Wish, ground: Ground): string | null =>
  product !== undefined
    ? calledIn(ground.store.facts.language, product)
    : order === undefined
      ? null
      : onlyNoun(ground, order);
