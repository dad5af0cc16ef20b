/** Ties filters, list, entry, address and keys together. */
class ReportPage {
  /** @type {Filters} */
  #filters = { ...NO_FILTERS };
  /** The entry that is shown; null where none is. */
  #open = /** @type {number | null} */ (null);

  /** @param {PageIndex} index */
  constructor(index) {
    this.index = index;
    this.places = new Map(index.ids.map((id, at) => [id, at]));
    this.marks = new Marks(index.dataset);
    this.finder = new Finder(index, this.marks);
    this.list = new TaskList(index, this.marks, (number) => this.go(number));
    this.markBar = new MarkBar(
      this.marks,
      (id) => this.#judgedOf(id),
      () => this.list.paint(),
    );
    fillControls(index, (name, value) => {
      this.#filters[name] = value;
      this.#tellAddress();
      this.find();
    });
    byId('clear').addEventListener('click', () => this.clear());
    byId('list').addEventListener('keydown', (event) => this.#onListKey(event));
    document.addEventListener('keydown', (event) => this.#onKey(event));
    addEventListener('hashchange', () => this.#follow());
    this.find();
    this.#follow();
    // A page does not know which run it is of before it lies in its folder.
    document.title = `${decoded(location.pathname).split('/').at(-2) ?? ''}: ${document.title}`;
    // Not at once: what is seen comes first.
    setTimeout(() => this.finder.prepare(), 50);
  }

  /** Shows what meets the filters. */
  find() {
    const found = this.finder.find(this.#filters);
    const { leftOut, ids } = this.index;
    const left = leftOut === 0 ? '' : `; ${formatCount(leftOut)} more are in the run's files only`;
    byId('count').textContent = `${formatCount(found.length)} of ${formatCount(ids.length)}${left}`;
    byId('clear').hidden = Object.values(this.#filters).every((value) => value === '');
    this.list.show(found);
  }

  clear() {
    this.#setFilters({ ...NO_FILTERS });
    this.#tellAddress();
  }

  /** @param {Filters} filters */
  #setFilters(filters) {
    this.#filters = filters;
    for (const [name, value] of Object.entries(filters)) /** @type {Control} */ (byId(name)).value = value;
    this.find();
  }

  /** Keeps the filters in the address, unless a task stands there. */
  #tellAddress() {
    if (this.#open === null) history.replaceState(null, '', `#?${this.#filterText()}`);
  }

  #filterText() {
    return new URLSearchParams(Object.entries(this.#filters).filter(([, value]) => value !== '')).toString();
  }

  /** Opens an entry by its address, so that the browser's own way back leads here. @param {number} number */
  go(number) {
    location.hash = encodeURIComponent(/** @type {string} */ (this.index.ids[number]));
  }

  /** Does what the address says: nothing, filters, or a task. */
  #follow() {
    const hash = location.hash.slice(1);
    if (hash === '') return this.#look('overview');
    this.#look('browse');
    if (hash.startsWith('?')) {
      this.#setFilters({
        ...NO_FILTERS,
        ...Object.fromEntries([...new URLSearchParams(hash)].filter(([name]) => Object.hasOwn(NO_FILTERS, name))),
      });
      return this.#close();
    }
    const id = decoded(hash);
    const number = this.places.get(id);
    if (number === undefined) return this.#tellUnknown(id);
    if (!this.list.choose(number)) {
      this.#setFilters({ ...NO_FILTERS });
      this.list.choose(number);
    }
    return this.read(number);
  }

  /** @param {'overview' | 'browse'} view */
  #look(view) {
    document.body.dataset.view = view;
    byId('to-overview').toggleAttribute('aria-current', view === 'overview');
    byId('to-browse').toggleAttribute('aria-current', view === 'browse');
    if (view === 'browse') this.list.paint();
  }

  #close() {
    this.#open = null;
    document.body.toggleAttribute('data-open', false);
    byId('entry').replaceChildren(
      element(
        'p',
        { class: 'empty' },
        'Choose a task: ',
        element('kbd', {}, 'j'),
        ' and ',
        element('kbd', {}, 'k'),
        ' go through the list, ',
        element('kbd', {}, '?'),
        ' shows all keys.',
      ),
    );
  }

