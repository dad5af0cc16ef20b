import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { endpointAddress } from '../../models/index.ts';
import type { EpisodeKind, EpisodeTask } from '../../pipeline/episode.ts';
import { ConfigError } from '../../schemas/errors.ts';
import { CommandPlayer } from '../../shopping/episode/agents/command-agent.ts';
import { AgentEndpoint } from '../../shopping/episode/agents/endpoint-client.ts';
import { EndpointPlayer } from '../../shopping/episode/agents/endpoint-player.ts';
import type { ModelAgent } from '../../shopping/episode/agents/model-agent.ts';
import { type ModuleAgent, ModulePlayer } from '../../shopping/episode/agents/module-agent.ts';
import {
  agentsFor,
  NEAR_MISS,
  SCRIPTED,
  scriptedNamed,
  scriptedPlayer,
} from '../../shopping/episode/agents/scripted.ts';
import type { Player } from '../../shopping/episode/drive.ts';
import { BLIND, lookIn } from '../../shopping/episode/images.ts';
import { agentView, type EpisodeState } from '../../shopping/episode/index.ts';
import { digestOf } from '../../text/digest.ts';
import { nearestOf } from '../../text/edit-distance.ts';
import { clientProgram, clientServer, McpHost, McpPlayer } from './mcp-agent.ts';

export interface EvalAgent {
  readonly name: string;
  /** Of all that decides what it does, as far as anybody can know. */
  readonly digest: string;
  /** True where it needs nothing but the processor, so that threads play faster. */
  readonly isScripted: boolean;
  player(state: EpisodeState, given: { readonly task: EpisodeTask; readonly trial: number }): Player;
  close?(): Promise<void>;
}

/** Changes with what scripted agents do. */
const SCRIPTS = 2;

export function scriptedAgent(name: string, kind: EpisodeKind): EvalAgent | null {
  const agent = scriptedNamed(name, kind);
  if (agent === undefined) return null;
  if (!agentsFor(kind).some((one) => one.name === name))
    throw new ConfigError(
      `--agent is "${name}", which these tasks are not played by; there are ${agentsFor(kind)
        .map((one) => one.name)
        .join(', ')}`,
    );
  return {
    name,
    digest: digestOf('scripted agent', name, SCRIPTS),
    isScripted: true,
    player: (state, { task }) =>
      scriptedPlayer(agent, { view: agentView(state), kind, task, place: state.setting.place }),
  };
}

/** Sources of agents that are not built in. */
interface AgentSources {
  /** The reference agent, where a model plays it. */
  readonly reference: ModelAgent | null;
  readonly referenceName: string;
  /** The model an endpoint is asked for. */
  readonly model: string | undefined;
  readonly apiKey: string | null;
  /** Most requests to an endpoint; null where nobody says. */
  readonly requestsPerMinute: number | null;
  readonly signal: AbortSignal;
  /** True where an endpoint is sent pictures as images. */
  readonly images: boolean;
}

const REFERENCE = 'openai';

/** The agent of a name: built in, the reference agent, or one of the user's; a ConfigError says what there is. */
export function openAgent(given: string, kind: EpisodeKind, sources: AgentSources): EvalAgent {
  const scripted = scriptedAgent(given, kind);
  if (scripted !== null) return scripted;
  if (given === REFERENCE && sources.reference !== null)
    return referenceAgent(sources.reference, sources.referenceName);
  const { scheme, rest = '' } = OWN.exec(given)?.groups ?? {};
  if (scheme === 'command') return commandAgent(given, rest);
  if (scheme === 'module') return moduleAgent(given, rest);
  if (scheme === 'endpoint') return endpointAgent(given, rest, sources);
  if (scheme === 'mcp') return mcpAgent(given, rest);
  throw noAgent(given, kind);
}

/** Says of a name that it is no agent's, before any other plays; what is the user's own is seen when it is opened. */
export function expectAgent(given: string, kind: EpisodeKind): void {
  const own = OWN.exec(given)?.groups?.rest?.trim();
  if (own === '' || (own === undefined && given !== REFERENCE && scriptedAgent(given, kind) === null))
    throw noAgent(given, kind);
}

/** An agent of the user's, and what stands behind its colon. */
const OWN = /^(?<scheme>command|module|endpoint|mcp):(?<rest>.*)$/s;

/** Forms of agents of the user's. */
const OWN_FORMS: Readonly<Record<string, string>> = {
  command: 'command:<program>',
  module: 'module:<file>',
  endpoint: 'endpoint:<address>',
  mcp: 'mcp:<program or address>',
};

