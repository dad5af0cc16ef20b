import type { PictureKind } from '../../store/schema.ts';
import type { PictureMaker } from './kind.ts';
import { order, payment, price, review, specifications } from './screens.ts';
import { barcode, faultCode, goods, shippingLabel } from './things.ts';

/** Every kind of picture that a customer can send. */
export const PICTURE_KINDS: readonly PictureMaker[] = [
  review,
  order,
  payment,
  shippingLabel,
  faultCode,
  specifications,
  barcode,
  price,
  goods,
];

export const kindOf = (kind: PictureKind): PictureMaker =>
  PICTURE_KINDS.find((one) => one.kind === kind) as PictureMaker;
