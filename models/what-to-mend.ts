import type { Hopeless } from './connection-error.ts';
import type { Because } from './verdict.ts';

export interface Refused {
  /** The endpoint's address and who asked. */
  readonly place: string;
  readonly model: string;
  /** Status and words of the endpoint, or the connection's error. */
  readonly said: string;
  readonly keyName: string;
  readonly hasKey: boolean;
}

/** The sentence that ends a run: where, what was found, what to do. */
export function whatToMend(because: Because | Hopeless, { place, model, said, keyName, hasKey }: Refused): string {
  switch (because) {
    case 'key':
      // What an endpoint says about a key may quote parts of it, so it is left out.
      return hasKey
        ? `${place} refuses the key in ${keyName} (401); check that it is whole, still valid and of this endpoint`
        : `${place} wants a key (401) and none is given; set ${keyName}`;
    case 'access':
      return `${place} does not let this key use ${model} (${said}); name another model or ask for access to it`;
    case 'account':
      return `${place} does not serve this account (${said}); settle that with the provider, or set ${keyName} to a key of another account`;
    case 'credit':
      return `${place} says that no credit is left (${said}); add some, then run the same command again`;
    case 'model':
      // Asked below /v1, a server knows its routes; asked beside it, none of them, whatever the model.
      if (!/\/v\d/.test(place))
        return `${place} does not answer there (${said}): its address does not end in /v1, as most endpoints want; add that to the address, and check the model's name ${model} only if it is right`;
      return `${place} does not know ${model} (${said}); check the model's name, and that the address ends as the endpoint's documentation says, mostly with /v1`;
    case 'request':
      return `${place} refuses requests to ${model} (${said}); check the model and its settings`;
    case 'port':
      return `${place} is on a port that web clients never connect to (${said}); let it listen on another port, such as 8000, and change the address`;
    case 'tls':
      return `${place} does not speak TLS as https:// wants it (${said}); check the port, and write http:// where the server has no TLS`;
    case 'certificate':
      return `${place} shows a certificate that is not trusted (${said}); check the address, or name the file of your own authority in NODE_EXTRA_CA_CERTS`;
    case 'not_http':
      return `${place} does not speak HTTP (${said}); check the port, and write https:// where the server wants TLS`;
    case 'redirects':
      return `${place} sends requests on to where they cannot follow (${said}); give the address it leads to`;
  }
}
