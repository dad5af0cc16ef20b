import type { Span } from '../schemas/finding.ts';
import { styled } from './terminal/colour.ts';
import { wrap } from './terminal/display-width.ts';
import { escapeForTerminal } from './terminal/escape.ts';

/** Stand for the marks while lines are filled: no column wide, and escaped text cannot hold them. */
const OPEN = '\u0001';
const CLOSE = '\u0002';

/** A place in a text that is not in the middle of a character: this one, or the one before it. */
const wholeAt = (text: string, at: number) =>
  at > 0 && at < text.length && (text.codePointAt(at - 1) as number) > 0xffff ? at - 1 : at;

/** Spans in order, without overlaps, inside the text, of whole characters. */
function merged(spans: readonly Span[], text: string): Span[] {
  const inside = spans.map(({ start, end }) => ({
    start: wholeAt(text, Math.min(start, text.length)),
    end: wholeAt(text, Math.min(end, text.length)),
  }));
  const result: Span[] = [];
  for (const span of inside.sort((a, b) => a.start - b.start || a.end - b.end)) {
    const last = result.at(-1);
    if (last !== undefined && span.start <= last.end) last.end = Math.max(last.end, span.end);
    else if (span.end > span.start) result.push(span);
  }
  return result;
}

/**
 * An untrusted text, escaped and wrapped, with its spans in colour, or in [brackets] where there is none. Spans count
 * characters of the text as it was before it was escaped.
 */
export function markedLines(text: string, spans: readonly Span[], width: number, colour: boolean): string[] {
  const [open, close] = colour ? [OPEN, CLOSE] : ['[', ']'];
  let whole = '';
  let at = 0;
  for (const { start, end } of merged(spans, text)) {
    whole += `${escapeForTerminal(text.slice(at, start))}${open}${escapeForTerminal(text.slice(start, end))}${close}`;
    at = end;
  }
  const lines = wrap(whole + escapeForTerminal(text.slice(at)), width);
  return colour ? coloured(lines) : lines;
}

/** Gives every part of a line that stands between marks its colour; a mark may stay open from line to line. */
function coloured(lines: readonly string[]): string[] {
  let marked = false;
  return lines.map((line) => {
    let result = '';
    for (const part of line.split(/([\u0001\u0002])/)) {
      if (part === OPEN) marked = true;
      else if (part === CLOSE) marked = false;
      else result += styled(part, marked ? 'red' : null, true);
    }
    return result;
  });
}
