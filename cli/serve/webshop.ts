import { createHash } from 'node:crypto';
import type { Context, Hono } from 'hono';
import { z } from 'zod';
import type { TextPage } from '../../pipeline/episode.ts';
import { answering, NoSuchEpisode, type Served } from './control.ts';
import type { LiveEpisode } from './live-episodes.ts';
import { BadRequest, bodyOf } from './request-body.ts';

/**
 * WebShop for clients that have only its address changed: the JSON routes by which AgentGym serves its text environment
 * (`create`, `reset`, `step` with `search[...]` and `click[...]`), and the pages of its web site, which scripts fetch and
 * read. Tasks are the first split's, by their place in it. A page is a step, as an action is.
 */
export function webShopRoutes(served: Served): Hono {
  const environments = new Environments(served);
  const site = new Site(served);
  const inQuery = (context: Context) =>
    environments.at(Number(context.req.query('env_idx') ?? Number.NaN), context.req.query('env_idx'));
  return answering()
    .get('/', ({ json }) => json('ok'))
    .get('/list_envs', ({ json }) => json(environments.numbers()))
    .post('/create', ({ json }) => json(environments.create()))
    .post('/reset', async ({ req, json }) => {
      const { env_idx: number, session_id: place } = await bodyOf(req.raw, Reset);
      return json([pageOf(environments.reset(number, place ?? null)).observation, null]);
    })
    .post('/step', async ({ req, json }) => {
      const { env_idx: number, action } = await bodyOf(req.raw, Step);
      const live = environments.at(number);
      const wasOver = live.end !== null;
      await live.act(action);
      const reward = wasOver ? 0 : live.textReward;
      return json({ state: pageOf(live).observation, reward, done: live.end !== null, info: null });
    })
    .post('/close', async ({ req, json }) => {
      const { env_idx: number } = await bodyOf(req.raw, Close);
      return json({ closed: environments.close(number) });
    })
    .get('/available_actions', (context) => {
      const { hasSearchBar, clickables } = pageOf(inQuery(context));
      return context.json({ has_search_bar: hasSearchBar, clickables });
    })
    .get('/instruction_text', (context) => context.json(inQuery(context).view.instruction))
    .get('/observation', (context) => context.json(pageOf(inQuery(context)).observation))
    .get('/state', (context) => {
      const live = inQuery(context);
      return context.json({ url: '', html: pageOf(live).html, instruction_text: live.view.instruction });
    })
    .get('/search_results/:session/:query/:page', async (context) => {
      const { session, query, page } = context.req.param();
      return context.html(await site.results(session, query, Number(page)));
    })
    .get('/item_page/:session/:product/:query/:page/:options', async (context) => {
      const { session, product, options } = context.req.param();
      return context.html(await site.item(session, product, options));
    })
    .get('/item_sub_page/:session/:product/:query/:page/:section/:options', async (context) => {
      const { session, product, section, options } = context.req.param();
      return context.html(await site.section(session, product, section, options));
    })
    .get('/done/:session/:product/:options', async (context) => {
      const { session, product, options } = context.req.param();
      return context.html(await site.bought(session, product, options));
    })
    .get('/:session', async (context) => context.html(await site.front(context.req.param('session'))));
}

const Close = z.object({ env_idx: z.int() });
const Step = z.object({ env_idx: z.int(), action: z.string() });
const Reset = z.object({ env_idx: z.int(), session_id: z.int().nonnegative().nullish() });

const NO_PAGES = 'these tasks have no pages to be read as texts; play them over another wire';

function pageOf(live: LiveEpisode): TextPage {
  const { page } = live;
  if (page === null) throw new BadRequest(NO_PAGES);
  return page;
}

/** Begins an episode of the task at a place of the first split. */
function begun({ episodes, shelf }: Served, index: number): LiveEpisode {
  const split = shelf.splits[0]?.name;
  const live = episodes.open(shelf.find({ split, index }).task);
  if (live.page === null) {
    episodes.close(live.id);
    throw new BadRequest(NO_PAGES);
  }
  return live;
}

/** Environments by number, each with one episode at a time. */
class Environments {
  readonly #served: Served;
  /** Ids of episodes by the number of their environment; null where the episode was closed. */
  readonly #open = new Map<number, string | null>();
  #created = 0;

  constructor(served: Served) {
    this.#served = served;
  }

