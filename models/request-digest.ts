import type { ModelRequest } from '../schemas/model.ts';
import { digestOf } from '../text/digest.ts';

/** The address of a request's reply: equal requests have one reply, whoever asks and whenever. */
export const requestDigest = (request: ModelRequest): string => digestOf('model request', request);
