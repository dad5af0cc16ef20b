import type { Duplex } from 'node:stream';

/**
 * Puts pieces through a stream and yields what comes out of it, in batches. Unlike a pipe, it hands on everything that
 * came out before the stream failed, and only then throws; the next piece is worked on while a batch is used. `onEnd` is
 * told once the stream has taken all pieces.
 */
export async function* through<Out>(
  stream: Duplex,
  pieces: AsyncIterable<Buffer>,
  onEnd: () => void = () => {},
): AsyncGenerator<Out[], void, void> {
  let ready: Out[] = [];
  let failure: Error | null = null;
  stream.on('data', (out: Out) => ready.push(out));
  stream.on('error', (error) => {
    failure = error;
  });
  const closed = new Promise<void>((resolve) => stream.once('close', resolve));
  // What a piece gives may be emitted a moment after its callback; when the stream fails there is no callback.
  const put = (piece: Buffer) =>
    Promise.race([closed, new Promise<void>((resolve) => stream.write(piece, () => setImmediate(resolve)))]);
  const take = () => {
    const taken = ready;
    ready = [];
    return taken;
  };

  try {
    let taken: Out[] = [];
    try {
      let putting: Promise<void> | null = null;
      for await (const piece of pieces) {
        await putting;
        if (failure !== null) break;
        taken = take();
        putting = put(piece);
        if (taken.length > 0) yield taken;
      }
      await putting;
    } catch (error) {
      failure = error as Error;
    }
    if (failure === null) {
      onEnd();
      stream.end();
      await closed;
    }
    taken = take();
    if (taken.length > 0) yield taken;
    if (failure !== null) throw failure;
  } finally {
    stream.destroy();
  }
}
