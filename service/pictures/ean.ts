/** EAN-13 numbers and their bars (GS1 General Specifications, section 5.2). */

/** Prefixes 200 to 299 are for numbers within a company: no made-up number is anybody's. */
const OWN = '2';
const LENGTH = 12;

/** The check digit of twelve digits: every second one counts three times. */
const checkDigit = (digits: string) =>
  (10 - ([...digits].reduce((sum, digit, at) => sum + Number(digit) * (at % 2 === 0 ? 1 : 3), 0) % 10)) % 10;

/** The number on a product's box. */
export function eanOf(productId: string): string {
  const digits =
    OWN +
    productId
      .replace(/\D/g, '')
      .slice(-(LENGTH - 1))
      .padStart(LENGTH - 1, '0');
  return digits + checkDigit(digits);
}

export const isEan = (text: string): boolean =>
  /^\d{13}$/.test(text) && checkDigit(text.slice(0, LENGTH)) === Number(text[LENGTH]);

const LEFT = [
  '0001101',
  '0011001',
  '0010011',
  '0111101',
  '0100011',
  '0110001',
  '0101111',
  '0111011',
  '0110111',
  '0001011',
];
const PARITY = ['LLLLLL', 'LLGLGG', 'LLGGLG', 'LLGGGL', 'LGLLGG', 'LGGLLG', 'LGGGLL', 'LGLGLG', 'LGLGGL', 'LGGLGL'];
const inverted = (bits: string) => [...bits].map((bit) => (bit === '1' ? '0' : '1')).join('');
const reversed = (bits: string) => [...bits].reverse().join('');

/** The 95 modules of a number, 1 for dark. */
export function eanModules(number: string): string {
  const digits = [...number].map(Number);
  const parity = PARITY[digits[0] ?? 0] ?? '';
  const left = digits
    .slice(1, 7)
    .map((digit, at) => (parity[at] === 'L' ? LEFT[digit] : reversed(inverted(LEFT[digit] ?? ''))));
  const right = digits.slice(7).map((digit) => inverted(LEFT[digit] ?? ''));
  return `101${left.join('')}01010${right.join('')}101`;
}
