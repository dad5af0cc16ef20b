import type { ServerResponse } from 'node:http';
import type { Answer } from './answer.ts';

/** Long enough for the first half of the body to reach the client before the reset does. */
const BEFORE_RESET_MS = 5;

/** Sends an answer when its time has come, unless the client has left by then. */
export function send(response: ServerResponse, answer: Answer, arrivedMs: number): void {
  if (answer.delayMs === Number.POSITIVE_INFINITY) return;
  let timer: NodeJS.Timeout | undefined;
  // A timer counts from the start of the turn it is set in, so that on a busy machine it fires too early.
  const sendInTime = () => {
    const leftMs = answer.delayMs - (performance.now() - arrivedMs);
    if (leftMs <= 0) return sendNow(response, answer);
    // Whole milliseconds: the runtime keeps one list per duration.
    timer = setTimeout(sendInTime, Math.ceil(leftMs));
  };
  response.once('close', () => clearTimeout(timer));
  sendInTime();
}

function sendNow(response: ServerResponse, { status, headers, body, cut }: Answer): void {
  if (cut === 'before_headers') return void response.socket?.resetAndDestroy();
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
  if (cut === null) return void response.end(body);
  response.write(body.slice(0, Math.floor(body.length / 2)));
  setTimeout(() => response.socket?.resetAndDestroy(), BEFORE_RESET_MS);
}
