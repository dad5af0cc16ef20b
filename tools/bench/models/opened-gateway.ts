import {
  Budget,
  Endpoint,
  Gateway,
  Limiter,
  type Limits,
  Prices,
  ReplyStore,
  type Route,
  TokenEstimates,
} from '../../../models/index.ts';
import { systemClock } from '../../../schemas/clock.ts';
import { Role } from '../../../schemas/model.ts';
import type { MockAddress } from './mock-host.ts';
import { MODEL } from './questions.ts';

/** A gateway as a run has it, with a store in the file: only the endpoint behind it is not real. */
export function openGateway(
  { url, key }: MockAddress,
  limits: Limits,
  file: string,
): { gateway: Gateway; store: ReplyStore } {
  const store = ReplyStore.open(file, { run: 'bench', keys: [key] });
  const endpoint = new Endpoint({ baseUrl: url, apiKey: key, keyName: 'OPENAI_API_KEY' });
  const route: Route = { endpoint, limiter: new Limiter(limits, systemClock), timeoutMs: 60_000, attempts: 6 };
  const gateway = new Gateway({
    routes: Object.fromEntries(Role.options.map((role) => [role, route])) as Record<Role, Route>,
    store,
    // High enough to stop nothing, so that every call is reserved and settled.
    budget: new Budget({ capUsd: 1_000_000, prices: Prices.read(), models: [[MODEL, 'online']] }),
    tokens: new TokenEstimates(),
  });
  return { gateway, store };
}
