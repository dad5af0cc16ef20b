import { formIn, twinOf } from '../../../catalog/index.ts';
import { chance, shuffled } from '../../../schemas/draw.ts';
import type { Product } from '../../../schemas/product.ts';
import { haveValue } from '../../../shopping/kinds/index.ts';
import { MOST_SILENCE } from '../../../shopping/learned/shelf-talk.ts';
import { isUnaskedOf } from '../../../shopping/plausibility/unasked-of.ts';
import { areNear } from '../../../shopping/shop-lexicon/near-values.ts';
import { titleNames } from '../../../stages/extract/fact-collector.ts';
import type { Shortfall, TargetContext } from '../../../stages/extract/index.ts';
import { findMentions } from '../../../text/mentions.ts';
import { ownValue } from '../../../text/own-value.ts';

/** Fields a task may exclude values of; its split takes one of them. */
const MOST_EXCLUSIONS = 4;
/** Each of them has to be read. */
const MOST_RIVALS = 8;

/** A rival, and the fields of the target's facts whose values it does not have. */
interface Rival {
  readonly product: Product;
  readonly differing: ReadonlySet<string>;
}

/** A value that may be excluded, and what speaks for it. */
interface Excludable {
  readonly display: string;
  /** In how many other fields the rival that comes closest to the target differs from it. */
  readonly distance: number;
  /** Number of rivals that have it. */
  readonly count: number;
}

/**
 * Excludes values that the target's closest rivals have and it has not. Fields come first in which a rival differs from
 * it that is like it in nearly everything else: only the exclusion then keeps that one out.
 */
export function addExclusions(context: TargetContext): Shortfall | null {
  const { collected, product, draw, dependencies } = context;
  /** A value as it is written, a maker in small letters as titles have it. */
  const nameOf = (field: string, display: string) =>
    field === 'Brand' ? dependencies.answerSets.asTitled(display) : display;
  const fields = Object.keys(product.details).filter((field) => dependencies.fieldUse(field)?.negative);
  const rivals = closestRivals(context);
  const found = shuffled(draw, 'exclusion fields', fields)
    .flatMap((field) => {
      const wanted = chance(draw, `two of ${field}`, 0.5) ? 2 : 1;
      const values = valuesOf(rivals, field, wanted, context);
      if (values.length === 0) return [];
      const { distance, display } = values[0] as Excludable;
      if (isUnaskedOf(collected.entity.phrase, field, display)) return [];
      const silence = dependencies.shelfTalk.on(product, field, display).silence;
      return silence > MOST_SILENCE ? [] : { field, values, distance, silence };
    })
    .sort((a, b) => a.distance - b.distance || a.silence - b.silence)
    .slice(0, MOST_EXCLUSIONS);
  if (found.length === 0) {
    return {
      code: 'no_exclusion',
      detail: `${rivals.length} rivals share the noun phrase; none has another value of ${fields.join(', ') || 'any field'}`,
    };
  }
  for (const [place, { field, values, silence }] of [...found.entries()].reverse()) {
    collected.addCentral({
      type: 'negative_attribute',
      field: `details.${field}`,
      value: values.map(({ display }) => nameOf(field, display)),
      sources: ['query', 'persona'],
      implicit: false,
      required: place === 0,
      ...(silence === 0 ? {} : { silence }),
    });
  }
  return null;
}

/** Up to `wanted` values of a field that rivals state and the target does not, those of the closest rivals first. */
function valuesOf(
  rivals: readonly Rival[],
  field: string,
  wanted: number,
  { product, dependencies: { judged } }: TargetContext,
): Excludable[] {
  const stated = statedBy(product, field);
  const own = new Set(stated.map((option) => formIn(field, option)));
  const values = new Map<string, Excludable & { readonly statedBy: Product }>();
  for (const { product: rival, differing } of rivals) {
    const distance = differing.size - Number(differing.has(field));
    for (const display of ownValue(rival.details, field)?.options ?? []) {
      const form = formIn(field, display);
      if (haveValue(own, form) || stated.some((option) => areNear(field, option, display))) continue;
      const seen = values.get(form) ?? { display, distance, count: 0, statedBy: rival };
      values.set(form, { ...seen, distance: Math.min(seen.distance, distance), count: seen.count + 1 });
    }
  }
  const found: Excludable[] = [];
  const inOrder = [...values].sort(
    ([a, x], [b, y]) => x.distance - y.distance || y.count - x.count || (a < b ? -1 : 1),
  );
  for (const [, value] of inOrder) {
    if (found.length === wanted) break;
    const isFact = () =>
      judged(value.statedBy).kept.some((kept) => kept.field === field && kept.option === value.display);
    if (!namesValue(product, field, value.display) && isFact()) found.push(value);
  }
  return found;
}

/** True when the target's title or what it states of the field names the value: a shopper would take it for one. */
const namesValue = (product: Product, field: string, value: string) =>
  titleNames(product, field, value) ||
  statedBy(product, field).some((text) => findMentions(text, value, field).length > 0);

/** Options that a product states for a field, and for the one that says the same. */
const statedBy = ({ details }: Product, field: string): readonly string[] =>
  [field, twinOf(field) ?? []].flat().flatMap((one) => ownValue(details, one)?.options ?? []);

/** A few products of the same noun phrase and main category, those that share most details with the target first. */
function closestRivals({
  collected,
  product,
  row,
  dependencies: { catalog, answerSets, judged, fieldUse },
}: TargetContext): Rival[] {
  const usable = judged(product).kept.filter(({ field }) => fieldUse(field) !== undefined);
  const facts = [...Map.groupBy(usable, ({ field }) => field)].map(([field, kept]) => ({
    field,
    forms: new Set(kept.map(({ option }) => formIn(field, option))),
  }));
  const { mainCategory } = catalog.numericColumns();
  // A noun phrase that a category says may name products of other main categories too: nobody takes one for the other.
  const near = answerSets
    .closest(collected.entity.phrase, usable, row, MOST_RIVALS)
    .filter((rival) => mainCategory[rival] === mainCategory[row]);
  return near.map((rival) => {
    const other = catalog.productByRow(rival);
    const shares = (field: string, forms: ReadonlySet<string>) =>
      (ownValue(other.details, field)?.options ?? []).some((option) => forms.has(formIn(field, option)));
    const differing = new Set(facts.flatMap(({ field, forms }) => (shares(field, forms) ? [] : field)));
    return { product: other, differing };
  });
}