  /** @param {string} id */
  #tellUnknown(id) {
    this.#open = null;
    document.body.toggleAttribute('data-open', true);
    byId('entry').replaceChildren(
      element(
        'p',
        { class: 'empty' },
        'No accepted or rejected task of this run is called ',
        shown(id),
        '. Surplus and pending tasks are not on this page; npm run explain tells of them.',
      ),
    );
  }

  /** Shows an entry. @param {number} number */
  async read(number) {
    this.#open = number;
    const entry = await entryAt(this.index, number);
    // Another may have been asked for meanwhile.
    if (this.#open !== number) return;
    const { intents, codes, stages, categories } = this.index;
    const at = (/** @type {readonly string[]} */ names, /** @type {readonly number[]} */ column) =>
      names[/** @type {number} */ (column[number])] ?? null;
    const head = {
      intent: at(intents, this.index.intent) ?? '',
      code: at(codes, this.index.code),
      stage: at(stages, this.index.stage),
      category: at(categories, this.index.category) ?? '',
    };
    const pane = byId('entry');
    pane.replaceChildren(
      element('a', { class: 'back', href: `#?${this.#filterText()}` }, '← back to the list'),
      ...entryNodes(entry, head),
      this.markBar.of(entry.id),
    );
    pane.scrollTop = 0;
    document.body.toggleAttribute('data-open', true);
  }

  /** Returns the subject of a mark. @param {string} id */
  #judgedOf(id) {
    const number = /** @type {number} */ (this.places.get(id));
    const verdict = this.index.codes[/** @type {number} */ (this.index.code[number])] ?? 'accepted';
    return { verdict, text: /** @type {string} */ (this.index.text[number]) };
  }

  /** @param {KeyboardEvent} event */
  #onListKey(event) {
    const pages = Math.max(1, Math.floor(byId('list').clientHeight / ROW_HEIGHT) - 1);
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: pages, PageUp: -pages, Home: -Infinity, End: Infinity }[
      event.key
    ];
    if (step === undefined) return;
    event.preventDefault();
    this.step(step);
  }

  /** Goes on in the list, and where there is room for it, reads what is chosen there. @param {number} step */
  step(step) {
    this.#look('browse');
    this.list.move(step);
    const number = this.list.chosen;
    if (number === null || (isNarrow() && this.#open === null)) return;
    history.replaceState(null, '', `#${encodeURIComponent(/** @type {string} */ (this.index.ids[number]))}`);
    this.read(number);
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || byId('help').hasAttribute('open')) return;
    const field =
      event.target instanceof HTMLElement && /^(?:INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)
        ? event.target
        : null;
    if (event.key === 'Escape') return field === null ? this.#back() : field.blur();
    if (field !== null) {
      if (event.key !== 'Enter') return;
      // From the search on to what it found.
      field.blur();
      if (field.id === 'q' && this.list.chosen === null) this.step(1);
      return;
    }
    const id = this.#open === null ? null : /** @type {string} */ (this.index.ids[this.#open]);
    const marked = (/** @type {MarkName} */ name) => (id === null ? undefined : this.markBar.toggle(id, name));
    /** @type {Record<string, () => unknown>} */
    const keys = {
      j: () => this.step(1),
      k: () => this.step(-1),
      Enter: () =>
        this.list.chosen === null ||
        event.target instanceof HTMLAnchorElement ||
        event.target instanceof HTMLButtonElement
          ? null
          : this.#enter(this.list.chosen),
      '/': () => {
        if (document.body.dataset.view === 'overview' || (isNarrow() && this.#open !== null))
          location.hash = `?${this.#filterText()}`;
        this.#look('browse');
        /** @type {HTMLInputElement} */ (byId('q')).select();
      },
      c: () => this.clear(),
      o: () => {
        location.hash = '';
      },
      b: () => {
        location.hash = `?${this.#filterText()}`;
      },
      r: () => marked('right'),
      w: () => marked('wrong'),
      u: () => marked('unsure'),
      e: () => document.getElementById('why')?.focus(),
      '?': showHelp,
    };
    const act = Object.hasOwn(keys, event.key) ? keys[event.key] : undefined;
    if (act === undefined || act() === null) return;
    event.preventDefault();
  }

  /** @param {number} number */
  #enter(number) {
    this.go(number);
    byId('entry').focus();
  }

  #back() {
    location.hash = this.#open === null && !document.body.hasAttribute('data-open') ? '' : `?${this.#filterText()}`;
    byId('list').focus();
  }
}

/** An address as it was before it was encoded; as it stands where it was not. @param {string} hash */
function decoded(hash) {
  try {
    return decodeURIComponent(hash);
  } catch {
    return hash;
  }
}

const showHelp = () => /** @type {HTMLDialogElement} */ (byId('help')).showModal();

byId('to-help').addEventListener('click', showHelp);
unpacked('index').then(
  (index) => {
    new ReportPage(/** @type {PageIndex} */ (index));
    document.body.toggleAttribute('data-ready', true);
  },
  (error) => {
    byId('count').textContent = `The data of this page cannot be read (${error}); write it again with npm run report.`;
  },
);
