import { tell } from './terminal/sentence.ts';

/** Exit codes of a program that was asked to stop and is ready to go on: 128 and the signal's number, as shells count. */
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const;

type StopSignal = keyof typeof EXIT_CODES;

/** Under npm, Ctrl-C comes twice: from the terminal, and handed on by npm. What comes so soon is no second wish. */
const SAME_WISH_MS = 500;
const PATIENCE_MS = 1500;
const PARENT_MS = 1000;
const PATIENCE = 'finishing what is under way; Ctrl-C again ends at once, and what is finished stays kept';

/** Thrown where work stops because the user asked for it; the message says what is kept. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/** Calls once the process that started this one is gone: npm ends on SIGTERM with its shell, and hands nothing on. */
function onOrphaned(call: () => void): NodeJS.Timeout | undefined {
  if (process.env.npm_lifecycle_event === undefined) return undefined;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    call();
  }, PARENT_MS).unref();
  return watch;
}

/**
 * Runs a command that stops in good order when asked to (Ctrl-C, SIGTERM): it sees the signal, throws `Interrupted` when
 * what was in flight is kept, and cleans up on its way out. Asked once more, the process ends at once.
 */
export async function withInterrupt(command: (signal: AbortSignal) => Promise<number>): Promise<number> {
  const asked = new AbortController();
  let first: { readonly signal: StopSignal; readonly at: number } | null = null;
  let patience: NodeJS.Timeout | undefined;
  const signals = Object.keys(EXIT_CODES) as StopSignal[];
  const stopListening = () => {
    clearTimeout(patience);
    clearInterval(orphaned);
    for (const signal of signals) process.off(signal, onSignal);
  };
  function onSignal(signal: StopSignal): void {
    if (first === null) {
      first = { signal, at: performance.now() };
      patience = setTimeout(tellPatience, PATIENCE_MS).unref();
      asked.abort();
    } else if (performance.now() - first.at >= SAME_WISH_MS) {
      stopListening();
      process.kill(process.pid, signal);
    }
  }
  const orphaned = onOrphaned(() => onSignal('SIGTERM'));
  for (const signal of signals) process.on(signal, onSignal);
  try {
    return await command(asked.signal);
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
    const kept = error.message === '' ? '' : `; ${error.message}`;
    tell(process.stderr, `interrupted${kept}; run the same command again to go on`);
    return EXIT_CODES[(first as { signal: StopSignal } | null)?.signal ?? 'SIGINT'];
  } finally {
    stopListening();
  }
}

/** The cursor waits at the beginning of the live line, which is drawn anew below. */
function tellPatience(): void {
  process.stderr.write(`${process.stderr.isTTY ? '\r\u001b[K' : ''}${PATIENCE}\n`);
}
