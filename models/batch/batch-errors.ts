import { ConfigError, ModelError } from '../../schemas/errors.ts';
import { counted } from '../../text/numbers.ts';
import type { BatchCallError, BatchEndpoint } from './batch-endpoint.ts';

type Place = Pick<BatchEndpoint, 'address' | 'keyName'>;

const toMend = (message: string, cause?: Error) => new ModelError(message, { mendable: true, cause });

/** The sentence for a call that no waiting mends; `what` says which call it was. */
export function refusedBatchCall({ address, keyName }: Place, what: string, error: BatchCallError): ModelError {
  if (error.status === 401)
    return toMend(
      `${address} refuses the key in ${keyName} (401); check that it is whole, still valid and of this endpoint`,
      error,
    );
  if (error.isCredit || error.status === 402)
    return toMend(
      `${address} says that no credit is left (${error.message}); add some, then run the same command again`,
      error,
    );
  if (error.passes)
    return new ModelError(
      `${address} does not answer when asked to ${what} (last: ${error.message}); batches under way go on there, and the same command collects them when it is back`,
      { ends: true, cause: error },
    );
  return toMend(
    `${address} does not ${what} (${error.message}); it may have no Batch API, then leave out --batch`,
    error,
  );
}

/** A batch its provider does not know, most likely because another account made it. */
export const unknownBatch = ({ address, keyName }: Place, id: string, error: BatchCallError) =>
  toMend(
    `${address} does not know batch ${id} (${error.message}), which this run submitted; set ${keyName} to the key it was submitted with`,
    error,
  );

export const failingBatches = ({ address }: Place, times: number, said: string) =>
  toMend(
    `${address} failed ${times} batches as a whole, the last with ${said}; mend that or leave out --batch, then run the same command again`,
  );

/** A batch of an earlier start at an endpoint that no role asks any more. */
export const elsewhere = (name: string, address: string, requests: number) =>
  new ConfigError(
    `${counted(requests, 'request of this run is', 'requests of this run are')} under way in batch ${name} at ${address}, which no role asks now; set the role's address back so that the replies can be collected, or name another --out`,
  );
