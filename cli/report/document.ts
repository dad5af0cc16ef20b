import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { look } from '../look.ts';
import { policyOf, scriptOf } from './content-security.ts';
import { type Html, html } from './html.ts';

/** Scripts the browser runs, in this order, as one script: each file may use what the ones before it declare. */
const SCRIPTS = [
  'elements',
  'shown-text',
  'diff',
  'data',
  'marks',
  'mark-bar',
  'filter',
  'sideways',
  'controls',
  'entry',
  'list',
  'page',
];

const own = (name: string) => readFileSync(join(import.meta.dirname, 'page', name), 'utf8');

interface Page {
  readonly title: string;
  readonly overview: Html;
  /** Compressed, in base64. */
  readonly index: string;
  readonly blocks: readonly string[];
}

/**
 * The page, piece by piece. Its data stand in it as base64, which no text of a catalog can leave. The script comes
 * before the blocks, so that there is something to see and search while they are read.
 */
export function* documentOf({ title, overview, index, blocks }: Page): Generator<string> {
  const script = scriptOf(SCRIPTS.map((name) => own(`${name}.js`)));
  const style = `${look()}${own('page.css')}`;
  const head = html`<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policyOf(script, style)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>`;
  yield `<!doctype html>\n<html lang="en">\n${head.markup}\n<style>${style}</style>\n`;
  yield own('body.html')
    .replace('<!-- title -->', () => html`${title}`.markup)
    .replace('<!-- overview -->', () => overview.markup);
  yield dataBlock('index', index);
  yield `<script>${script}</script>\n`;
  for (const [at, block] of blocks.entries()) yield dataBlock(`block-${at}`, block);
  yield '</html>\n';
}

const dataBlock = (id: string, base64: string) => `<script type="application/gzip" id="${id}">${base64}</script>\n`;
