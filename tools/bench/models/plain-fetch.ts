import { bodyOf, FIRST_DIALECT } from '../../../models/index.ts';
import type { ModelRequest } from '../../../schemas/model.ts';
import type { MockAddress } from './mock-host.ts';

/** The peer: the same question with nothing but Node's own fetch. Returns the status. */
export async function plainFetch({ url, key }: MockAddress, question: ModelRequest): Promise<number> {
  const response = await fetch(`${url}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(bodyOf(question, FIRST_DIALECT)),
  });
  await response.json();
  return response.status;
}
