/** As page.css has it. */
const ROW_HEIGHT = 58;
/** Rows made above and below those that are seen. */
const SPARE_ROWS = 8;

/** A list of any length of which only the rows that are seen are there. */
class TaskList {
  /** @type {readonly number[]} */
  #numbers = [];
  #chosen = -1;
  /** The first row that is there, and the one after the last. */
  #made = [0, 0];

  /**
   * @param {PageIndex} index
   * @param {Marks} marks
   * @param {(number: number) => void} onOpen
   */
  constructor(index, marks, onOpen) {
    this.index = index;
    this.marks = marks;
    this.onOpen = onOpen;
    this.scroller = byId('list');
    this.rows = byId('rows');
    this.scroller.addEventListener('scroll', () => this.#follow(), { passive: true });
    new ResizeObserver(() => this.#follow()).observe(this.scroller);
  }

  /** The number of the entry that is chosen; null where none of the list is. */
  get chosen() {
    return this.#numbers[this.#chosen] ?? null;
  }

  /** @param {readonly number[]} numbers */
  show(numbers) {
    const chosen = this.chosen;
    this.#numbers = numbers;
    this.#chosen = chosen === null ? -1 : numbers.indexOf(chosen);
    this.rows.style.height = `${numbers.length * ROW_HEIGHT}px`;
    if (this.#chosen === -1) this.scroller.scrollTop = 0;
    else this.#reveal();
    this.paint();
  }

  /**
   * @param {number} number
   * @returns {boolean} whether the list has it
   */
  choose(number) {
    this.#chosen = this.#numbers.indexOf(number);
    this.#reveal();
    this.paint();
    return this.#chosen !== -1;
  }

  /**
   * Goes on by some rows, and stops at the ends.
   * @param {number} step
   */
  move(step) {
    if (this.#numbers.length === 0) return;
    this.#chosen = Math.max(0, Math.min(this.#numbers.length - 1, this.#chosen + step));
    this.#reveal();
    this.paint();
  }

  #reveal() {
    if (this.#chosen === -1) return;
    const top = this.#chosen * ROW_HEIGHT;
    const { scrollTop, clientHeight } = this.scroller;
    if (top < scrollTop) this.scroller.scrollTop = top;
    else if (top + ROW_HEIGHT > scrollTop + clientHeight) this.scroller.scrollTop = top + ROW_HEIGHT - clientHeight;
  }

  /** Makes the rows that are seen now, unless they are there: who presses a row that is made anew meanwhile has not clicked. */
  #follow() {
    const [first, last] = this.#seen();
    if (first !== this.#made[0] || last !== this.#made[1]) this.paint();
  }

  /** @returns {[number, number]} */
  #seen() {
    const { scrollTop, clientHeight } = this.scroller;
    return [
      Math.max(0, Math.floor(scrollTop / ROW_HEIGHT) - SPARE_ROWS),
      Math.min(this.#numbers.length, Math.ceil((scrollTop + clientHeight) / ROW_HEIGHT) + SPARE_ROWS),
    ];
  }

  paint() {
    const [first, last] = this.#seen();
    this.#made = [first, last];
    const rows = [];
    for (let at = first; at < last; at++) rows.push(this.#row(at));
    this.rows.replaceChildren(...rows);
    if (this.#chosen === -1) this.scroller.removeAttribute('aria-activedescendant');
    else this.scroller.setAttribute('aria-activedescendant', `row-${this.#chosen}`);
  }

  /** @param {number} at */
  #row(at) {
    const number = /** @type {number} */ (this.#numbers[at]);
    const { ids, intents, codes, noun, query, reason, target } = this.index;
    const id = /** @type {string} */ (ids[number]);
    const code = codes[/** @type {number} */ (this.index.code[number])];
    const mark = this.marks.of(id)?.mark;
    const row = element(
      'div',
      {
        class: 'row',
        role: 'option',
        id: `row-${at}`,
        'aria-selected': String(at === this.#chosen),
        'aria-posinset': String(at + 1),
        'aria-setsize': String(this.#numbers.length),
        click: () => this.onOpen(number),
      },
      element(
        'span',
        { class: 'head' },
        element(
          'span',
          { class: `verdict ${code === undefined ? 'good' : 'bad'}` },
          code === undefined ? 'accepted' : shown(code),
        ),
        shown(intents[/** @type {number} */ (this.index.intent[number])] ?? ''),
        mark === undefined ? null : element('span', { class: `tick ${mark}` }, mark),
      ),
      element(
        'span',
        { class: 'said' },
        noun[number] === '' ? null : element('b', {}, shown(noun[number] ?? '')),
        ' ',
        shown((query[number] || reason[number] || target[number] || id).slice(0, 240)),
      ),
    );
    row.style.top = `${at * ROW_HEIGHT}px`;
    return row;
  }
}
