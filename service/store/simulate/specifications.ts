import type { Product } from '../../../schemas/product.ts';
import type { Language, StoreProduct } from '../schema.ts';
import { FIELDS_ZH, VALUES_ZH } from './words.ts';

const MOST_SPECIFICATIONS = 14;
/** Fields that say nothing to a customer. */
const NOT_SHOWN = /^(?:SKU|ASIN|UPC|Best Sellers Rank|Date First Available)$/i;

const UNITS: readonly (readonly [RegExp, string])[] = [
  [/^([\d.]+) ?inch(?:es)?$/i, '英寸'],
  [/^([\d. x]+) ?inch(?:es)?$/i, '英寸'],
  [/^([\d.]+) ?fl\.? oz$/i, '液盎司'],
  [/^([\d.]+) ?ounces?$/i, '盎司'],
  [/^([\d.]+) ?pounds?$/i, '磅'],
  [/^([\d.]+) ?(?:feet|foot)$/i, '英尺'],
  [/^([\d.-]+) ?volts?$/i, '伏'],
  [/^([\d.]+) ?watts?$/i, '瓦'],
  [/^([\d.]+) ?gigabits per second$/i, 'Gbps'],
  [/^([\d.]+) ?megabits per second$/i, 'Mbps'],
  [/^([\d.]+) ?megabytes per second$/i, 'MB/s'],
];
/** Codes, and names that stand in Chinese as they are: "USB Type C", "1080p", "iPhone 15". */
const CODE =
  /^(?:(?:usb(?: type)?|hdmi|dvi|vga|rca|xlr|sata|rj45|sd card|displayport|nfc|wi-fi|lcd|led|oled|amoled|ram|android|ios|linux|windows|qualcomm|intel|amd|iphone|galaxy|pixel|micro|mini|gb|tb|mb|a|b|c|[\d.]+ ?(?:gb|tb|k|p|hz|mah)?|[a-z]?\d+[a-z]*|x)\s*)+$/i;
const BIG = /\b(?:usb|hdmi|dvi|vga|rca|xlr|sata|rj45|sd|nfc|lcd|led|oled|amoled|gb|tb|mb|a|b|c)\b/gi;

/** A part of a value in Chinese; null where nobody has written it. */
function partInChinese(part: string): string | null {
  const known = VALUES_ZH[part.toLowerCase()];
  if (known !== undefined) return known;
  for (const [pattern, unit] of UNITS) {
    const [, figure] = pattern.exec(part) ?? [];
    if (figure !== undefined) return `${figure.replaceAll(' ', '')}${unit}`;
  }
  return CODE.test(part) ? part.replaceAll(BIG, (code) => code.toUpperCase()) : null;
}

/** A value in Chinese, part by part; as it is where one of them has no Chinese. */
export function valueInChinese(value: string): string {
  const whole = partInChinese(value);
  if (whole !== null) return whole;
  const parts = value.split(/, | & /).map(partInChinese);
  return parts.every((part) => part !== null) ? parts.join('、') : value;
}

/**
 * Lists the specifications a shop shows of a product, in the store's language as far as tables have it; each field
 * once.
 */
export function specificationsOf(
  { details }: Pick<Product, 'details'>,
  language: Language,
): StoreProduct['specifications'] {
  const listed = Object.entries(details)
    .filter(([name, { options }]) => !NOT_SHOWN.test(name) && options.length > 0)
    .slice(0, MOST_SPECIFICATIONS)
    .map(([name, { options }]) => ({ name, value: options.join(', ') }));
  if (language === 'en') return listed;
  const chinese = listed.map(({ name, value }) => ({
    name: FIELDS_ZH[name.toLowerCase()] ?? name,
    value: valueInChinese(value),
  }));
  return chinese.filter(({ name }, at) => chinese.findIndex((other) => other.name === name) === at);
}