function noAgent(given: string, kind: EpisodeKind): ConfigError {
  const { scheme = '' } = OWN.exec(given)?.groups ?? {};
  const form = OWN_FORMS[scheme];
  if (form !== undefined) return new ConfigError(`--agent is "${given}" and ends there, expected ${form}`);
  const builtIn = agentsFor(kind).map((agent) => agent.name);
  const rest = given.includes(':') ? given.slice(given.indexOf(':')) : ':';
  const nearest = nearestOf(given, [...builtIn, REFERENCE, ...Object.keys(OWN_FORMS).map((own) => `${own}${rest}`)]);
  const all = [...builtIn, REFERENCE, ...Object.values(OWN_FORMS)];
  return new ConfigError(
    `--agent is "${given}", which is no agent; ${nearest === null ? '' : `the nearest is "${nearest}", and `}there are ${all.slice(0, -1).join(', ')} and ${all.at(-1)}`,
  );
}

const referenceAgent = (agent: ModelAgent, name: string): EvalAgent => ({
  name,
  digest: agent.digest,
  isScripted: false,
  player: (state, { task, trial }) => agent.player(agentView(state), lookIn(state), { task: task.id, trial }),
});

const commandAgent = (name: string, command: string): EvalAgent => ({
  name,
  digest: digestOf('command', command),
  isScripted: false,
  player: (state) => new CommandPlayer(command, agentView(state), lookIn(state)),
});

function moduleAgent(name: string, file: string): EvalAgent {
  const path = resolve(file);
  if (!existsSync(path))
    throw new ConfigError(`--agent is "${name}", and ${file} is missing; name a file that exports one function`);
  const play = loaded(path, file);
  if (typeof play !== 'function')
    throw new ConfigError(
      `${file} exports ${play === undefined ? 'nothing as its default' : `a ${typeof play}`}, expected a function: export default async (episode) => { ... }`,
    );
  return {
    name,
    digest: digestOf('module', readFileSync(path, 'utf8')),
    isScripted: false,
    player: (state) => new ModulePlayer(play as ModuleAgent, agentView(state), lookIn(state)),
  };
}

/** A client of MCP: a program that is started for each episode, or a server that is told of it. */
function mcpAgent(name: string, client: string): EvalAgent {
  const isAddress = /^https?:\/\//.test(client);
  if (isAddress && !URL.canParse(client))
    throw new ConfigError(
      `--agent is "${name}", expected an address such as mcp:http://127.0.0.1:8080/play, or a program`,
    );
  const start = isAddress ? clientServer(client) : clientProgram(client);
  const host = new McpHost();
  return {
    name,
    digest: digestOf('mcp', client),
    isScripted: false,
    player: (state) => new McpPlayer(host, start, agentView(state), lookIn(state)),
    close: () => host.close(),
  };
}

/** Loads the default export of a file of the user's. */
function loaded(path: string, file: string): unknown {
  try {
    return (createRequire(import.meta.url)(path) as { default?: unknown }).default;
  } catch (error) {
    throw new ConfigError(
      `${file} cannot be loaded: ${(error as Error).message.split('\n')[0]}; expected a module without top-level await`,
      { cause: error },
    );
  }
}

function endpointAgent(name: string, address: string, given: AgentSources): EvalAgent {
  const { model = 'agent', images, apiKey, requestsPerMinute, signal } = given;
  const baseUrl = endpointAddress(address);
  const endpoint = new AgentEndpoint({ baseUrl, apiKey, requestsPerMinute, signal });
  return {
    name,
    digest: digestOf('endpoint', baseUrl, model, ...(images ? ['images'] : [])),
    isScripted: false,
    player: (state, { task, trial }) =>
      new EndpointPlayer(
        { endpoint, model, session: `${task.agentId}-${trial}` },
        agentView(state),
        images ? lookIn(state) : BLIND,
      ),
  };
}

/** The built-in agents of every family. */
const BUILT_IN: readonly string[] = SCRIPTED.map(({ name }) => name);

/** The agents that `--agent all` stands for: the ceiling, the floors, and those that do without a source. */
export const allAgents = (kind: Pick<EpisodeKind, 'moves' | 'plays'>): string[] =>
  agentsFor(kind).flatMap((agent) => (agent === NEAR_MISS ? [] : [agent.name]));

/** Tells whether an `--agent` names one of the user's. */
export const isOwnAgent = (given: string): boolean => OWN.test(given);

/** The names in an `--agent`: several parted by commas, or all that there are. */
export function agentNames(given: string, all: readonly string[] = BUILT_IN): string[] {
  // A command or an address may hold commas of its own.
  if (isOwnAgent(given)) return [given];
  const names = given.split(',').flatMap((name) => (name.trim() === 'all' ? all : [name.trim()]));
  if (names.some((name) => name === ''))
    throw new ConfigError(`--agent is "${given}", expected names such as oracle,nothing`);
  return [...new Set(names)];
}
