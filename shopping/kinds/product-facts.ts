import { formIn } from '../../catalog/index.ts';
import { onLexicon } from '../../lexicon/index.ts';
import type { Detail, Product } from '../../schemas/product.ts';
import { holdsAmount, mayLieInRange } from '../../text/measure.ts';
import { ownValue } from '../../text/own-value.ts';

const DETAIL_PREFIX = 'details.';

/** The canonical detail field a rubric field names, or null for top-level fields. */
export function detailFieldOf(field: string): string | null {
  return field.startsWith(DETAIL_PREFIX) ? field.slice(DETAIL_PREFIX.length) : null;
}

/** The field a rubric is about, without `details.`. */
export const fieldNameOf = ({ field }: { readonly field: string }): string => detailFieldOf(field) ?? field;

/** A requirement of a detail field. */
interface DetailAsked {
  /** Canonical; null for a top-level field. */
  readonly field: string | null;
  /** The comparison forms of the values that it names. */
  readonly forms: readonly string[];
}

// Answer sets put the same requirement to each product, and to each product the same requirements.
let asked = new WeakMap<object, DetailAsked>();
let stated = new WeakMap<Detail, ReadonlySet<string>>();
onLexicon(() => {
  asked = new WeakMap();
  stated = new WeakMap();
});

/** The detail field a requirement is about, and the comparison forms of the values it names. */
export function detailAsked(requirement: {
  readonly field: string;
  readonly expected_value: string | readonly string[];
}): DetailAsked {
  let detail = asked.get(requirement);
  if (detail === undefined) {
    const forms = [requirement.expected_value].flat().map((value) => formIn(fieldNameOf(requirement), value));
    detail = { field: detailFieldOf(requirement.field), forms };
    asked.set(requirement, detail);
  }
  return detail;
}

const NOTHING: ReadonlySet<string> = new Set();

/** The comparison forms of a product's options for a detail field; empty where the product does not state it. */
export function formsStated({ details }: Product, field: string | null): ReadonlySet<string> {
  const detail = field === null ? undefined : ownValue(details, field);
  if (detail === undefined) return NOTHING;
  let forms = stated.get(detail);
  if (forms === undefined) {
    forms = new Set(detail.options.map((option) => formIn(field as string, option)));
    stated.set(detail, forms);
  }
  return forms;
}

/** Tells whether some comparison forms that a product states have a value: say it, or a range that it lies in. */
export const haveValue = (stated: ReadonlySet<string>, form: string): boolean =>
  stated.has(form) || (mayLieInRange(form) && [...stated].some((other) => holdsAmount(other, form)));

/** The shop that sells all of the products, or null where they come from several or one of them names none. */
export function onlyShopOf(products: readonly Pick<Product, 'shopId'>[]): string | null {
  const [first] = products;
  if (first === undefined || first.shopId === null) return null;
  return products.every(({ shopId }) => shopId === first.shopId) ? first.shopId : null;
}

/** Values in quotation marks, for descriptions. */
export const quoted = (values: readonly string[]): string => values.map((value) => `"${value}"`).join(', ');
