import { ConfigError } from '../schemas/errors.ts';

/** Where an endpoint is, for people: without the query an address may have. A ConfigError where it cannot be one. */
export function endpointAddress(baseUrl: string): string {
  const url = URL.parse(baseUrl);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new ConfigError(
      `"${baseUrl.split(/[?#]/)[0]}" is no address of an endpoint; expected one such as https://api.openai.com/v1`,
    );
  // fetch refuses such an address, in words that quote all of it.
  if (url.username !== '' || url.password !== '')
    throw new ConfigError(
      `the address of the endpoint at ${url.host} holds a user name or a password; give a key in its environment variable instead`,
    );
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}
