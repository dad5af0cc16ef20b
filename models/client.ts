import type { OpenAI } from 'openai';
import { ConfigError } from '../schemas/errors.ts';
import { isRecord, jsonIn } from '../schemas/json.ts';
import { endpointAddress } from './settings.ts';

/** Shorter "keys" are stand-ins such as EMPTY or ollama, which may well be words of a reply. */
const SHORTEST_KEY = 12;

/** The text with every key in it taken out: an endpoint may quote the key it refuses. */
export function withoutKeys(text: string, keys: readonly string[]): string {
  return keys
    .filter((key) => key.length >= SHORTEST_KEY)
    .reduce((cleaned, key) => cleaned.replaceAll(key, '[key removed]'), text);
}

/** Longest reply in bytes; what goes on after that is an endpoint gone wrong, not a model's words. */
const MOST_BYTES = 64_000_000;
const MOST_ERROR_BYTES = 100_000;

/** The text of a response, null where it does not end within so many bytes. */
export async function textOf(response: Response, mostBytes = MOST_BYTES): Promise<string | null> {
  if (response.body === null) return '';
  const { headers } = response;
  const stated = Number(headers.get('content-length') ?? Number.NaN);
  // Read at once where the length is known, which costs half as much.
  if (stated <= mostBytes && !headers.has('content-encoding')) return response.text();
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of response.body) {
    bytes += chunk.length;
    if (bytes > mostBytes) return null;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/**
 * The fetch of the client, which reads errors in OpenAI's form alone: other forms are put into it, lest what the
 * endpoint says be lost. `clean` takes out what must not be passed on, before anything is read or cut.
 */
export function withReadableErrors(
  fetch: typeof globalThis.fetch,
  clean: (text: string) => string = (text) => text,
): typeof globalThis.fetch {
  return async (url, init) => {
    const response = await fetch(url, init);
    if (response.status < 400) return response;
    const text = clean((await textOf(response, MOST_ERROR_BYTES)) ?? '');
    const body = jsonIn(text);
    const error = isRecord(body) && 'error' in body ? body : { error: body ?? text };
    return new Response(JSON.stringify(error), { status: response.status, headers: response.headers });
  };
}

export interface EndpointSettings {
  /** Of an OpenAI-compatible endpoint, up to and with /v1. */
  readonly baseUrl: string;
  /** Null where the endpoint asks for none. */
  readonly apiKey: string | null;
  /** The user's name for the key, such as OPENAI_API_KEY; for errors. */
  readonly keyName: string;
}

const NO_KEY = 'none';

/** The API client of one endpoint. The key never leaves it but in the header. */
export class Client {
  /** Its address, for people: without what else an address may hold. */
  readonly address: string;
  readonly keyName: string;
  readonly hasKey: boolean;
  readonly #settings: EndpointSettings;
  readonly #fetch: typeof fetch;
  #opened: Promise<OpenAI> | null = null;

  /** A ConfigError where the address or the key cannot be what it is meant to be. */
  constructor(settings: EndpointSettings, fetch: typeof globalThis.fetch) {
    this.address = endpointAddress(settings.baseUrl);
    this.keyName = settings.keyName;
    this.hasKey = settings.apiKey !== null;
    this.#settings = settings;
    this.#fetch = fetch;
    if (settings.apiKey !== null && !/^[\x21-\x7e]+$/.test(settings.apiKey))
      throw new ConfigError(
        `${settings.keyName} is empty or holds a character no key has; check it for spaces and line breaks`,
      );
  }

  /** Loads the package on the first call; makes every call once, and retries none. */
  open(): Promise<OpenAI> {
    this.#opened ??= import('openai').then(
      ({ OpenAI }) =>
        new OpenAI({
          baseURL: this.#settings.baseUrl,
          apiKey: this.#settings.apiKey ?? NO_KEY,
          maxRetries: 0,
          // Whatever the environment says: a log of requests would hold prompts.
          logLevel: 'off',
          fetch: withReadableErrors(this.#fetch, (text) => this.clean(text)),
        }),
    );
    return this.#opened;
  }

  /** Takes the key out of what the endpoint says. */
  clean(text: string): string {
    const { apiKey } = this.#settings;
    return apiKey === null ? text : withoutKeys(text, [apiKey]);
  }
}
