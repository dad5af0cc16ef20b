import { changed, isWordy, letters, type Spelling, spelling } from './spelling-type.ts';

/** Letters by others that stand for them, such as ones that look like them. */
export const alike = (latin: string, others: string): Readonly<Record<string, string>> =>
  Object.fromEntries(letters(latin).map((letter, at) => [letter, letters(others)[at] as string]));
const CYRILLIC = alike('aceiopsxyABCEHKMOPTX', 'асеіорѕхуАВСЕНКМОРТХ');
const GREEK = alike('ovABEHIKMNOPTXZ', 'ονΑΒΕΗΙΚΜΝΟΡΤΧΖ');
const SMALL_CAPITALS = alike('abcdefghijklmnoprstuvwyz', 'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ');
const mapped = (table: Readonly<Record<string, string>>) => (value: string) =>
  changed(
    value,
    letters(value)
      .map((letter) => table[letter] ?? letter)
      .join(''),
  );
const shifted = (to: number) => (value: string) =>
  changed(
    value,
    letters(value)
      .map((letter) => (/[a-z]/i.test(letter) ? shiftedLetter(letter, to) : letter))
      .join(''),
  );
const shiftedLetter = (letter: string, to: number) => {
  const isLower = letter >= 'a';
  return String.fromCodePoint(to + (isLower ? 26 : 0) + letter.charCodeAt(0) - (isLower ? 97 : 65));
};

/** A value in letters that look like its own. */
export const LOOK_ALIKES: readonly Spelling[] = [
  spelling('Cyrillic', (value) => (isWordy(value) ? mapped(CYRILLIC)(value) : null)),
  spelling('one Cyrillic letter', (value) =>
    isWordy(value)
      ? changed(
          value,
          value.replace(/[aceiops]/, (letter) => CYRILLIC[letter] as string),
        )
      : null,
  ),
  spelling('Greek', (value) => (isWordy(value) ? mapped(GREEK)(value.toUpperCase()) : null)),
  spelling('full width', (value) =>
    isWordy(value)
      ? (shifted(0xff21)(value)?.replace(/[\uff3b-\uff54]/g, (letter) =>
          String.fromCodePoint(letter.codePointAt(0)! + 6),
        ) ?? null)
      : null,
  ),
  spelling('mathematical bold', (value) => (isWordy(value) ? shifted(0x1d400)(value) : null)),
  spelling('mathematical script', (value) => (isWordy(value) ? shifted(0x1d4d0)(value) : null)),
  spelling('circled', (value) => (isWordy(value) ? shifted(0x24b6)(value) : null)),
  spelling('small capitals', (value) => (isWordy(value) ? mapped(SMALL_CAPITALS)(value.toLowerCase()) : null)),
  spelling('accents', (value) =>
    isWordy(value)
      ? changed(
          value,
          value.replace(/a/g, 'á').replace(/e/g, 'é').replace(/o/g, 'ö').replace(/i/g, 'ì').replace(/u/g, 'û'),
        )
      : null,
  ),
  spelling('dots below', (value) => (isWordy(value) ? value.replace(/[aeiou]/g, (letter) => `${letter}\u0323`) : null)),
  spelling('dotless i', (value) => (isWordy(value) ? changed(value, value.replace(/i/g, 'ı')) : null)),
];
