import { afterEach } from 'vitest';
import { type MockEndpoint, startMockEndpoint } from './mock-endpoint.ts';
import type { MockOptions } from './options.ts';

/** What a good reply says where a test does not care. */
export const GOOD = { query: 'a light tent', tone: { name: 'plain' } };

const running: MockEndpoint[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((endpoint) => endpoint.close()));
});

/** An endpoint that is closed after the test. */
export async function endpointWith(options: Partial<MockOptions> = {}): Promise<MockEndpoint> {
  const endpoint = await startMockEndpoint({ respond: () => GOOD, ...options });
  running.push(endpoint);
  return endpoint;
}

export const chatBody = (overrides: Record<string, unknown> = {}) => ({
  model: 'writer-1',
  messages: [{ role: 'user', content: 'Write a query as JSON.' }],
  ...overrides,
});

// biome-ignore lint/suspicious/noExplicitAny: what the endpoint answers is what these tests look into
type Json = any;

/** One request as a client without a library would send it; `json` is null where the body is none. */
export async function ask(
  endpoint: MockEndpoint,
  body: unknown = chatBody(),
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: Headers; text: string; json: Json; said: Json }> {
  return request(
    endpoint,
    'POST',
    '/chat/completions',
    typeof body === 'string' ? body : JSON.stringify(body),
    headers,
  );
}

export async function request(
  endpoint: MockEndpoint,
  method: string,
  path: string,
  body?: string | FormData,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: Headers; text: string; json: Json; said: Json }> {
  const response = await fetch(`${endpoint.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${endpoint.key}`, ...headers },
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  const json = jsonOrNull(text);
  return { status: response.status, headers: response.headers, text, json, said: json?.choices?.[0] };
}

export function jsonOrNull(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
