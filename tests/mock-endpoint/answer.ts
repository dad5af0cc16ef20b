/** What the endpoint sends back. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
  /** From the arrival of the request; never sent where it is Infinity. */
  readonly delayMs: number;
  /** Where the connection is reset. */
  readonly cut: 'before_headers' | 'in_body' | null;
  /** Whether it carries a reply of a model that a client can read, whatever it says. */
  readonly delivers: boolean;
}

const PLAIN = { delayMs: 0, cut: null, delivers: false } as const;
const JSON_TYPE = 'application/json; charset=utf-8';

export function jsonAnswer(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Answer {
  return { ...PLAIN, status, headers: { 'content-type': JSON_TYPE, ...headers }, body: JSON.stringify(value) };
}

export function bytesAnswer(type: string, body: string | Buffer, status = 200): Answer {
  return { ...PLAIN, status, headers: { 'content-type': type }, body };
}
