/** Exit code of a program that was asked to stop and is ready to go on. */
const INTERRUPTED = 130;

/** Thrown where work stops because the user asked for it; the message says what is kept. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/**
 * Runs a command that stops in good order when asked to (Ctrl-C, SIGTERM): it sees the signal, throws `Interrupted` when
 * what was in flight is kept, and cleans up on its way out.
 */
export async function withInterrupt(command: (signal: AbortSignal) => Promise<number>): Promise<number> {
  const asked = new AbortController();
  const onSignal = () => asked.abort();
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  try {
    return await command(asked.signal);
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
    const kept = error.message === '' ? '' : `; ${error.message}`;
    process.stderr.write(`interrupted${kept}; run the same command again to go on\n`);
    return INTERRUPTED;
  } finally {
    process.off('SIGINT', onSignal);
    process.off('SIGTERM', onSignal);
  }
}
