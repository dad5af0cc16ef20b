/** @typedef {{ q: string, status: string, intent: string, code: string, mark: string }} Filters */

/** @type {Readonly<Filters>} */
const NO_FILTERS = { q: '', status: '', intent: '', code: '', mark: '' };

/**
 * Splits a search into its terms: single words, and several in quotes.
 * @param {string} q
 */
const wanted = (q) =>
  [...q.toLowerCase().matchAll(/"([^"]+)"?|(\S+)/g)].map(([, several, one]) => several ?? one ?? '');

/** Finds the entries that meet the filters. */
class Finder {
  /** All that is searched of each entry, in one string in lower case. */
  #texts = /** @type {string[]} */ ([]);

  /**
   * @param {PageIndex} index
   * @param {Marks} marks
   */
  constructor(index, marks) {
    this.index = index;
    this.marks = marks;
  }

  /** Makes ready for the first search, which would take longer than others. */
  prepare() {
    if (this.#texts.length > 0) return;
    const { ids, query, target, reason, category, categories } = this.index;
    this.#texts = ids.map((id, at) =>
      `${id}\n${query[at]}\n${target[at]}\n${reason[at]}\n${categories[/** @type {number} */ (category[at])] ?? ''}`.toLowerCase(),
    );
  }

  /**
   * Numbers of entries, in their order.
   * @param {Filters} filters
   */
  find({ q, status, intent, code, mark }) {
    const words = wanted(q);
    if (words.length > 0) this.prepare();
    const { ids, intents, codes } = this.index;
    const intentAt = intent === '' ? null : intents.indexOf(intent);
    const codeAt = code === '' ? null : codes.indexOf(code);
    /** @type {number[]} */
    const found = [];
    for (let at = 0; at < ids.length; at++) {
      if (intentAt !== null && this.index.intent[at] !== intentAt) continue;
      const own = /** @type {number} */ (this.index.code[at]);
      if (codeAt !== null && (own !== codeAt || codeAt === -1)) continue;
      if (status !== '' && (status === 'accepted') !== (own === -1)) continue;
      if (mark !== '' && (this.marks.of(/** @type {string} */ (ids[at]))?.mark ?? 'none') !== mark) continue;
      const text = words.length === 0 ? '' : /** @type {string} */ (this.#texts[at]);
      if (words.every((word) => text.includes(word))) found.push(at);
    }
    return found;
  }
}
