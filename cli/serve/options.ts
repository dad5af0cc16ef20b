import { randomBytes } from 'node:crypto';
import { ConfigError } from '../../schemas/errors.ts';
import { CAPACITY, HOST, IDLE_SECONDS, PORT, SEED } from '../defaults.ts';
import type { ModelOptions } from '../eval/models.ts';
import { type TextOptions, wholeOption } from '../option-values.ts';

export type ServeOptions = Omit<ModelOptions, 'model' | 'prompt' | 'temperature'> &
  TextOptions<'split' | 'catalog' | 'user' | 'seed' | 'steps' | 'reward' | 'capacity' | 'idleSeconds'> &
  TextOptions<'host' | 'port' | 'controlHost' | 'controlPort' | 'publicUrl' | 'token'> &
  /** The agent whose episodes are kept, and the folder that keeps them. */
  TextOptions<'as' | 'out'>;

const MOST_PORT = 65_535;
const SHORTEST_TOKEN = 16;
const TOKEN_BYTES = 24;

/** The token of --token or CARTWRIGHT_TOKEN; a new one where neither is set. */
function tokenOf(given: string | undefined): string {
  if (given === undefined) return randomBytes(TOKEN_BYTES).toString('base64url');
  if (given.length >= SHORTEST_TOKEN && /^[\w.~-]+$/.test(given)) return given;
  throw new ConfigError(
    `--token (or CARTWRIGHT_TOKEN) has ${given.length} characters, expected at least ${SHORTEST_TOKEN} of letters, digits, ".", "_", "~" and "-"; leave it out for one that is made`,
  );
}

function publicUrlOf(given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  if (URL.canParse(given) && /^https?:/.test(given)) return given.replace(/\/+$/, '');
  throw new ConfigError(`--public-url is "${given}", expected an address such as https://shop.example.org`);
}

/** The shopper of a single episode, which no model words. */
export function userOf(given = 'script'): 'script' | 'published' {
  if (given === 'script' || given === 'published') return given;
  throw new ConfigError(
    `--user is "${given}", expected script or published; a model words the shopper only in eval and serve`,
  );
}

/** Reads a server's addresses and limits; a ConfigError where an option says neither a number nor an address. */
export function placeAndLimits(options: ServeOptions) {
  const port = wholeOption('port', options.port, { from: 0, to: MOST_PORT }) ?? PORT;
  const controlPort = wholeOption('control-port', options.controlPort, { from: 0, to: MOST_PORT });
  if (port === MOST_PORT && controlPort === undefined)
    throw new ConfigError(`--port is ${port}, behind which there is none for control; name one with --control-port`);
  const steps = wholeOption('steps', options.steps);
  return {
    seed: wholeOption('seed', options.seed, { from: 0 }) ?? SEED,
    limits: steps === undefined ? undefined : { steps },
    capacity: wholeOption('capacity', options.capacity) ?? CAPACITY,
    idleSeconds: wholeOption('idle-seconds', options.idleSeconds) ?? IDLE_SECONDS,
    place: {
      host: options.host ?? HOST,
      port,
      // Whoever opens the agents' side to others does not open control with it.
      controlHost: options.controlHost ?? HOST,
      controlPort: controlPort ?? (port === 0 ? 0 : port + 1),
      token: tokenOf(options.token ?? process.env.CARTWRIGHT_TOKEN),
      publicUrl: publicUrlOf(options.publicUrl),
    },
  };
}
