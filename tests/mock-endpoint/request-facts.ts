import type { ChatBody } from './chat-body.ts';

/** What a request asks the endpoint for. A line of a batch is a request of its own. */
export type Route =
  | 'chat'
  | 'batch_line'
  | 'models'
  | 'upload_file'
  | 'list_files'
  | 'file'
  | 'file_content'
  | 'delete_file'
  | 'create_batch'
  | 'list_batches'
  | 'batch'
  | 'cancel_batch'
  | 'unknown';

/** What a script, or a callback that writes a reply, may look at. */
export interface RequestFacts {
  readonly route: Route;
  /** Counts the requests of the route, from 1. */
  readonly number: number;
  /** What tells this request from others: see `digestHeader` of the options. */
  readonly digest: string;
  /** How many requests with the same digest came so far as to be answered by a model or a fault before this one. */
  readonly seen: number;
  readonly role: string | null;
  /** Null for requests that ask no model. */
  readonly body: ChatBody | null;
  /** Of a line of a batch. */
  readonly customId: string | null;
}
