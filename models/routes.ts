import { systemClock } from '../schemas/clock.ts';
import { ConfigError } from '../schemas/errors.ts';
import { Role } from '../schemas/model.ts';
import { BatchEndpoint } from './batch/batch-endpoint.ts';
import type { BatchRoute } from './batch.ts';
import { Endpoint } from './endpoint.ts';
import type { Route } from './gateway.ts';
import { Limiter } from './limiter.ts';
import type { ResolvedModels, RoleEndpoint } from './settings.ts';

/** Limits of the account, where the user knows them. */
export interface Limits {
  readonly concurrency: number;
  readonly requestsPerMinute: number | null;
  readonly tokensPerMinute: number | null;
}

type Environment = Readonly<Record<string, string | undefined>>;
type OnlineRoute = Route & { readonly endpoint: Endpoint };

/** How often a request is sent at most when only the network or a limit keeps it from being answered. */
const ATTEMPTS = 6;
/** Servers of one's own, on this machine or another, mostly speak HTTP without TLS and ask for no key; others all do. */
const OWN_SERVER = /^http:|^https:\/\/(?:localhost|127\.|\[::1\])/;

/** The key of an endpoint; a server of one's own needs none. A ConfigError where one is missing. */
function keyOf({ baseUrl, apiKeyEnv }: RoleEndpoint, env: Environment): string | null {
  const key = env[apiKeyEnv]?.trim() ?? '';
  if (key !== '') return key;
  if (OWN_SERVER.test(baseUrl)) return null;
  throw new ConfigError(
    `${apiKeyEnv} is not set, and ${new URL(baseUrl).host} wants a key; set it in the environment (it is never written anywhere), or give the address of a server of your own`,
  );
}

const forEachRole = <T>(make: (role: Role) => T) =>
  Object.fromEntries(Role.options.map((role) => [role, make(role)])) as Record<Role, T>;

/** How each role is asked online: one endpoint for each address and key, one limiter for each model of it. */
export function onlineRoutes(
  { roles, endpoints: places }: ResolvedModels,
  limits: Limits,
  env: Environment,
): Readonly<Record<Role, OnlineRoute>> {
  const endpoints = new Map<string, Endpoint>();
  const limiters = new Map<string, Limiter>();
  return forEachRole((role) => {
    const { baseUrl, apiKeyEnv, timeoutMs } = places[role];
    const place = `${baseUrl}\n${apiKeyEnv}`;
    const endpoint =
      endpoints.get(place) ?? new Endpoint({ baseUrl, apiKey: keyOf(places[role], env), keyName: apiKeyEnv });
    endpoints.set(place, endpoint);
    const model = `${place}\n${roles[role].model}`;
    const limiter = limiters.get(model) ?? new Limiter({ ...limits }, systemClock);
    limiters.set(model, limiter);
    return { endpoint, limiter, timeoutMs, attempts: ATTEMPTS };
  });
}

/** How each role is asked in batches: one route for each endpoint, as online. */
export function batchRoutes(
  { endpoints: places }: ResolvedModels,
  online: Readonly<Record<Role, OnlineRoute>>,
  env: Environment,
): Readonly<Record<Role, BatchRoute>> {
  const made = new Map<Endpoint, BatchRoute>();
  return forEachRole((role) => {
    const { endpoint } = online[role];
    const { baseUrl, apiKeyEnv } = places[role];
    const batches = () => new BatchEndpoint({ baseUrl, apiKey: keyOf(places[role], env), keyName: apiKeyEnv });
    const route = made.get(endpoint) ?? { endpoint, batches: batches() };
    made.set(endpoint, route);
    return route;
  });
}
