/** A text in plain figures: wide forms as plain ones, numbers without the spaces and dashes people put into them. */
const inPlainFigures = (text: string): string => text.normalize('NFKC').replace(/(?<=\d)[\s-]+(?=\d)/g, '');

/** Tells whether a text tells a value, however its figures are written. */
export const spells = (text: string, value: string): boolean =>
  text.includes(value) || inPlainFigures(text).includes(inPlainFigures(value));
