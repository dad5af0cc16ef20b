import { writeSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { ReplyStore, requestDigest } from '../../models/reply-store.ts';
import { replyOf, requestOf } from './requests.ts';

/** The request of a number: the same from every writer. */
export const numberedRequest = (number: number) =>
  requestOf({ messages: [{ role: 'user', content: `request ${number} `.repeat(1 + (number % 200)) }] });

/** A writer's own reply to it, from a few bytes to tens of thousands. */
export const numberedReply = (writer: string, number: number) =>
  replyOf(`${writer} says ${number}, “日本語”. `.repeat(1 + ((number * 37) % 700)));

/** Puts numbered replies until it is stopped or `count` is reached; a number is told once its put has returned. */
function write(path: string, writer: string, first: number, count: number): void {
  const store = ReplyStore.open(path);
  for (let number = first; number < first + count; number++) {
    const request = numberedRequest(number);
    store.put(requestDigest(request), request, numberedReply(writer, number), {
      taskId: `task-${number}`,
      costNano: 1,
    });
    // Straight to the pipe: what waits in a buffer dies with the process.
    writeSync(1, `${number}\n`);
  }
  store.close();
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [path = '', writer = '', first = '0', count = 'Infinity'] = process.argv.slice(2);
  write(path, writer, Number(first), Number(count));
}
