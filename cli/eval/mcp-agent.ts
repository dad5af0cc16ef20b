import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { connectionErrorText } from '../../models/index.ts';
import type { AgentView, Observation } from '../../pipeline/episode.ts';
import { endedEarly, killed } from '../../shopping/episode/agents/command-agent.ts';
import { type ModuleEpisode, ModulePlayer } from '../../shopping/episode/agents/module-agent.ts';
import { type AgentTurn, InfrastructureError, type Player } from '../../shopping/episode/drive.ts';
import { BLIND, type Look } from '../../shopping/episode/images.ts';
import { requestText } from '../../shopping/episode/request.ts';
import { type Listener, listen } from '../serve/listen.ts';
import { type AgentSide, mcpPath } from '../serve/mcp.ts';
import { agentApp } from '../serve/server.ts';

const HOST = '127.0.0.1';
const TOKEN_BYTES = 32;

/** Serves the episodes of an evaluation over MCP at a free port of this machine: each at an address that nobody can guess. */
export class McpHost {
  readonly #sides = new Map<string, AgentSide>();
  #listener: Promise<Listener> | null = null;

  /** Opens an address that an episode is reached at until it is closed. */
  async open(side: AgentSide): Promise<{ readonly url: string; close(): void }> {
    const app = agentApp({ episodes: { withToken: (token) => this.#sides.get(token) } }, HOST);
    this.#listener ??= listen(app.fetch, { host: HOST, port: 0, option: '' });
    const { url } = await this.#listener;
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    this.#sides.set(token, side);
    return { url: `${url}${mcpPath(token)}`, close: () => this.#sides.delete(token) };
  }

  async close(): Promise<void> {
    await (await this.#listener)?.close();
  }
}

/** A client that plays one episode at an address. */
interface McpClient {
  /** Resolves when it has done all it wants to; rejects where it failed. */
  readonly done: Promise<void>;
  stop(): void;
}

/** Starts a client for an episode; `hasPlayed` tells whether it has taken a turn since. */
type StartClient = (url: string, view: AgentView, hasPlayed: () => boolean) => McpClient;

/** Time in ms that a client may take to end after its episode. */
const AFTERWARDS_MS = 5000;

const OVER: Observation = { results: [], note: 'the episode is over', end: 'done' };

/** An agent that is a client of MCP: it is told where its episode is, and plays it until it is done. */
export class McpPlayer implements Player {
  readonly #player: ModulePlayer;
  #client: McpClient | null = null;

  constructor(host: McpHost, start: StartClient, view: AgentView, look: Look) {
    const play = async (episode: ModuleEpisode) => {
      let over = OVER;
      let hasPlayed = false;
      const turn = async ({ calls, text }: AgentTurn): Promise<Observation> => {
        hasPlayed = true;
        try {
          const seen = await episode.turn(calls, text);
          if (seen.end !== null) over = { ...OVER, end: seen.end };
          return seen;
        } catch {
          return over;
        }
      };
      const { url, close } = await host.open({ view, look, turn });
      try {
        this.#client = start(url, view, () => hasPlayed);
        await this.#client.done;
      } finally {
        close();
      }
    };
    this.#player = new ModulePlayer(play, view, BLIND);
  }

  next(seen: Observation | null): Promise<AgentTurn | null> {
    return this.#player.next(seen);
  }

  async over(seen: Observation): Promise<void> {
    this.#player.over(seen);
    const client = this.#client;
    if (client === null) return;
    const timer = setTimeout(() => client.stop(), AFTERWARDS_MS);
    await client.done.catch(() => {});
    clearTimeout(timer);
  }
}

const MOST_STDERR = 2000;

/** A client that is a program; it finds address and request in its environment. */
export const clientProgram =
  (command: string): StartClient =>
  (url, view, hasPlayed) => {
    const child = spawn(command, {
      shell: true,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, CARTWRIGHT_MCP_URL: url, CARTWRIGHT_TASK: requestText(view) },
      detached: process.platform !== 'win32',
    });
    let stderr = '';
    child.stderr.on('data', (bytes: Buffer) => {
      stderr = `${stderr}${bytes.toString()}`.slice(-MOST_STDERR);
    });
    const done = new Promise<void>((resolve, reject) => {
      child.on('error', (error) => reject(new Error(`the client did not start: ${error.message}`)));
      child.on('close', (code, signal) => {
        const said = stderr.trim() === '' ? '' : `: ${stderr.trim()}`;
        if (code === 0) resolve();
        else reject(endedEarly(hasPlayed() ? null : code, `the client ended with ${signal ?? code}${said}`));
      });
    });
    done.catch(() => {});
    return { done, stop: () => killed(child.pid) };
  };

/** A client that is a server of its own: it is posted the address and the request, and answers when it is done. */
export const clientServer =
  (address: string): StartClient =>
  (url, { id, brief, instruction, limits }) => {
    const gone = new AbortController();
    const ask = async () => {
      const body = JSON.stringify({
        mcp_url: url,
        task: { id, ...(brief === null ? {} : { brief }), instruction, limits },
      });
      const headers = { 'content-type': 'application/json' };
      let response: Response;
      try {
        response = await fetch(address, { method: 'POST', headers, body, signal: gone.signal });
        await response.arrayBuffer();
      } catch (error) {
        throw new InfrastructureError(`${address} does not answer: ${connectionErrorText(error)}`);
      }
      if (response.status === 429 || response.status >= 500)
        throw new InfrastructureError(`${address} answers with ${response.status}`);
      if (!response.ok) throw new Error(`the client refuses the episode with ${response.status}`);
    };
    const done = ask();
    done.catch(() => {});
    return { done, stop: () => gone.abort() };
  };
