import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { MockCounts, MockSettings } from './mock-process.ts';

/** Address of an endpoint, with its key. */
export interface MockAddress {
  readonly url: string;
  readonly key: string;
}

/** Endpoints in a process of their own. */
export class MockHost {
  readonly addresses: readonly MockAddress[];
  readonly #process: ChildProcess;

  private constructor(process: ChildProcess, addresses: readonly MockAddress[]) {
    this.#process = process;
    this.addresses = addresses;
  }

  static async start(settings: readonly MockSettings[]): Promise<MockHost> {
    const script = fileURLToPath(new URL('./mock-process.ts', import.meta.url));
    // Options of this process, such as those of a profiler, are not for that one.
    const child = fork(script, [JSON.stringify(settings)], { execArgv: [] });
    return new MockHost(child, await answerOf<MockAddress[]>(child));
  }

  counts(): Promise<MockCounts[]> {
    this.#process.send('counts');
    return answerOf(this.#process);
  }

  close(): void {
    this.#process.disconnect();
  }
}

async function answerOf<T>(child: ChildProcess): Promise<T> {
  const gone = once(child, 'exit').then(([code]) => {
    throw new Error(`the process of the mock endpoint ended with ${code} before it answered`);
  });
  const [answer] = (await Promise.race([once(child, 'message'), gone])) as [T];
  gone.catch(() => undefined);
  return answer;
}
