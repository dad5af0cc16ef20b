import { Role } from '../../schemas/model.ts';
import { type Clock, systemClock } from './clock.ts';
import { Endpoint, type EndpointSettings } from './endpoint.ts';
import type { Route } from './gateway.ts';
import { Limiter, type Limits } from './limiter.ts';

/** What is set for a role: its model, where that is reached, and how much of it. */
export interface RoleAccess extends EndpointSettings, Limits {
  readonly model: string;
  readonly timeoutMs: number;
  readonly attempts: number;
}

const least = (a: number | null, b: number | null) => (a === null || b === null ? (a ?? b) : Math.min(a, b));

/** The strictest of what roles set for one model: they draw from one account. */
const strictest = (a: Limits, b: Limits): Limits => ({
  requestsPerMinute: least(a.requestsPerMinute, b.requestsPerMinute),
  tokensPerMinute: least(a.tokensPerMinute, b.tokensPerMinute),
  concurrency: Math.min(a.concurrency, b.concurrency),
});

/**
 * The routes of all roles. Roles with the same address and key share what their endpoint has taught, those with the same
 * model its limits too. A ConfigError where an address or a key cannot be one.
 */
export function routesOf(access: Readonly<Record<Role, RoleAccess>>, clock: Clock = systemClock): Record<Role, Route> {
  const endpoints = new Map<string, Endpoint>();
  const limits = new Map<string, Limits>();
  const limiters = new Map<string, Limiter>();
  const account = ({ baseUrl, apiKey }: RoleAccess) => JSON.stringify([baseUrl, apiKey]);
  const ofModel = (role: RoleAccess) => JSON.stringify([account(role), role.model]);
  for (const role of Object.values(access)) {
    const { baseUrl, apiKey, keyName } = role;
    if (!endpoints.has(account(role))) endpoints.set(account(role), new Endpoint({ baseUrl, apiKey, keyName }));
    limits.set(ofModel(role), strictest(role, limits.get(ofModel(role)) ?? role));
  }
  for (const [key, limit] of limits) limiters.set(key, new Limiter(limit, clock));
  const routes = Role.options.map((name): [Role, Route] => {
    const role = access[name];
    const { timeoutMs, attempts } = role;
    return [
      name,
      { endpoint: endpoints.get(account(role))!, limiter: limiters.get(ofModel(role))!, timeoutMs, attempts },
    ];
  });
  return Object.fromEntries(routes) as Record<Role, Route>;
}
