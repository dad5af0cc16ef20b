import type { StoredReply } from '../../schemas/model.ts';
import type { BatchedRequest } from './batch-ledger.ts';

/** A request on its way to its reply, through as many batches as it takes. */
export class WaitingRequest implements BatchedRequest {
  readonly digest: string;
  readonly taskId: string;
  readonly request: BatchedRequest['request'];
  readonly reply: Promise<StoredReply>;
  readonly resolve: (reply: StoredReply) => void;
  readonly reject: (error: unknown) => void;
  /** Whether somebody in this run wants the reply: one that an earlier start submitted may never be asked for. */
  isAsked: boolean;
  /** Batches it stood in without a reply. */
  misses = 0;

  constructor({ digest, taskId, request }: BatchedRequest, isAsked: boolean) {
    const { promise, resolve, reject } = Promise.withResolvers<StoredReply>();
    this.digest = digest;
    this.taskId = taskId;
    this.request = request;
    this.isAsked = isAsked;
    this.reply = promise;
    this.resolve = resolve;
    this.reject = reject;
    // Where nobody asked, nobody hears that it failed.
    promise.catch(() => undefined);
  }
}
