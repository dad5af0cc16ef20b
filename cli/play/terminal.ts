import { createInterface } from 'node:readline/promises';
import type { EpisodeTask } from '../../pipeline/episode.ts';
import type { SeenProduct } from '../../pipeline/presentation.ts';
import { type Act, faceAt, type Sitting } from '../../shopping/episode/person/index.ts';
import { counted } from '../../text/numbers.ts';
import { escapeForTerminal } from '../terminal/escape.ts';
import type { Output } from '../terminal/output.ts';
import { Page } from '../terminal/page.ts';
import { type Named, readLine } from './command-line.ts';
import type { Game } from './game.ts';
import { TerminalRating } from './terminal-rating.ts';
import {
  addHelp,
  addOutcome,
  addPictures,
  addProductLine,
  addRequest,
  addShown,
  type Numbered,
} from './terminal-text.ts';

const DONE = 0;
const FEW_STEPS = 5;

interface Terminal {
  readonly output: Output;
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly signal: AbortSignal;
}

/** Plays one task line by line, until it is over or the person leaves; whoever leaves goes on later. */
export async function playInTerminal(
  game: Game,
  task: EpisodeTask,
  { output, input, signal }: Terminal,
): Promise<number> {
  const sitting = game.sit(task);
  const talk = new Talk(sitting, output);
  const rating = new TerminalRating(sitting.counter, output);
  const wasOver = sitting.isOver;
  const isTyped = input.isTTY === true;
  talk.begin();
  if (!wasOver) {
    const lines = createInterface({ input, terminal: isTyped, ...(isTyped ? { output: process.stdout } : {}) });
    const leave = () => lines.close();
    signal.addEventListener('abort', leave);
    lines.on('SIGINT', leave);
    lines.setPrompt('> ');
    if (isTyped) lines.prompt();
    for await (const line of lines) {
      // What is piped in is shown like what is typed.
      if (!isTyped) output.write(`> ${escapeForTerminal(line)}\n`);
      if (sitting.isOver) {
        if (!rating.hear(line)) break;
      } else {
        if (!talk.hear(line)) break;
        game.settle(task, sitting);
        if (sitting.isOver) {
          talk.end(game);
          rating.ask();
        }
      }
      if (isTyped) lines.prompt();
    }
    signal.removeEventListener('abort', leave);
    lines.close();
  }
  if (wasOver || !sitting.isOver) talk.end(game);
  if (rating.said !== null) game.folder.rate(task, rating.said);
  return DONE;
}

/** Conversation with a person in one episode: says things to them and reads their lines. */
class Talk {
  readonly #sitting: Sitting;
  readonly #output: Output;
  /** The list that `more` goes on with. */
  #listed: Extract<Act, { act: 'use' }> | null = null;
  #open: string | null = null;

  constructor(sitting: Sitting, output: Output) {
    this.#sitting = sitting;
    this.#output = output;
    const last = sitting.notebook.visits.findLast(({ shown }) => shown.kind === 'product');
    if (last?.shown.kind === 'product') this.#open = last.shown.ids[0] ?? null;
  }

  begin(): void {
    this.#print((page) => {
      addRequest(page, this.#sitting);
      const { length } = this.#sitting.notebook.visits;
      if (length > 0 && !this.#sitting.isOver)
        page.paragraph(`You go on after ${counted(length, 'result', 'results')}; seen lists the products among them.`);
    });
  }

  /** Does what a line says; false where the person leaves. */
  hear(text: string): boolean {
    const line = readLine(text, this.#named);
    switch (line.kind) {
      case 'nothing':
        return true;
      case 'quit':
        return false;
      case 'help':
        this.#print((page) => addHelp(page, this.#sitting.counter));
        return true;
      case 'request':
        this.#print((page) => addRequest(page, this.#sitting));
        return true;
      case 'seen':
        this.#print((page) => this.#addSeen(page));
        return true;
      case 'unclear':
        this.#print((page) => page.paragraph(line.sentence, { style: 'yellow' }));
        return true;
      case 'more':
        this.#more();
        return true;
      case 'act':
        this.#do(line.act);
        return true;
    }
  }

  end({ folder, person, left }: Game): void {
    const { outcome } = this.#sitting;
    this.#print((page) => {
      if (outcome === null) {
        page.paragraph(`The episode is kept in ${folder.path}; the same command goes on with it.`);
        return;
      }
      addOutcome(page, outcome);
      page.gap();
      page.paragraph(
        `Written to ${folder.path}; ${left === 0 ? `${person} has played everything` : `${counted(left, 'task is', 'tasks are')} left for ${person}`}.`,
      );
    });
  }

  #do(act: Act): void {
    const done = this.#sitting.act(act);
    if ('refused' in done) {
      this.#print((page) => page.paragraph(done.refused, { style: 'yellow' }));
      return;
    }
    const pages = new Set<string>();
    this.#print((page) => {
      for (const { shown } of done.visits) {
        // The page of a product is made of what several tools say of it.
        if (shown.kind !== 'product') addShown(page, shown, this.#numbered);
        else for (const id of shown.ids) pages.add(id);
        if (shown.kind === 'reply') addPictures(page, this.#sitting, shown.text);
      }
      if (pages.size > 0) addShown(page, { kind: 'product', ids: [...pages] }, this.#numbered);
      if (this.#sitting.stepsLeft <= FEW_STEPS && !this.#sitting.isOver)
        page.paragraph(`${this.#sitting.stepsLeft} steps are left`, { style: 'yellow' });
    });
    const last = done.visits.at(-1)?.shown;
    if (last?.kind === 'product') this.#open = last.ids[0] ?? null;
    if (last?.kind === 'products' && act.act === 'use') this.#listed = last.more ? act : null;
  }

  #more(): void {
    const listed = this.#listed;
    if (listed === null) this.#print((page) => page.paragraph('There is no next page.', { style: 'yellow' }));
    else this.#do({ ...listed, page: (listed.page ?? 0) + 1 });
  }

  #addSeen(page: Page): void {
    const { products } = this.#sitting.notebook;
    if (products.length === 0) page.paragraph('Nothing was shown yet.');
    for (const [at, product] of products.entries()) addProductLine(page, product, at + 1);
  }

  get #numbered(): Numbered {
    const { notebook } = this.#sitting;
    const numbers = new Map(notebook.products.map(({ id }, at) => [id, at + 1]));
    return {
      numberOf: (id) => numbers.get(id) ?? 0,
      product: (id): SeenProduct => notebook.product(id) ?? { id },
    };
  }

  get #named(): Named {
    const { counter, notebook } = this.#sitting;
    return {
      counter,
      open: faceAt(counter, 'product') === undefined ? null : this.#open,
      productOf: (word) => {
        if (notebook.product(word) !== undefined) return word;
        return /^\d{1,6}$/.test(word) ? (notebook.products[Number(word) - 1]?.id ?? null) : null;
      },
      shopOf: (id) => notebook.product(id)?.shop ?? null,
    };
  }

  #print(add: (page: Page) => void): void {
    const page = new Page(this.#output);
    add(page);
    if (page.text !== '') this.#output.write(`${page.text}\n`);
  }
}
