/** The parts that pictures are drawn of. Everything is placed in whole or tenth pixels, so equal facts give equal bytes. */

export const FONT = 'Noto Sans SC';
/** As wide as a telephone's screen is drawn. */
export const WIDTH = 480;
/** The time on it. */
const CLOCK = '9:41';

const INK = '#1c1f24';
const GREY = '#7a818c';
export const RED = '#d4380d';

const escaped = (text: string) =>
  text
    // Characters that XML has no place for.
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

const round = (number: number) => Math.round(number * 10) / 10;

interface TextStyle {
  readonly size?: number;
  readonly fill?: string;
  readonly bold?: boolean;
  readonly anchor?: 'start' | 'middle' | 'end';
}

export const textAt = (x: number, y: number, text: string, style: TextStyle = {}): string => {
  const { size = 18, fill = INK, bold = false, anchor = 'start' } = style;
  return `<text x="${round(x)}" y="${round(y)}" font-family="${FONT}" font-size="${size}"${bold ? ' font-weight="700"' : ''} fill="${fill}" text-anchor="${anchor}">${escaped(text)}</text>`;
};

export const box = (x: number, y: number, width: number, height: number, fill: string, radius = 0): string =>
  `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" rx="${radius}" fill="${fill}"/>`;

/** Returns the width a character is drawn with, as a share of the font's size; a little more than it is. */
const widthOf = (character: string) =>
  character.charCodeAt(0) > 0x2e80
    ? 1
    : /[MWmw@%]/.test(character)
      ? 0.9
      : /[iljtf.,:;'|! ]/.test(character)
        ? 0.34
        : 0.6;

/** Most lines of a text that are shown. */
const MOST_LINES = 12;

/** A text broken into lines that are no wider than some pixels: between words, in Chinese between any two characters. */
export function wrapped(text: string, width: number, size: number): string[] {
  const pieces = text.match(/[\u2e80-\uffef]|[^\s\u2e80-\uffef]+\s*|\s+/g) ?? [];
  const lines: string[] = [];
  let line = '';
  let used = 0;
  for (const piece of pieces) {
    const wide = [...piece].reduce((sum, character) => sum + widthOf(character) * size, 0);
    if (used + wide > width && line !== '') {
      lines.push(line.trimEnd());
      line = '';
      used = 0;
    }
    line += piece;
    used += wide;
  }
  if (line.trim() !== '') lines.push(line.trimEnd());
  return lines.length <= MOST_LINES ? lines : [...lines.slice(0, MOST_LINES - 1), `${lines[MOST_LINES - 1]}…`];
}

/** A picture of a height that its parts fill, in turn from the top. */
export class Page {
  readonly #parts: string[] = [];
  readonly #fill: string;
  y = 0;

  constructor(fill = '#f4f5f7') {
    this.#fill = fill;
  }

  add(...parts: readonly string[]): void {
    this.#parts.push(...parts);
  }

  /** The bar at the top of a screen: the time, and what the screen is called. */
  header(title: string): void {
    this.add(box(0, 0, WIDTH, 92, '#ffffff'), textAt(20, 28, CLOCK, { size: 15, bold: true }));
    this.add(box(WIDTH - 50, 16, 28, 13, '#1c1f24', 3), box(WIDTH - 21, 20, 2, 5, '#1c1f24'));
    this.add(
      textAt(WIDTH / 2, 72, title, { size: 21, bold: true, anchor: 'middle' }),
      textAt(20, 73, '<', { size: 24 }),
    );
    this.y = 106;
  }

  /** A white card around what is drawn in it. */
  card(draw: () => void): void {
    const at = this.#parts.length;
    const top = this.y;
    this.y += 18;
    draw();
    this.y += 12;
    this.#parts.splice(at, 0, box(12, top, WIDTH - 24, this.y - top, '#ffffff', 12));
    this.y += 12;
  }

  /** Lines of text, as many as it takes. */
  paragraph(text: string, style: TextStyle = {}): void {
    const { size = 18 } = style;
    for (const line of wrapped(text, WIDTH - 60, size)) {
      this.y += size * 1.4;
      this.add(textAt(30, this.y - size * 0.3, line, { ...style, size }));
    }
  }

  /** A label to the left and its value to the right, below each other where they do not fit. */
  row(label: string, value: string, style: TextStyle = {}): void {
    const size = style.size ?? 17;
    const [first = '', ...more] = wrapped(value, WIDTH - 250, size);
    this.y += size * 1.65;
    this.add(textAt(30, this.y - size * 0.4, label, { size, fill: GREY }));
    this.add(textAt(WIDTH - 30, this.y - size * 0.4, first, { ...style, size, anchor: 'end' }));
    for (const line of more) {
      this.y += size * 1.4;
      this.add(textAt(WIDTH - 30, this.y - size * 0.4, line, { ...style, size, anchor: 'end' }));
    }
  }

  svg(): string {
    const height = Math.ceil(this.y + 12);
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}">${box(0, 0, WIDTH, height, this.#fill)}${this.#parts.join('')}</svg>`;
  }
}

/** So many stars of five, drawn, as few fonts have them. */
export function stars(x: number, y: number, rating: number): string {
  return Array.from({ length: 5 }, (_, at) => {
    const points = Array.from({ length: 10 }, (__, corner) => {
      const [angle, radius] = [(Math.PI * corner) / 5 - Math.PI / 2, corner % 2 === 0 ? 12 : 5];
      return `${round(x + at * 30 + 12 + radius * Math.cos(angle))},${round(y + radius * Math.sin(angle))}`;
    }).join(' ');
    return `<polygon points="${points}" fill="${at < rating ? '#fa8c16' : '#d9d9d9'}"/>`;
  }).join('');
}

/** Strips of a digital display, each as a rectangle in a field of 10 by 18. */
const STRIPS: Readonly<Record<string, readonly [number, number, number, number]>> = {
  a: [1.5, 0, 7, 1.6],
  b: [8.4, 1.2, 1.6, 7],
  c: [8.4, 9.8, 1.6, 7],
  d: [1.5, 16.4, 7, 1.6],
  e: [0, 9.8, 1.6, 7],
  f: [0, 1.2, 1.6, 7],
  g: [1.5, 8.2, 7, 1.6],
};
const LIT: Readonly<Record<string, string>> = {
  '0': 'abcdef',
  '1': 'bc',
  '2': 'abged',
  '3': 'abgcd',
  '4': 'fgbc',
  '5': 'afgcd',
  '6': 'afgedc',
  '7': 'abc',
  '8': 'abcdefg',
  '9': 'abcdfg',
  E: 'afged',
  F: 'afge',
  H: 'fbgec',
};

/** Characters as a digital display shows them; those it cannot show are dashes. */
export const display = (x: number, y: number, text: string, scale: number): string =>
  [...text]
    .flatMap((character, at) =>
      [...(LIT[character] ?? 'g')].map((strip) => {
        const [left, top, width, height] = STRIPS[strip] as readonly [number, number, number, number];
        return box(x + (at * 14 + left) * scale, y + top * scale, width * scale, height * scale, '#ff4d4f', 1);
      }),
    )
    .join('');
