/** Unicode Standard Annex 11: the blocks whose characters are all wide (W) or full width (F), emoji aside. */
const WIDE =
  /[\u1100-\u115f\u2329\u232a\u2e80-\u303e\u3041-\u4dbf\u4e00-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18dff}\u{1aff0}-\u{1b2ff}\u{1f200}-\u{1f265}\u{20000}-\u{3fffd}]/u;
/** Marks, format characters and the vowel and final jamo, which are drawn into the syllable before them. */
const ZERO_WIDTH = /[\p{Mn}\p{Me}\p{Cf}\p{Cc}\u1160-\u11ff]/u;
const EMOJI = /\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f|\p{Regional_Indicator}{2}|^[0-9#*]\ufe0f/u;
const PRINTABLE_ASCII = /^[ -~]*$/;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

function graphemeWidth(grapheme: string): number {
  if (EMOJI.test(grapheme)) return 2;
  let width = 0;
  for (const character of grapheme) {
    if (!ZERO_WIDTH.test(character)) width += WIDE.test(character) ? 2 : 1;
  }
  return width;
}

/** Number of terminal columns a text takes; text with ANSI codes is measured wrongly. */
export function displayWidth(text: string): number {
  if (PRINTABLE_ASCII.test(text)) return text.length;
  let width = 0;
  for (const { segment } of graphemes.segment(text)) width += graphemeWidth(segment);
  return width;
}

/** The longest start of a text that fits in `width` columns; never half a character. */
function startFitting(text: string, width: number): string {
  if (PRINTABLE_ASCII.test(text)) return text.slice(0, Math.max(0, width));
  let used = 0;
  let end = 0;
  for (const { segment, index } of graphemes.segment(text)) {
    used += graphemeWidth(segment);
    if (used > width) break;
    end = index + segment.length;
  }
  return text.slice(0, end);
}

/** The text in at most `width` columns, its end replaced by `…` where it does not fit. */
export function truncate(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  return width < 1 ? '' : `${startFitting(text, width - 1).trimEnd()}…`;
}

export function padStart(text: string, width: number): string {
  return ' '.repeat(Math.max(0, width - displayWidth(text))) + text;
}

export function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - displayWidth(text)));
}

/**
 * Lays pieces out in lines of at most `width` columns, joined by `separator` where two share a line. Only a piece wider
 * than a whole line is cut.
 */
export function fillLines(pieces: readonly string[], width: number, separator = ' '): string[] {
  const lines: string[] = [];
  let line = '';
  for (const piece of pieces.flatMap((whole) => cut(whole, width))) {
    const longer = line === '' ? piece : `${line}${separator}${piece}`;
    if (displayWidth(longer.trimEnd()) <= width) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = piece;
  }
  if (line !== '') lines.push(line);
  return lines;
}

/** Breaks a text at white space into lines of at most `width` columns. */
export function wrap(text: string, width: number): string[] {
  return fillLines(text.split(/\s+/).filter(Boolean), width);
}

function cut(text: string, width: number): string[] {
  const parts: string[] = [];
  let rest = text;
  while (displayWidth(rest) > width) {
    // A single character wider than the line still has to go somewhere.
    const start = startFitting(rest, width) || [...graphemes.segment(rest)][0]!.segment;
    parts.push(start);
    rest = rest.slice(start.length);
  }
  if (rest !== '') parts.push(rest);
  return parts;
}
