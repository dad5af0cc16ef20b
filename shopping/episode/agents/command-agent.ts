import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createInterface, type Interface } from 'node:readline';
import { z } from 'zod';
import { type AgentView, type Observation, ToolCall } from '../../../pipeline/episode.ts';
import { ConfigError } from '../../../schemas/errors.ts';
import type { AgentTurn, Player } from '../drive.ts';
import type { Look } from '../images.ts';
import { issueText } from '../issue-text.ts';

/** A line that an agent writes: its turn, or that it gives up. */
const Line = z.union([
  z.strictObject({ give_up: z.literal(true) }),
  z.strictObject({ text: z.string().optional(), calls: z.array(ToolCall) }),
  // One call is the usual case.
  ToolCall.extend({ text: z.string().optional() }).strict(),
]);

/** The turn that an agent's JSON says; null where it gives up. Throws a sentence where it says none. */
function turnIn(value: unknown): AgentTurn | null {
  const parsed = Line.safeParse(value);
  if (!parsed.success)
    throw new Error(
      `the agent wrote ${JSON.stringify(value)?.slice(0, 200)}, expected {"tool": ..., "arguments": {...}} or {"calls": [...]}: ${issueText(parsed.error)}`,
    );
  if ('give_up' in parsed.data) return null;
  if ('calls' in parsed.data) return parsed.data;
  const { text, ...call } = parsed.data;
  return { ...(text === undefined ? {} : { text }), calls: [call] };
}

const MOST_STDERR = 2_000;

/** Exit codes by which a shell says that it found no such program, or none that it may start. */
const NOT_STARTED: ReadonlySet<number | null> = new Set([126, 127]);

/** The error of a program that ended before its time: the user's to mend where the shell could not start it. */
export const endedEarly = (code: number | null, sentence: string): Error =>
  NOT_STARTED.has(code)
    ? new ConfigError(`${sentence}; name a program that can be started with --agent`)
    : new Error(sentence);

/**
 * An agent that is a program: one process for each episode, a JSON line for each message. It reads
 * `{"type": "task", "task": {...}}`, then an observation after each of its turns, and writes turns. Pictures come beside
 * what tells their links, as `images`.
 */
export class CommandPlayer implements Player {
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #lines: AsyncIterator<string>;
  readonly #reader: Interface;
  readonly #exit: Promise<string>;
  readonly #view: AgentView;
  readonly #look: Look;
  #stderr = '';
  #code: number | null = null;
  #hasWritten = false;

  constructor(command: string, view: AgentView, look: Look) {
    this.#view = view;
    this.#look = look;
    this.#process = spawn(command, {
      shell: true,
      stdio: 'pipe',
      env: process.env,
      detached: process.platform !== 'win32',
    });
    this.#reader = createInterface({ input: this.#process.stdout });
    this.#lines = this.#reader[Symbol.asyncIterator]();
    this.#process.stderr.on('data', (bytes: Buffer) => {
      this.#stderr = `${this.#stderr}${bytes.toString()}`.slice(-MOST_STDERR);
    });
    // A program that has ended reads nothing any more.
    this.#process.stdin.on('error', () => {});
    this.#exit = new Promise((resolve) => {
      this.#process.on('error', (error) => resolve(error.message));
      this.#process.on('close', (code, signal) => {
        this.#code = code;
        resolve(`it ended with ${signal ?? code}`);
      });
    });
  }

  async next(seen: Observation | null): Promise<AgentTurn | null> {
    const images = await this.#look(seen ?? this.#view.instruction);
    this.#write({
      ...(seen === null ? { type: 'task', task: this.#view } : { type: 'observation', observation: seen }),
      ...(images.length === 0 ? {} : { images }),
    });
    const { value, done } = await this.#lines.next();
    if (done === true) {
      const why = await this.#exit;
      throw endedEarly(
        this.#hasWritten ? null : this.#code,
        `the agent's program wrote no turn: ${why}${this.#stderr === '' ? '' : `: ${this.#stderr.trim()}`}`,
      );
    }
    this.#hasWritten = true;
    let line: unknown;
    try {
      line = JSON.parse(value);
    } catch {
      throw new Error(`the agent's program wrote ${JSON.stringify(value.slice(0, 200))}, expected a line of JSON`);
    }
    return turnIn(line);
  }

  async over(seen: Observation): Promise<void> {
    this.#write({ type: 'end', observation: seen });
    this.#process.stdin.end();
    this.#reader.close();
    const { pid } = this.#process;
    const timer = setTimeout(() => killed(pid), 1000);
    await this.#exit;
    clearTimeout(timer);
  }

  #write(message: object): void {
    if (this.#process.stdin.writable) this.#process.stdin.write(`${JSON.stringify(message)}\n`);
  }
}

/** Ends a program and what it started: the shell between is not all of it. */
export function killed(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}
