/** @typedef {'right' | 'wrong' | 'unsure'} MarkName */
/** @typedef {{ mark: MarkName, reason: string }} Mark */

/** A person's marks on verdicts: kept by the browser under the dataset's digest, and given out as a file. */
class Marks {
  /** @type {Map<string, Mark>} */
  #marks = new Map();
  #rater = '';
  /** True where the browser keeps them. */
  isKept = true;

  /** @param {string} dataset */
  constructor(dataset) {
    this.key = `cartwright marks ${dataset}`;
    try {
      const kept = JSON.parse(localStorage.getItem(this.key) ?? '{}');
      this.#rater = typeof kept.rater === 'string' ? kept.rater : '';
      for (const [id, { mark, reason }] of Object.entries(kept.marks ?? {})) this.#marks.set(id, { mark, reason });
    } catch {
      this.#marks.clear();
    }
  }

  get size() {
    return this.#marks.size;
  }

  get rater() {
    return this.#rater;
  }

  /** @param {string} name */
  set rater(name) {
    this.#rater = name;
    this.#keep();
  }

  /** @param {string} id */
  of(id) {
    return this.#marks.get(id) ?? null;
  }

  /**
   * Marks a task; the same mark once more takes it back.
   * @param {string} id
   * @param {MarkName} mark
   */
  toggle(id, mark) {
    const before = this.of(id);
    if (before?.mark === mark) this.#marks.delete(id);
    else this.#marks.set(id, { mark, reason: before?.reason ?? '' });
    this.#keep();
  }

  /**
   * @param {string} id
   * @param {string} reason
   */
  explain(id, reason) {
    const before = this.of(id);
    if (before === null) return;
    this.#marks.set(id, { ...before, reason });
    this.#keep();
  }

  #keep() {
    try {
      const marks = Object.fromEntries(this.#marks);
      localStorage.setItem(this.key, JSON.stringify({ rater: this.#rater, marks }));
      this.isKept = true;
    } catch {
      this.isKept = false;
    }
  }

  /**
   * All marks as CSV, as `npm run audit -- <run> --adjudications` reads them.
   * @param {(id: string) => { verdict: string, text: string }} judgedOf
   */
  csv(judgedOf) {
    const rows = [...this.#marks].map(([id, { mark, reason }]) => {
      const { verdict, text } = judgedOf(id);
      return [id, verdict, text, mark, reason, this.#rater];
    });
    const all = [['task_id', 'verdict', 'text', 'mark', 'reason', 'rater'], ...rows];
    return all.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
  }
}

/**
 * A cell that no spreadsheet takes for a formula.
 * @param {string} text
 */
const csvCell = (text) => {
  const harmless = /^[=+\-@\t\r']/.test(text) ? `'${text}` : text;
  return /[",;\r\n\t]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
};
