import { oneLine } from './complaint.ts';

/** The most telling code or message in the chain of causes of a failed fetch. */
export function connectionErrorIn(thrown: unknown): string {
  let message = 'connection failed';
  for (let error = thrown; error instanceof Error; error = error.cause) {
    const { code } = error as { code?: unknown };
    if (typeof code === 'string') return code;
    message = error.message;
  }
  return oneLine(message);
}

/** Whether the connection never came about, so that nothing can have been worked on. */
export const neverReached = (error: string): boolean =>
  /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|CERT|SELF_SIGNED|UND_ERR_CONNECT/.test(error);
