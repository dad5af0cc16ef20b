/** No reply is longer: what goes on after so many bytes is an endpoint gone wrong, not a model's words. */
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

/** The JSON value of a text; undefined where it is none. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

const hasError = (body: unknown) => typeof body === 'object' && body !== null && 'error' in body;

/**
 * What the client fetches with: it reads errors in OpenAI's form alone, so other forms are put into it, lest what the
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
    const error = hasError(body) ? body : { error: body ?? text };
    return new Response(JSON.stringify(error), { status: response.status, headers: response.headers });
  };
}
