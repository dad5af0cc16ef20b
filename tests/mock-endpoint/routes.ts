import type { Route } from './request-facts.ts';

const TABLE: readonly (readonly [method: string, path: RegExp, route: Route])[] = [
  ['GET', /^\/v1\/models$/, 'models'],
  ['POST', /^\/v1\/files$/, 'upload_file'],
  ['GET', /^\/v1\/files$/, 'list_files'],
  ['GET', /^\/v1\/files\/([^/]+)\/content$/, 'file_content'],
  ['GET', /^\/v1\/files\/([^/]+)$/, 'file'],
  ['DELETE', /^\/v1\/files\/([^/]+)$/, 'delete_file'],
  ['POST', /^\/v1\/batches$/, 'create_batch'],
  ['GET', /^\/v1\/batches$/, 'list_batches'],
  ['GET', /^\/v1\/batches\/([^/]+)$/, 'batch'],
  ['POST', /^\/v1\/batches\/([^/]+)\/cancel$/, 'cancel_batch'],
];

export interface Target {
  readonly route: Route;
  /** The file or batch that is meant. */
  readonly id: string;
  readonly query: URLSearchParams;
}

const NO_QUERY = new URLSearchParams();
const CHAT: Target = { route: 'chat', id: '', query: NO_QUERY };

/** What a request line asks for. */
export function targetOf(method: string, url: string): Target {
  if (method === 'POST' && url === '/v1/chat/completions') return CHAT;
  const [path = '', query] = url.split('?');
  for (const [itsMethod, pattern, route] of TABLE) {
    const match = itsMethod === method ? pattern.exec(path) : null;
    if (match !== null)
      return { route, id: match[1] ?? '', query: query === undefined ? NO_QUERY : new URLSearchParams(query) };
  }
  return { route: 'unknown', id: '', query: NO_QUERY };
}
