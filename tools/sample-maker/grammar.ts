/** Words of a text as one spaced, lower-case string: what counts as "mentioned" in a title. */
const words = (text: string) =>
  ` ${
    text
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.join(' ') ?? ''
  } `;

export const mentions = (text: string, value: string) => words(text).includes(words(value));

/** Replaces every `{6-30}` by a number from that range. */
export const fillNumbers = (text: string, between: (low: number, high: number) => number) =>
  text.replace(/\{(\d+)-(\d+)\}/g, (_, low: string, high: string) => String(between(Number(low), Number(high))));

/** Replaces `{name}` by `lookUp(name)`; undefined when one of the names is unknown. */
export function fillNames(text: string, lookUp: (name: string) => string | undefined): string | undefined {
  let complete = true;
  const filled = text.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const value = lookUp(name);
    if (value === undefined) complete = false;
    return value ?? '';
  });
  return complete ? filled : undefined;
}

const KEEPS_CAPITAL = /^(I|I'm|I've|Bluetooth|Chicago|Christmas|UV)\b/;

/** Lower-cases the first letter so that a sentence can follow a comma. */
export const asClause = (sentence: string) =>
  KEEPS_CAPITAL.test(sentence) ? sentence : sentence.charAt(0).toLowerCase() + sentence.slice(1);

export const withoutStop = (sentence: string) => sentence.replace(/[.!]$/, '');
