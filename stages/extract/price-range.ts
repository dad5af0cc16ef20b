import { hasSeveralPrices } from '../../catalog/index.ts';
import { shuffled } from '../../schemas/draw.ts';
import type { NumericRange } from '../../shopping/kinds/index.ts';
import { minorUnitsOf } from '../../text/money.ts';
import type { TargetContext } from './index.ts';

const MODES = ['less than', 'greater than', 'between'] as const;
/** Least and most distance of a bound from the price, as a share of it. */
const NEAREST = 0.05;
const FARTHEST = 0.4;

/** The step people round a price of this size to: 1, 5, 10, 50, 100 ... */
export function roundingStep(price: number): number {
  let ten = 1;
  while (ten * 10 <= price / 8) ten *= 10;
  return ten * 5 <= price / 8 ? ten * 5 : ten;
}

/** Adds an upper bound, a lower bound or both on the price, in whole major units, that exclude a product of its kind. */
export function addPriceRange({ collected, product, rivals, anyPeer, draw, dependencies }: TargetContext): void {
  const { priceMinor, currency } = product;
  if (priceMinor === null || currency === null || hasSeveralPrices(product)) return;
  const { catalog } = dependencies;
  const isForeign = (row: number) => ![null, currency].includes(catalog.currency(row));
  // Amounts of different currencies do not compare.
  if (rivals.some(isForeign) || anyPeer(isForeign)) return;
  const unit = minorUnitsOf(currency);
  const price = priceMinor / unit;
  const step = roundingStep(price);
  const away = (label: string) => NEAREST + (draw(label, 1000) / 1000) * (FARTHEST - NEAREST);
  const min = Math.floor((price * (1 - away('price/min'))) / step) * step;
  const max = Math.ceil((price * (1 + away('price/max'))) / step) * step;
  const ranges: Readonly<Record<(typeof MODES)[number], NumericRange>> = {
    'less than': { max },
    'greater than': { min },
    between: { min, max },
  };
  const fails = ({ min: low = 0, max: high = Number.POSITIVE_INFINITY }: NumericRange) => {
    return (row: number) => {
      const other = catalog.priceMinor(row);
      return other !== null && (other < low * unit || other > high * unit);
    };
  };
  const order = shuffled(draw, 'price modes', MODES).filter((mode) => mode === 'less than' || min >= step);
  // Among products of the same kind a bound tells more than on a shelf of all sorts.
  const mode =
    order.find((name) => rivals.some(fails(ranges[name]))) ?? order.find((name) => anyPeer(fails(ranges[name])));
  if (mode === undefined) return;
  collected.add({
    type: 'numeric_range',
    field: 'price',
    value: ranges[mode],
    sources: ['query'],
    implicit: false,
    required: false,
  });
}
