import type { Finding } from '../../schemas/finding.ts';
import type { Product } from '../../schemas/product.ts';
import { categoryNames, titleNames, typeOfCategory } from '../../shopping/nouns/product-type.ts';
import { tokensOf } from '../../text/normalise.ts';
import { defineGate, wholeTask } from '../gate.ts';
import { sameNoun } from './words/same-noun.ts';

const SEPARATOR = ' > ';

const CODE = 'entity_ungrounded';

/**
 * Finds a noun phrase that neither its target's title nor its category holds: each target has exactly one entity rubric, whose
 * span is in one of them character by character, and every word of the phrase is a whole word of the span, unless a lexicon says that this is what the category means. Whether the query says it is the business of `valueUntraced`:
 * another wording can mend that.
 */
export const entityUngrounded = defineGate({
  name: 'anchoring: noun phrase',
  codes: { [CODE]: 'the noun phrase is neither in the title nor in the category' },
  final: true,
  scope: { unit: 'samples', reads: ['noun phrase'], of: wholeTask },
  check: ({ task, targets }) => {
    const entities = task.locked.rubrics.filter((rubric) => rubric.type === 'entity_match');
    const findings: Finding[] = [];
    for (const place of task.targetIds.keys()) {
      const naming = entities.filter(({ target = 0 }) => target === place).length;
      const what = task.targetIds.length === 1 ? 'the product' : `product ${place + 1}`;
      if (naming !== 1)
        findings.push({ code: CODE, path: 'rubrics', detail: `${naming} rubrics name ${what}, expected exactly one` });
    }
    for (const { id, canonical_entity: phrase, title_span: span, target = 0 } of entities) {
      const report = (detail: string) => findings.push({ code: CODE, path: `rubrics.${id}`, rubricId: id, detail });
      const product = targets[target];
      if (product !== undefined && !product.title.includes(span) && !categorySays(product.category, span))
        report(`span "${span}" is neither in the title "${product.title}" nor in its category`);
      const spanWords = tokensOf(span);
      const words = tokensOf(phrase);
      const strange = words.filter((word) => !spanWords.some((other) => sameNoun(word, other)));
      if (words.length === 0) report(`"${phrase}" has no word`);
      if (strange.length > 0 && !isSaidOf(product, phrase))
        report(`"${phrase}" has ${strange.join(', ')}, which "${span}" has not`);
    }
    return findings;
  },
});

/**
 * Tells whether a phrase says what a product's title or category does in other words than its own: a lexicon's, "sofa" of Couches,
 * those for words of another language, or a quotation.
 */
function isSaidOf(product: Product | undefined, phrase: string): boolean {
  if (product === undefined) return false;
  if (titleNames(product.title, phrase)) return true;
  const type = typeOfCategory(product.category);
  if (type === null) return false;
  return (type.noun !== undefined || type.isQuoted === true) && categoryNames(product.category, phrase);
}

/** Tells whether the last category holds a span, or the path ends with it where it spans several. */
function categorySays(category: readonly string[], span: string): boolean {
  const path = category.join(SEPARATOR);
  return span.includes(SEPARATOR) ? path.endsWith(span) : (category.at(-1) ?? '').includes(span);
}
