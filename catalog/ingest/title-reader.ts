import type { StatedInTitles } from '../store/text-stated.ts';
import { AnsweringThread } from './answering-thread.ts';
import type { TitleSettings, TitlesToRead } from './title-thread.ts';

/** As of a thread that reads rows. */
const YOUNG_MEGABYTES = 24;

/** Reads the titles of a catalog in a thread of its own, while fields are learned that no title is read for. */
export class TitleReader {
  readonly #thread: AnsweringThread<TitlesToRead, StatedInTitles>;

  constructor(settings: TitleSettings) {
    const url = new URL('./title-thread.ts', import.meta.url);
    this.#thread = new AnsweringThread(url, settings, YOUNG_MEGABYTES, ({ message }) => new Error(message));
  }

  /** Nobody may write to the catalog until the titles are read. */
  read(titles: TitlesToRead): Promise<StatedInTitles> {
    return this.#thread.ask(titles, []);
  }

  close(): Promise<void> {
    return this.#thread.close();
  }
}
