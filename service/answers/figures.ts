const NUMBER = /(?<![\p{L}\p{N}.,-])\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\d])|(?<![\d.])\d+(?:\.\d+)?(?![\d])/gu;

/** Numbers that stand in a text, thousands commas and currency signs or not. */
export const amountsIn = (text: string): number[] =>
  [...text.normalize('NFKC').matchAll(NUMBER)].map(([digits]) => Number(digits.replaceAll(',', '')));

/** An amount as people write it: no decimals where there are none. */
export function figureText(minor: number): string {
  const text = (minor / 100).toFixed(2);
  return text.endsWith('.00') ? text.slice(0, -3) : text;
}
