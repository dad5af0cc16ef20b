import { englishExpression } from '../../lexicon/index.ts';
import type { Span } from '../../schemas/finding.ts';
import { hasDenialBefore, isDenied, isRefusedBefore } from '../../text/denials.ts';
import { sentenceAt } from '../../text/voucher-roles.ts';

/** "one shop", "the same store", "a single seller", "all from one place". */
const ONE_SHOP = englishExpression('one shop: one shop', 'giu');

const MORE_THAN = englishExpression('one shop: more than', 'iu');
/** "from one shop or several" leaves the shop open; "one shop or seller" does not. */
const OR_SEVERAL = englishExpression('one shop: or several', 'iu');
const EITHER_WAY = englishExpression('one shop: either way', 'iu');
const IS_FINE = englishExpression('one shop: is fine', 'iu');

/** One place that speaks of one shop. `open`: it cannot be told whether that is asked for. */
interface OneShopMention extends Span {
  readonly meaning: 'asked' | 'denied' | 'open';
}

function meaningAt(text: string, span: Span): OneShopMention['meaning'] {
  const sentence = sentenceAt(text, span.start);
  const before = text.slice(sentence.start, span.start);
  const after = text.slice(span.end, sentence.end);
  // "more than one shop" asks for one only where it is turned down, whatever the words of that.
  if (MORE_THAN.test(before))
    return hasDenialBefore(text, span.start) || isRefusedBefore(text, span.start) ? 'open' : 'denied';
  if (OR_SEVERAL.test(after) || isDenied(text, span)) return 'denied';
  return EITHER_WAY.test(before) || IS_FINE.test(after) || hasDenialBefore(text, span.start) ? 'open' : 'asked';
}

/** Every place of a text that speaks of one shop, with what it says of it. */
export const oneShopMentions = (text: string): OneShopMention[] =>
  [...text.matchAll(ONE_SHOP)].map(({ 0: words, index }) => {
    const span = { start: index, end: index + words.length };
    return { ...span, meaning: meaningAt(text, span) };
  });
