/** A model's proposal that a check refused. */
export interface Refused {
  /** The field, or null for a product type. */
  readonly field: string | null;
  /** The value of the field, or the product type. */
  readonly value?: string;
  readonly what: string;
  readonly reason: string;
}
