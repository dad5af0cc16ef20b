import { formatCount } from '../../text/numbers.ts';
import { type Html, html } from './html.ts';

/** One bar with what stands before and after it; `link` is a part of the page. */
export interface Bar {
  readonly name: string;
  readonly value: number;
  readonly text?: string;
  readonly link?: string;
  /** A second bar below, of a paper. */
  readonly paper?: number;
  /** Name of the page's colour it is painted in. */
  readonly colour?: string;
}

const WIDTH = 360;
const VALUE_WIDTH = 52;
const ROW = 20;
const PAIR = 32;
const LETTER = 7;
const DIGIT = 6.5;

/** Cuts a name that has no room; the whole of it stands in its title. */
const fitting = (name: string, letters: number) => (name.length <= letters ? name : `${name.slice(0, letters - 1)}…`);

const round = (number: number) => Math.round(number * 10) / 10;

/**
 * Horizontal bars, as wide as their share of the whole, or of the widest where there is none. Names, counts and bars stand in
 * one picture.
 */
export function barChart(title: string, bars: readonly Bar[], nameWidth = 140, whole?: number): Html {
  const most = whole ?? Math.max(...bars.flatMap(({ value, paper = 0 }) => [value, paper]), Number.MIN_VALUE);
  const longest = Math.max(0, ...bars.map(({ text = '' }) => text.length));
  const room = WIDTH - nameWidth - Math.max(VALUE_WIDTH, longest * DIGIT + 12);
  const height = (bar: Bar) => (bar.paper === undefined ? ROW : PAIR);
  let top = 0;
  const rows = bars.map((bar) => {
    const row = barRow(bar, { top, nameWidth, width: (value) => round((room * value) / most) });
    top += height(bar);
    return row;
  });
  return html`<svg viewBox="0 0 ${WIDTH} ${Math.max(top, ROW)}" role="img" aria-label="${title}">${rows}</svg>`;
}

interface RowPlace {
  readonly top: number;
  readonly nameWidth: number;
  width(value: number): number;
}

function barRow({ name, value, text, link, paper, colour }: Bar, { top, nameWidth, width }: RowPlace): Html {
  const middle = top + (paper === undefined ? ROW : PAIR) / 2;
  const said = text ?? formatCount(value);
  const bar = paper === undefined ? { y: top + 3, height: ROW - 6 } : { y: top + 4, height: 11 };
  const x = nameWidth + 6;
  const parts = html`<title>${name}: ${said}</title><text class="name" x="${nameWidth}" y="${middle}" dy=".35em">${fitting(name, Math.floor(nameWidth / LETTER))}</text><rect class="bar ${colour ?? 'ours'}" x="${x}" y="${bar.y}" width="${Math.max(width(value), value > 0 ? 1.5 : 0)}" height="${bar.height}" rx="2"/><text class="value" x="${x + width(value) + 5}" y="${bar.y + bar.height / 2}" dy=".35em">${said}</text>${paper === undefined ? '' : paperBar(paper, x, top + 17, width(paper))}`;
  return link === undefined ? html`<g>${parts}</g>` : html`<a href="${link}">${parts}</a>`;
}

const paperBar = (value: number, x: number, y: number, width: number): Html =>
  html`<rect class="bar paper" x="${x}" y="${y}" width="${Math.max(width, value > 0 ? 1.5 : 0)}" height="11" rx="2"/><text class="value muted" x="${x + width + 5}" y="${y + 5.5}" dy=".35em">${percent(value)}</text>`;

export const percent = (value: number): string =>
  `${value >= 99.95 || value === 0 ? value.toFixed(0) : value.toFixed(1)}%`;

/** One bar cut into parts, as wide as the page allows. */
export function stackedBar(title: string, parts: readonly { name: string; value: number; colour: string }[]): Html {
  const whole = parts.reduce((sum, { value }) => sum + value, 0);
  let x = 0;
  const rects = parts.map(({ name, value, colour }) => {
    const width = whole === 0 ? 0 : (1000 * value) / whole;
    const rect = html`<rect class="bar ${colour}" x="${round(x)}" y="0" width="${round(width)}" height="12"><title>${name}: ${formatCount(value)}</title></rect>`;
    x += width;
    return rect;
  });
  return html`<svg class="stack" viewBox="0 0 1000 12" preserveAspectRatio="none" role="img" aria-label="${title}">${rects}</svg>`;
}
