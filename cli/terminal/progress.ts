import { formatCount, formatDuration, formatRate } from '../../text/numbers.ts';
import { type Style, styled } from './colour.ts';
import { displayWidth, truncate } from './display-width.ts';
import { escapeForTerminal } from './escape.ts';

export interface ProgressUpdate {
  readonly phase: 'ingest' | 'rehearse' | 'build' | 'write';
  readonly done: number;
  /** Null where nobody knows yet, as while a compressed file is read. */
  readonly total: number | null;
  /** What was made since the phase began, where that is not how `done` grew: the rate and the time left come from it. */
  readonly made?: number;
  /** What was spent so far, where anything can be. */
  readonly money?: string | null;
  /** What is wrong now, such as an endpoint that does not answer. */
  readonly trouble?: string | null;
  readonly detail: string;
}

interface ProgressStream {
  write(text: string): unknown;
  /** Read at every repaint, so that a resized window is noticed. */
  readonly columns?: number | undefined;
}

interface ProgressOptions {
  readonly colour: boolean;
  readonly isTTY: boolean;
  /** Milliseconds that never run backwards, such as `performance.now`. */
  readonly now: () => number;
}

export interface Progress {
  update(update: ProgressUpdate): void;
  /** Prints a line above the live one; the text is escaped. */
  say(line: string): void;
  /** Takes the live line away. Later updates are ignored, later lines still printed. */
  close(): void;
}

const LIVE_INTERVAL_MS = 100;
const PLAIN_INTERVAL_MS = 5000;
/** A rate from less than this is noise. */
const SHORTEST_RATE_MS = 1000;
const DEFAULT_COLUMNS = 80;
const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

/**
 * Erases a live line `width` columns wide. The cursor always waits in its first column, so where the window has since
 * shrunk and wrapped it, the rows to erase lie below. Erasing to the end of the screen would be shorter, but tmux keeps a
 * copy of what that removes in its history.
 */
function eraseLine(width: number, columns: number): string {
  const wrappedRows = Math.ceil(width / columns) - 1;
  if (wrappedRows <= 0) return '\r\u001b[K';
  return `\r\u001b7\u001b[K${'\u001b[B\u001b[K'.repeat(wrappedRows)}\u001b8`;
}

type Segment = readonly [text: string, style: Style | null];

/**
 * Shows how far a run is: one live line in a terminal, repainted at most 10 times a second, and elsewhere a plain line at
 * most every 5 seconds, and none that says the same again. It has no timer: the line moves when `update` is called.
 */
export function createProgress(stream: ProgressStream, { colour, isTTY, now }: ProgressOptions): Progress {
  const interval = isTTY ? LIVE_INTERVAL_MS : PLAIN_INTERVAL_MS;
  let latest: ProgressUpdate | null = null;
  let phaseStart = { at: 0, made: 0 };
  let lastSaid = '';
  let shownAt = Number.NEGATIVE_INFINITY;
  /** Columns of the live line on the screen; 0 while there is none. */
  let shownWidth = 0;
  let closed = false;

  const columns = () => stream.columns || DEFAULT_COLUMNS;

  function pace({ done, total, made = done }: ProgressUpdate, at: number): { rate: string; left: string } {
    const elapsedMs = at - phaseStart.at;
    const sinceStart = made - phaseStart.made;
    if (elapsedMs < SHORTEST_RATE_MS || sinceStart <= 0) return { rate: '', left: '' };
    const perMs = sinceStart / elapsedMs;
    const left = total === null || total <= done ? '' : `${formatDuration((total - done) / perMs)} left`;
    return { rate: formatRate(perMs * 1000), left };
  }

  function liveLine(update: ProgressUpdate, at: number): { text: string; width: number } {
    const { phase, done, total, detail, money, trouble } = update;
    const { rate, left } = pace(update, at);
    const counts = total === null ? formatCount(done) : `${formatCount(done)}/${formatCount(total)}`;
    // A narrow window cuts the end: trouble and money stand before what can be missed.
    const segments: Segment[] = [
      [FRAMES[Math.floor(at / LIVE_INTERVAL_MS) % FRAMES.length]!, 'cyan'],
      [phase, 'bold'],
      [counts, null],
      [percentOf(done, total), null],
      [escapeForTerminal(trouble ?? ''), 'yellow'],
      [money ?? '', null],
      [rate, null],
      [left, null],
      [escapeForTerminal(detail), 'dim'],
    ];
    // The last column stays free: writing into it makes some terminals wrap.
    return fitted(segments, columns() - 1, colour);
  }

  /** A line for a log. While nothing happens the time left says nothing new, and a wait may take a day. */
  function writePlain(update: ProgressUpdate, at: number): void {
    const { phase, done, total, detail, money, trouble } = update;
    const { rate, left } = pace(update, at);
    const counts = total === null ? formatCount(done) : `${formatCount(done)} of ${formatCount(total)}`;
    const percent = percentOf(done, total);
    const progress = percent === '' ? counts : `${counts} (${percent})`;
    const said = [phase, progress, escapeForTerminal(trouble ?? ''), money ?? '', escapeForTerminal(detail)];
    if (said.join() === lastSaid) return;
    lastSaid = said.join();
    shownAt = at;
    const [, shown, wrong, ...more] = said;
    const parts = [shown, wrong, rate, left, ...more];
    stream.write(`${phase}: ${parts.filter((part) => part !== '').join(', ')}\n`);
  }

  function show(update: ProgressUpdate, at: number): void {
    if (isTTY) paint(update, at, '');
    else writePlain(update, at);
  }

  function paint(update: ProgressUpdate, at: number, above: string): void {
    const { text, width } = liveLine(update, at);
    stream.write(`${eraseLine(shownWidth, columns())}${above}${text}\r`);
    shownWidth = width;
    shownAt = at;
  }

  return {
    update(update) {
      if (closed) return;
      const at = now();
      if (latest?.phase !== update.phase) phaseStart = { at, made: update.made ?? update.done };
      latest = update;
      if (at - shownAt >= interval) show(update, at);
    },

    say(line) {
      const text = `${escapeForTerminal(line)}\n`;
      if (shownWidth === 0 || latest === null) {
        stream.write(text);
        return;
      }
      paint(latest, now(), text);
    },

    close() {
      if (shownWidth > 0) stream.write(eraseLine(shownWidth, columns()));
      shownWidth = 0;
      closed = true;
    },
  };
}

function percentOf(done: number, total: number | null): string {
  // Rounded down: 100% means done.
  return total === null || total <= 0 ? '' : `${Math.floor((done / total) * 100)}%`;
}

function fitted(segments: readonly Segment[], room: number, colour: boolean): { text: string; width: number } {
  let line = '';
  let width = 0;
  for (const [text, style] of segments) {
    const gap = width === 0 ? '' : ' ';
    const left = room - width - gap.length;
    if (text === '' || left <= 0) continue;
    const shown = truncate(text, left);
    line += gap + styled(shown, style, colour);
    width += gap.length + displayWidth(shown);
    if (shown !== text) break;
  }
  return { text: line, width };
}