  numbers(): number[] {
    return [...this.#open.keys()];
  }

  /** A new environment, at the task that its number stands for. */
  create(): number {
    const number = this.#created;
    this.#begin(number, number % Math.max(1, this.#served.shelf.splits[0]?.tasks ?? 1));
    this.#created += 1;
    return number;
  }

  at(number: number, written: string | undefined = String(number)): LiveEpisode {
    const id = this.#open.get(number);
    const live = id === undefined || id === null ? undefined : this.#served.episodes.get(id);
    if (live === undefined)
      throw new NoSuchEpisode(
        `there is no environment ${written ?? 'without env_idx'}, or it was closed for want of use; create one, or reset it`,
      );
    return live;
  }

  /** Begins anew, at another task where one is named. */
  reset(number: number, index: number | null): LiveEpisode {
    const id = this.#open.get(number);
    if (id === undefined) throw new NoSuchEpisode(`there is no environment ${number}; create one first`);
    const tasks = this.#served.shelf.splits[0]?.tasks ?? 1;
    if (id !== null) this.#served.episodes.close(id);
    return this.#begin(number, index ?? number % tasks);
  }

  close(number: number): boolean {
    const id = this.#open.get(number);
    if (id != null) this.#served.episodes.close(id);
    return this.#open.delete(number);
  }

  #begin(number: number, index: number): LiveEpisode {
    const live = begun(this.#served, index);
    live.whenClosed(() => {
      if (this.#open.get(number) === live.id) this.#open.set(number, null);
    });
    this.#open.set(number, live.id);
    return live;
  }
}

/** Place of a session in the web site, as far as its addresses tell. */
interface Whereabouts {
  readonly id: string;
  at: 'front' | 'results' | 'item' | 'section' | 'done';
  query: string;
  page: number;
  product: string;
  options: Record<string, string>;
}

const Options = z.record(z.string(), z.string());
const MOST_PAGES = 50;

/** Options as an address writes them: a JSON object, or a Python dict of strings. */
function optionsIn(written: string): Record<string, string> {
  for (const text of [written, written.replaceAll("'", '"')]) {
    try {
      const read = Options.safeParse(JSON.parse(text));
      if (read.success) return read.data;
    } catch {
      // The other way of writing is tried.
    }
  }
  throw new BadRequest(`the options are ${written.slice(0, 100)}, expected an object such as {"size": "40"}`);
}

/** Words as an address writes them: plain, joined by "+", or a Python list of strings. */
const wordsIn = (written: string): string =>
  /^\[.*\]$/s.test(written)
    ? written
        .slice(1, -1)
        .replace(/['",]+\s*/g, ' ')
        .trim()
    : written.replaceAll('+', ' ').trim();

/** The web site: addresses that say which page is wanted become the actions that lead there. */
class Site {
  readonly #served: Served;
  readonly #sessions = new Map<string, Whereabouts>();

  constructor(served: Served) {
    this.#served = served;
  }

  /** The front page of a session; one that is new, or over, begins: "fixed_12" is task 12, others one by their name. */
  async front(session: string): Promise<string> {
    const known = this.#liveIn(session);
    if (known === null || known.live.end !== null) return pageOf(this.#begin(session)).html;
    if (known.where.at !== 'front') await known.live.act('click[back to search]');
    Object.assign(known.where, { at: 'front', query: '', product: '', options: {} });
    return pageOf(known.live).html;
  }

  async results(session: string, written: string, page: number): Promise<string> {
    const { live, where } = this.#at(session);
    const query = wordsIn(written);
    if (!Number.isInteger(page) || page < 1 || page > MOST_PAGES)
      throw new BadRequest(`the page is ${page}, expected one from 1 to ${MOST_PAGES}`);
    const isSame = where.query === query && where.at !== 'front';
    if (isSame && where.at === 'section') await live.act('click[< prev]');
    if (isSame && where.at !== 'results') await live.act('click[< prev]');
    if (!isSame) await live.act(`search[${query}]`);
    const from = isSame ? where.page : 1;
    for (let at = from; at < page; at++) await live.act('click[next >]');
    for (let at = from; at > page; at--) await live.act('click[< prev]');
    Object.assign(where, { at: 'results', query, page, product: '', options: {} });
    return pageOf(live).html;
  }

  async item(session: string, product: string, options: string): Promise<string> {
    const { live, where } = this.#at(session);
    await this.#open(live, where, product, optionsIn(options));
    return pageOf(live).html;
  }

  async section(session: string, product: string, section: string, options: string): Promise<string> {
    const { live, where } = this.#at(session);
    await this.#open(live, where, product, optionsIn(options));
    await live.act(`click[${section}]`);
    where.at = 'section';
    return pageOf(live).html;
  }

  async bought(session: string, product: string, options: string): Promise<string> {
    const { live, where } = this.#at(session);
    await this.#open(live, where, product, optionsIn(options));
    await live.act('click[buy now]');
    where.at = 'done';
    return pageOf(live).html;
  }

  /** Opens a product's page with options chosen, from wherever the session is. */
  async #open(live: LiveEpisode, where: Whereabouts, product: string, options: Record<string, string>): Promise<void> {
    const isOpen = where.product === product && (where.at === 'item' || where.at === 'section');
    if (!isOpen) await live.act(`click[${product}]`);
    else if (where.at === 'section') await live.act('click[< prev]');
    const chosen = isOpen ? where.options : {};
    for (const [name, value] of Object.entries(options)) if (chosen[name] !== value) await live.act(`click[${value}]`);
    Object.assign(where, { at: 'item', product, options });
  }

  #liveIn(session: string): { readonly live: LiveEpisode; readonly where: Whereabouts } | null {
    const where = this.#sessions.get(session);
    const live = where === undefined ? undefined : this.#served.episodes.get(where.id);
    return where === undefined || live === undefined ? null : { live, where };
  }

  #at(session: string) {
    const known = this.#liveIn(session);
    if (known === null) throw new NoSuchEpisode(`there is no session "${session}"; get its front page first`);
    return known;
  }

  #begin(session: string): LiveEpisode {
    const before = this.#sessions.get(session);
    if (before !== undefined) this.#served.episodes.close(before.id);
    const tasks = Math.max(1, this.#served.shelf.splits[0]?.tasks ?? 1);
    const fixed = /^fixed_(\d+)$/.exec(session)?.[1];
    const drawn = createHash('sha256').update(session).digest().readUInt32BE(0) % tasks;
    const live = begun(this.#served, fixed === undefined ? drawn : Number(fixed));
    live.whenClosed(() => {
      if (this.#sessions.get(session)?.id === live.id) this.#sessions.delete(session);
    });
    this.#sessions.set(session, { id: live.id, at: 'front', query: '', page: 1, product: '', options: {} });
    return live;
  }
}
