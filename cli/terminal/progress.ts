import { formatCount, formatDuration, formatRate } from '../../text/numbers.ts';
import { Interrupted } from '../interrupt.ts';
import { type Style, styled } from './colour.ts';
import { displayWidth, truncate } from './display-width.ts';
import { escapeForTerminal } from './escape.ts';
import { Pace } from './pace.ts';
import { sentence, windowOf } from './sentence.ts';

export interface ProgressUpdate {
  readonly phase: 'ingest' | 'rehearse' | 'build' | 'write' | 'play' | 'ask';
  readonly done: number;
  /** Null where nobody knows yet, as while a compressed file is read. */
  readonly total: number | null;
  /** Name of the state counted in `done`, such as "accepted". */
  readonly counted?: string;
  /** Number made since the phase began, where that is not how `done` grew: the rate and the time left come from it. */
  readonly made?: number;
  /** Trouble there is now, such as an endpoint that does not answer. */
  readonly trouble?: string | null;
  /** Number still to be made, where that is not all that is not done: some of it may never be. */
  readonly missing?: number;
  /** Costs and work so far, such as calls, money and locked tasks. */
  readonly spent?: readonly string[];
  /** Reasons that keep more from being done, the most important first: a narrow window cuts the end. */
  readonly troubles?: readonly string[];
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
  /** Prints a sentence above the live line; it is escaped, and broken where the window ends. */
  say(line: string): void;
  /** Prints lines that are escaped and laid out already above the live one. */
  print(text: string): void;
  /** Takes the live line away. Later updates are ignored, later lines still printed. */
  close(): void;
}

/** Tells of the rows that are being read, until somebody interrupts. */
export const tellingRows = (progress: Progress, signal: AbortSignal) => ({
  say: (sentence: string) => progress.say(sentence),
  onProgress({ file, read }: { readonly file: string; readonly read: number }) {
    if (signal.aborted) throw new Interrupted();
    progress.update({
      phase: 'ingest',
      done: read,
      total: null,
      counted: read === 1 ? 'row so far' : 'rows so far',
      detail: file,
    });
  },
});

const LIVE_INTERVAL_MS = 100;
const PLAIN_INTERVAL_MS = 5000;
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
  let pace = new Pace(0, 0);
  let lastSaid = '';
  let shownAt = Number.NEGATIVE_INFINITY;
  /** Columns of the live line on the screen; 0 while there is none. */
  let shownWidth = 0;
  let closed = false;

  const columns = () => stream.columns || DEFAULT_COLUMNS;

  function speedOf({ done, total, made = done, missing = (total ?? done) - done }: ProgressUpdate, at: number) {
    const perSecond = pace.perSecond(at, made);
    const leftMs = pace.leftMs(at, made, missing);
    return {
      rate: perSecond === null ? '' : formatRate(perSecond),
      left: leftMs === null ? '' : `${formatDuration(leftMs)} left`,
    };
  }

  function liveLine(update: ProgressUpdate, at: number): { text: string; width: number } {
    const { phase, done, total, detail } = update;
    const { rate, left } = speedOf(update, at);
    const counts = total === null ? formatCount(done) : `${formatCount(done)}/${formatCount(total)}`;
    const segments: Segment[] = [
      [FRAMES[Math.floor(at / LIVE_INTERVAL_MS) % FRAMES.length]!, 'cyan'],
      [phase, 'bold'],
      [withWord(counts, update), null],
      [percentOf(done, total), null],
      [escapeForTerminal(update.trouble ?? ''), 'yellow'],
      [listed(update.spent), null],
      [rate, null],
      [left, null],
      [listed(update.troubles), null],
      [escapeForTerminal(detail), 'dim'],
    ];
    // The last column stays free: writing into it makes some terminals wrap.
    return fitted(segments, columns() - 1, colour);
  }

  /** A line for a log. While nothing happens the time left says nothing new, and a wait may take a day. */
  function writePlain(update: ProgressUpdate, at: number): void {
    const { phase, done, total, detail } = update;
    const { rate, left } = speedOf(update, at);
    const counts = total === null ? formatCount(done) : `${formatCount(done)} of ${formatCount(total)}`;
    const percent = percentOf(done, total);
    const shown = `${withWord(counts, update)}${percent === '' ? '' : ` (${percent})`}`;
    const wrong = escapeForTerminal(update.trouble ?? '');
    const said = [phase, shown, wrong, listed(update.spent), listed(update.troubles), escapeForTerminal(detail)];
    if (said.join() === lastSaid) return;
    lastSaid = said.join();
    shownAt = at;
    const [, , , spent, ...more] = said;
    const parts = [shown, wrong, spent, rate, left, ...more];
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

  function above(text: string): void {
    if (shownWidth === 0 || latest === null) stream.write(text);
    else paint(latest, now(), text);
  }

  return {
    update(update) {
      if (closed) return;
      const at = now();
      const { made = update.done } = update;
      if (latest?.phase !== update.phase) pace = new Pace(at, made);
      pace.note(at, made);
      latest = update;
      if (at - shownAt >= interval) show(update, at);
    },

    say: (line) => above(`${sentence(line, windowOf(stream))}\n`),
    print: (text) => above(`${text}\n`),

    close() {
      if (shownWidth > 0) stream.write(eraseLine(shownWidth, columns()));
      shownWidth = 0;
      closed = true;
    },
  };
}

const withWord = (counts: string, { counted }: ProgressUpdate) =>
  counted === undefined ? counts : `${counts} ${counted}`;

const listed = (parts: readonly string[] = []) =>
  parts
    .filter((part) => part !== '')
    .map(escapeForTerminal)
    .join(', ');

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
