import type { LockedResult, TaskResult } from '../schemas/run.ts';

/** Where an entry stands in a journal, in bytes, without its line break. */
export interface Place {
  readonly offset: number;
  readonly length: number;
}

/** What planning goes on from: a lock without its task. */
export type LockNote = Omit<LockedResult, 'line' | 'origin'>;

type Ended<Kind extends TaskResult['kind']> = Extract<TaskResult, { kind: Kind }>;

/** What planning goes on from: an end without its record. */
export type EndNote =
  | (Omit<Ended<'built'>, 'line'> & { readonly sampleDigest: string })
  | Omit<Ended<'rejected'>, 'line'>
  | Ended<'failed'>;

export type Note = LockNote | EndNote;

/** An entry of a journal, without its record. */
export interface Indexed extends Place {
  readonly kind: Note['kind'];
  readonly id: string;
  /** Null where the index says nothing that can be read. */
  readonly note: Note | null;
}

/** The line of an index that tells of an entry: what it takes to look for it first. */
export function lineOf({ offset, length }: Place, { kind, id, ...rest }: Note): string {
  return `[${offset},${length},"${kind}",${JSON.stringify(id)},${JSON.stringify(rest)}]\n`;
}

/** An entry by its line, of which all but its beginning is read when it is asked for: most notes of a long run are needed late. */
class ReadLine implements Indexed {
  readonly offset: number;
  readonly length: number;
  readonly kind: Note['kind'];
  readonly id: string;
  readonly #lines: Buffer;
  readonly #from: number;
  readonly #to: number;

  constructor({ offset, length, kind, id }: Omit<Indexed, 'note'>, lines: Buffer, from: number, to: number) {
    this.offset = offset;
    this.length = length;
    this.kind = kind;
    this.id = id;
    this.#lines = lines;
    this.#from = from;
    this.#to = to;
  }

  get note(): Note | null {
    try {
      const [, , kind, id, rest] = JSON.parse(this.#lines.toString('utf8', this.#from, this.#to)) as unknown[];
      const note = { ...(rest as object), kind, id } as Note;
      return isNote(note) ? note : null;
    } catch {
      return null;
    }
  }
}

const [COMMA, QUOTE, OPEN, BACKSLASH, ZERO] = [0x2c, 0x22, 0x5b, 0x5c, 0x30] as const;
const MOST_DIGITS = 15;
const KINDS: ReadonlyMap<number, Note['kind']> = new Map(
  (['locked', 'built', 'rejected', 'failed'] as const).map((kind) => [kind.charCodeAt(0), kind]),
);

/** The entry that the line between two places tells of; null where it is no line of an index. */
export function entryOf(lines: Buffer, from: number, to: number): Indexed | null {
  let at = from;
  const number = () => {
    let value = 0;
    const start = at;
    for (let byte = lines[at] as number; byte >= ZERO && byte < ZERO + 10; byte = lines[++at] as number)
      value = value * 10 + byte - ZERO;
    return at > start && at - start <= MOST_DIGITS && lines[at++] === COMMA ? value : -1;
  };
  if (lines[at++] !== OPEN) return null;
  const offset = number();
  const length = number();
  const kind = KINDS.get(lines[at + 1] as number);
  if (offset < 0 || length < 0 || lines[at] !== QUOTE || kind === undefined) return null;
  at += kind.length + 1;
  if (lines[at] !== QUOTE || lines[at + 1] !== COMMA || lines[at + 2] !== QUOTE) return null;
  const start = at + 3;
  let isPlain = true;
  for (at = start; at < to && lines[at] !== QUOTE; at++) {
    if (lines[at] === BACKSLASH) at++;
    if ((lines[at] as number) >= 0x80 || lines[at - 1] === BACKSLASH) isPlain = false;
  }
  if (at >= to) return null;
  const id = isPlain ? lines.toString('latin1', start, at) : textIn(lines.toString('utf8', start - 1, at + 1));
  return id === null ? null : new ReadLine({ offset, length, kind, id }, lines, from, to);
}

function textIn(json: string): string | null {
  try {
    return JSON.parse(json) as string;
  } catch {
    return null;
  }
}

const isText = (value: unknown) => typeof value === 'string';

function isNote(note: Note): boolean {
  if (!isText(note.id) || !isText(note.intent)) return false;
  switch (note.kind) {
    case 'locked':
      return isText(note.lockDigest) && typeof note.preferred === 'boolean';
    case 'built':
      return [note.lockDigest, note.group, note.text, note.sampleDigest].every(isText);
    case 'rejected':
      return isText(note.stage) && isText(note.code) && (note.lockDigest === null || isText(note.lockDigest));
    case 'failed':
      return isText(note.stage) && isText(note.error);
    default:
      return false;
  }
}
