/**
 * The source of an expression, for the flag "u", that finds some words where they stand alone, in small letters or capitals. It
 * spells both, for in processes that had matched much else `(?i:` was seen to find no capitals.
 */
export const wordsAlone = (words: readonly string[]): string =>
  `(?<!\\p{L})(?:${words.map(inAnyLetters).join('|')})(?!\\p{L})`;

const inAnyLetters = (word: string) =>
  word.replace(/\p{L}/gu, (letter) => {
    const capital = letter.toUpperCase();
    return capital === letter || capital.length > 1 ? letter : `[${letter}${capital}]`;
  });
