/** What a command has opened, to be closed on its way out, the last first. */
export class Opened {
  readonly #closers: (() => unknown)[] = [];

  add<T>(opened: T, close: (opened: T) => unknown): T {
    this.#closers.push(() => close(opened));
    return opened;
  }

  /** Closes everything, whatever one of them throws; then throws the first of that. */
  async close(): Promise<void> {
    const errors: unknown[] = [];
    for (let close = this.#closers.pop(); close !== undefined; close = this.#closers.pop()) {
      try {
        await close();
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors[0];
  }
}
