import { hashKeyOf, keyedHash } from '../../pipeline/seed.ts';
import { canonicalJson } from '../../schemas/canonical-json.ts';
import { inLanguage } from '../store/bilingual.ts';
import type { Language, Picture, PictureKind, ReturnReason, Store } from '../store/schema.ts';
import { kindOf } from './kinds/index.ts';
import { Page } from './svg.ts';

/** Pictures that a customer sends: made of a store's facts, as text, as SVG and as PNG. */
export { pictureLink, picturesIn } from './link.ts';
export { openPainter } from './png.ts';
export { pictureText } from './text.ts';

/** A picture that is to be made: what the customer says it is about, and what it really shows. */
export interface PictureWish {
  readonly kind: PictureKind;
  readonly userId: string;
  readonly about: { readonly orderId?: string; readonly productId?: string };
  /** Left out: what it is about. Otherwise the picture shows the wrong thing. */
  readonly shows?: { readonly orderId?: string; readonly productId?: string };
  readonly faultCode?: string;
  /** The text of a review, a price other than the product's, or what a photograph of goods shows. */
  readonly says?: string;
  readonly proves?: ReturnReason;
}

/** A picture of a store's facts; null where it has not what the kind needs, such as a parcel before shipping. */
export function pictureOf(store: Store, wish: PictureWish): Picture | null {
  const { kind, userId, about, shows = about, faultCode, says, proves = null } = wish;
  const maker = kindOf(kind);
  const order = store.orders.get(shows.orderId ?? '') ?? null;
  const product = store.products.get(shows.productId ?? order?.lines[0]?.productId ?? '') ?? null;
  const facts = maker.facts({ store, order, product, ...(faultCode && { faultCode }), ...(says && { says }) });
  if (facts === null) return null;
  const hash = keyedHash(hashKeyOf(canonicalJson([store.facts.seed, kind, userId, about, facts])), 'picture');
  return {
    id: `p${hash.toString(36).padStart(10, '0').slice(-10)}`,
    ...{ userId, kind, facts, proves },
    orderId: about.orderId ?? null,
    productId: about.productId ?? null,
    described: maker.draw === null,
  };
}

/** A picture as SVG; null for what is described and never drawn. */
export function pictureSvg({ kind, facts }: Picture, language: Language): string | null {
  const { draw, ground } = kindOf(kind);
  if (draw === null) return null;
  const page = new Page(ground);
  draw(page, facts, (label) => inLanguage(label, language));
  return page.svg();
}
