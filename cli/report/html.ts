import { escapedMarkup } from '../../text/html-entities.ts';
import { escapeForTerminal } from '../terminal/escape.ts';

/** Markup that is safe to put into a page. */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

/** Untrusted text for a page: it stays text, and what cannot be seen in it becomes visible. */
const escapeHtml = (text: string) => escapedMarkup(escapeForTerminal(text));

type Part = Html | string | number | readonly Part[];

function markupOf(part: Part): string {
  if (part instanceof Html) return part.markup;
  if (typeof part === 'object') return part.map(markupOf).join('');
  return escapeHtml(String(part));
}

/** A template of markup: what is put into it is escaped, unless it is markup itself. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(strings.map((string, at) => string + (at < parts.length ? markupOf(parts[at] as Part) : '')).join(''));

/** A part of a page with a picture of figures. */
export const card = (title: string, note: string, picture: Html): Html =>
  html`<section class="card"><h3>${title}</h3><p class="note">${note}</p>${picture}</section>`;
