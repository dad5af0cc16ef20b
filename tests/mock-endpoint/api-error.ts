import { type Answer, jsonAnswer } from './answer.ts';

/** An error in the API's own words. */
export interface ApiError {
  readonly status: number;
  readonly message: string;
  readonly type: string;
  readonly param: string | null;
  readonly code: string | null;
}

/**
 * How the body of an error looks: OpenAI's nested object; the flat one of older vLLM servers, whose code is the status;
 * or the single `detail` of servers built on FastAPI.
 */
export type ErrorShape = 'nested' | 'flat' | 'detail';

export function invalidRequest(message: string, param: string | null = null, code: string | null = null): ApiError {
  return { status: 400, message, type: 'invalid_request_error', param, code };
}

export function errorBody({ status, message, type, param, code }: ApiError, shape: ErrorShape): object {
  if (shape === 'flat') return { object: 'error', message, type, param, code: status };
  if (shape === 'detail') return { detail: message };
  return { error: { message, type, param, code } };
}

export function errorAnswer(
  error: ApiError,
  shape: ErrorShape,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  return jsonAnswer(error.status, errorBody(error, shape), headers);
}
