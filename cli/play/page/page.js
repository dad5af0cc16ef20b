/** Ties the shop, the shopper, the address and keys together. */
class PlayPage {
  #isGoingBack = false;

  /** @param {Episode} episode */
  constructor(episode) {
    this.episode = episode;
    this.shopper = new ShopperPane(
      episode,
      (act) => this.act(act),
      (act, given) => this.find(act, given),
    );
    addEventListener('hashchange', () => this.paint());
    document.addEventListener('keydown', (event) => this.#onKey(event));
    this.#paintSearch();
    if (episode.isOver && location.hash === '') location.hash = 'outcome';
    this.paint();
  }

  /** Does something and shows what came of it; true where it was done. @param {Act} act */
  async act(act) {
    const { length } = this.episode.screen.visits;
    const wasOver = this.episode.isOver;
    if (!(await this.#tried(() => this.episode.act(act)))) return false;
    const fresh = this.episode.screen.visits.slice(length);
    const refused = fresh.find(
      ({ tool, shown: what }) => what.kind === 'refused' && tool !== this.episode.faceAt('chat')?.tool,
    );
    if (refused?.shown.kind === 'refused') this.#tell(refused.shown.text);
    if (this.episode.isOver && !wasOver) this.go('outcome');
    else this.paint();
    return refused === undefined;
  }

  /** @param {() => Promise<boolean>} what */
  async #tried(what) {
    this.#tell('');
    try {
      return await what();
    } catch (error) {
      this.#tell(error instanceof Error ? error.message : String(error));
      return false;
    }
  }

  /** @param {string} text */
  #tell(text) {
    const notice = byId('notice');
    notice.hidden = text === '';
    notice.replaceChildren(shown(text));
  }

  /** Goes to a place by its address, so that the browser's own way back leads here. @param {string} place */
  go(place) {
    if (location.hash === `#${place}`) this.paint();
    else location.hash = place;
  }

  paint() {
    const { screen, isOver, chosen } = this.episode;
    const [place = '', ...rest] = location.hash.slice(1).split('/');
    const argument = decoded(rest.join('/'));
    document.body.dataset.place = place === 'shopper' ? 'shopper' : 'shop';
    byId('left').textContent = isOver ? 'over' : `${formatCount(screen.stepsLeft)} steps left`;
    byId('to-outcome').hidden = !isOver;
    byId('to-answer').hidden = isOver || this.episode.faceAt('answer') === undefined;
    byId('to-answer').textContent =
      `${this.episode.faceAt('answer')?.label}${chosen.length === 0 ? '' : ` (${chosen.length})`}`;
    byId('to-shopper').textContent = this.episode.faceAt('chat')?.heading ?? 'Request';
    byId('to-tools').hidden = isOver || screen.forms.length === 0;
    byId('to-shop').hidden = this.#isDesk;
    byId('search').hidden = isOver || this.#isDesk;
    for (const link of document.querySelectorAll('header nav a'))
      link.toggleAttribute(
        'aria-current',
        link.getAttribute('href') === `#${place || (this.#isDesk ? 'tools' : 'shop')}`,
      );
    this.shopper.paint();
    const key = location.hash;
    const view = byId('view');
    const isNew = view.dataset.key !== key;
    view.dataset.key = key;
    const refocus = keptFocus(view);
    view.replaceChildren(...this.#viewOf(place, argument));
    refocus();
    if (isNew) scrollTo(0, 0);
    document.body.toggleAttribute('data-ready', true);
  }

  /** @param {string} place @param {string} argument @returns {(Node | string)[]} */
  #viewOf(place, argument) {
    const { outcome, visits, tasksLeft } = this.episode.screen;
    if (place === 'product') return this.#productView(argument);
    if (place === 'answer' && outcome === null) return this.#answerView();
    if (place === 'tools' && outcome === null) return this.#toolsView();
    if (place === 'outcome' && outcome !== null)
      return outcomeNodes(outcome, {
        tasksLeft,
        onNext: () => void this.#next(),
        rating: ratingForm(this.episode.screen, (rating) => void this.#rate(rating)),
      });
    if (place === 'found') {
      const visit = /^\d+$/.test(argument) ? visits[Number(argument)] : undefined;
      if (visit !== undefined) return this.#foundView(visit);
    }
    if (this.#isDesk && outcome === null) return this.#toolsView();
    const last = visits.findLast((visit) => this.#isFound(visit));
    if (last !== undefined) return this.#foundView(last);
    return [
      element(
        'p',
        { class: 'empty' },
        'Search for what is asked for: ',
        element('kbd', {}, '/'),
        ' goes to the box, ',
        element('kbd', {}, '?'),
        ' shows all keys.',
      ),
    ];
  }

  /** True where there is no shop to search, only tools. */
  get #isDesk() {
    return this.episode.faceAt('search') === undefined;
  }

  /** Tells whether a result stands in the shop as a list. @param {Visit} visit */
  #isFound({ shown: what, tool }) {
    const face = this.episode.screen.faces.find((one) => one.tool === tool);
    return (
      what.kind === 'products' || (face?.place === 'look-up' && face.words !== undefined && what.kind !== 'refused')
    );
  }

  /** @param {Rating} rating */
  async #rate(rating) {
    if (await this.#tried(() => this.episode.rate(rating))) this.paint();
  }

  async #next() {
    if (!(await this.#tried(() => this.episode.next()))) return;
    this.#paintSearch();
    this.go('shop');
  }

  /** Looks for something, or shows what the same question brought before. @param {Extract<Act, { act: 'use' }>} act @param {Record<string, unknown>} given the arguments it comes to */
  async find(act, given) {
    const same = (/** @type {Visit} */ visit) =>
      visit.tool === act.tool && visit.shown.kind !== 'refused' && sameArguments(visit.arguments, given);
    let at = this.episode.screen.visits.findLastIndex(same);
    if (at < 0) {
      if (!(await this.act(act)) || this.episode.isOver) return;
      at = this.episode.screen.visits.length - 1;
    }
    this.go(`found/${at}`);
  }

  #paintSearch() {
    const face = this.episode.faceAt('search');
    const form = /** @type {HTMLFormElement} */ (byId('search'));
    if (face === undefined || face.words === undefined) return;
    const filters = this.episode.screen.filters[face.tool] ?? {};
    const words = face.words;
    const box = element('input', {
      type: 'search',
      id: 'q',
      'aria-label': 'Search the shop',
      placeholder: face.hint,
      autocomplete: 'off',
      spellcheck: 'false',
      maxlength: '500',
    });
    const fresh = element(
      'form',
      { id: 'search', role: 'search' },
      box,
      element('button', { class: 'main' }, face.label),
    );
    const names = Object.keys(filters);
    if (names.length > 0)
      fresh.append(
        element(
          'details',
          { class: 'filters' },
          element('summary', {}, 'Filters'),
          element('div', {}, ...fieldsOf(filters, [])),
        ),
      );
    onSubmit(fresh, () => {
      const text = box.value.trim();
      if (text === '') return box.focus();
      const others = argumentsOf(fresh, filters);
      const page = face.page === undefined ? {} : { [face.page.argument]: face.page.first };
      void this.find(
        { act: 'use', tool: face.tool, words: text, page: 0, arguments: others },
        { ...others, [words]: text, ...page },
      );
    });
    form.replaceWith(fresh);
  }

  /** @param {Visit} visit */
  #foundView(visit) {
    const { shown: what, arguments: given, tool } = visit;
    const face = this.episode.screen.faces.find((one) => one.tool === tool);
    const words = face?.words === undefined ? '' : String(given[face.words] ?? '');
    const page = face?.page === undefined ? 0 : Number(given[face.page.argument] ?? face.page.first) - face.page.first;
    const heading = element('h2', {}, shown(words === '' ? (face?.label ?? tool) : words));
    if (what.kind === 'texts') return [heading, ...textNodes(what.texts)];
    if (what.kind !== 'products') return [heading, ...shownNodes(what)];
    const count =
      what.total === null ? `${formatCount(what.ids.length)} on this page` : `${formatCount(what.total)} found`;
    const others = Object.entries(given).filter(
      ([name, value]) => name !== face?.words && name !== face?.page?.argument && value !== '',
    );
    const by = others.map(([name, value]) => `, ${name.replaceAll('_', ' ')} ${String(value)}`).join('');
    const turn = (/** @type {number} */ to) => {
      const { page: paged } = face ?? {};
      if (paged === undefined) return;
      void this.find(
        { act: 'use', tool, arguments: { ...given }, page: to },
        { ...given, [paged.argument]: to + paged.first },
      );
    };
    return [
      heading,
      element('p', { class: 'note' }, shown(`${count}${page === 0 ? '' : `, page ${page + 1}`}${by}`)),
      element('ul', { class: 'products' }, ...what.ids.map((id) => this.#card(id))),
      element(
        'p',
        { class: 'pages' },
        page === 0 ? null : element('button', { type: 'button', click: () => turn(page - 1) }, '← previous page'),
        what.more && !this.episode.isOver
          ? element('button', { type: 'button', click: () => turn(page + 1) }, 'next page →')
          : null,
      ),
    ];
  }

  /** @param {string} id */
  #card(id) {
    const { episode } = this;
    return productCard(episode.product(id), {
      chosen: episode.chosen.includes(id),
      opened: episode.isOpened(id),
      canChoose: !episode.isOver && episode.faceAt('answer') !== undefined,
      onChoose: () => this.choose(id),
      onOpen: () => void this.open(id),
    });
  }

  /** @param {string} id */
  choose(id) {
    this.episode.choose(id);
    this.paint();
  }

  /** Opens the page of a product; once it was opened, that costs nothing. @param {string} id */
  async open(id) {
    const { episode } = this;
    if (!episode.isOpened(id) && !episode.isOver && episode.faceAt('product') !== undefined) {
      if (!(await this.act({ act: 'open', product: id })) || episode.isOver) return;
    }
    this.go(`product/${encodeURIComponent(id)}`);
  }

  /** @param {string} id */
  #productView(id) {
    const { episode } = this;
    if (!episode.products.has(id))
      return [element('p', { class: 'empty' }, 'No product that was shown to you has the id ', shown(id), '.')];
    const product = episode.product(id);
    const canOpen = !episode.isOver && !episode.isOpened(id) && episode.faceAt('product') !== undefined;
    const canChoose = !episode.isOver && episode.faceAt('answer') !== undefined;
    const shop = episode.faceAt('shop');
    const about = episode.faceAt('about');
    return [
      element('article', { class: 'page', 'data-id': id }, ...productNodes(product)),
      canOpen
        ? element('p', {}, element('button', { type: 'button', click: () => void this.open(id) }, 'Show all of it'))
        : null,
      element(
        'p',
        { class: 'doing', 'data-id': id },
        canChoose ? chooseButton(episode.chosen.includes(id), () => this.choose(id)) : null,
        canChoose && episode.chosen.includes(id)
          ? element('a', { href: '#answer', class: 'button' }, `${this.episode.faceAt('answer')?.label} …`)
          : null,
        shop === undefined || product.shop == null || episode.isOver ? null : this.#shopButton(shop, product.shop),
      ),
      about === undefined ? null : this.#aboutSection(about, id),
    ].filter((node) => node !== null);
  }

  /** @param {ToolFace} face @param {string} name */
  #shopButton(face, name) {
    const { tool, words = '', page } = face;
    const given = { [words]: name, ...(page === undefined ? {} : { [page.argument]: page.first }) };
    const act = /** @type {const} */ ({ act: 'use', tool, words: name, page: 0 });
    return element('button', { type: 'button', click: () => void this.find(act, given) }, face.label);
  }

  /** Questions asked about a product, and a box to ask more. @param {ToolFace} face @param {string} id */
  #aboutSection(face, id) {
    const visits = this.episode.screen.visits.filter(
      ({ tool, arguments: given }) => tool === face.tool && [given[face.products?.argument ?? '']].flat().includes(id),
    );
    const box = element('input', { 'aria-label': face.label, placeholder: face.hint, autocomplete: 'off' });
    const form = element('form', { class: 'ask' }, box, element('button', {}, face.label));
    onSubmit(form, () => {
      const words = box.value.trim();
      if (words === '') return box.focus();
      void this.act({ act: 'use', tool: face.tool, words, products: [id] });
    });
    return element(
      'section',
      { class: 'reviews' },
      this.episode.isOver ? null : form,
      ...visits
        .toReversed()
        .flatMap(({ arguments: given, shown: what }) => [
          element('h3', {}, shown(`“${String(given[face.words ?? ''] ?? '')}”`)),
          ...(what.kind === 'texts' ? textNodes(what.texts) : shownNodes(what)),
        ]),
    );
  }

  #answerView() {
    const { episode } = this;
    const face = /** @type {ToolFace} */ (episode.faceAt('answer'));
    const { chosen } = episode;
    const several = face.products?.as !== 'one';
    const why = element('textarea', { 'aria-label': 'Why', placeholder: face.hint, rows: '3', maxlength: '10000' });
    const isAsked = face.words !== undefined;
    return [
      element('h2', {}, `${face.label} ${several ? 'these, in this order,' : 'this one'} and finish`),
      chosen.length === 0
        ? element('p', { class: 'empty' }, several ? 'Choose products first.' : 'Choose a product first.')
        : element(several ? 'ol' : 'ul', { class: 'products' }, ...chosen.map((id) => this.#card(id))),
      isAsked && chosen.length > 0 ? why : null,
      element(
        'p',
        { class: 'doing' },
        chosen.length === 0
          ? null
          : element(
              'button',
              {
                type: 'button',
                class: 'main',
                id: 'answer',
                click: () => void this.act({ act: 'answer', products: chosen, words: why.value.trim() }),
              },
              `${face.label} and finish`,
            ),
      ),
      ...this.#givingUp(),
    ].filter((node) => node !== null);
  }

  #givingUp() {
    const ask = () => byId('giving-up').removeAttribute('hidden');
    return [
      element('p', { class: 'doing' }, element('button', { type: 'button', id: 'give-up', click: ask }, 'Give up')),
      element(
        'p',
        { id: 'giving-up', hidden: true },
        'The episode ends without an answer. ',
        element('button', { type: 'button', click: () => void this.act({ act: 'give-up' }) }, 'Yes, give up'),
      ),
    ];
  }

  #toolsView() {
    const { screen } = this.episode;
    return [
      element('h2', {}, 'Tools'),
      ...screen.forms.map((form) => this.#toolForm(form)),
      ...(this.episode.faceAt('answer') === undefined ? this.#givingUp() : []),
    ];
  }

  /** @param {PlayScreen['forms'][number]} tool */
  #toolForm({ name, description, input }) {
    const properties = /** @type {Record<string, unknown>} */ (input.properties ?? {});
    const required = /** @type {string[]} */ (input.required ?? []);
    const known = this.episode.screen.known[name];
    const fields = fieldsOf(properties, required, known);
    const form = element('form', { class: 'tool' }, ...fields, element('button', {}, 'Use'));
    onSubmit(form, () => void this.act({ act: 'use', tool: name, arguments: argumentsOf(form, properties) }));
    const visits = this.episode.screen.visits.filter(({ tool }) => tool === name);
    return element(
      'section',
      { class: 'card', 'data-tool': name },
      element('h3', {}, shown(name.replaceAll('_', ' '))),
      element('p', { class: 'note' }, shown(description)),
      form,
      ...visits
        .slice(-3)
        .reverse()
        .flatMap(({ arguments: given, shown: what }) => [
          element('p', { class: 'note' }, shown(Object.values(given).map(String).join('; '))),
          ...shownNodes(what),
        ]),
    );
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || byId('help').hasAttribute('open')) return;
    const field =
      event.target instanceof HTMLElement && /^(?:INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)
        ? event.target
        : null;
    if (field !== null) {
      if (event.key === 'Escape') field.blur();
      return;
    }
    /** @type {Record<string, () => unknown>} */
    const keys = {
      '/': () => {
        if (document.body.dataset.place === 'shopper') this.go('shop');
        /** @type {HTMLInputElement | null} */ (document.getElementById('q'))?.select();
      },
      a: () => {
        if (isNarrow()) this.go('shopper');
        setTimeout(() => document.getElementById('question')?.focus(), 0);
      },
      j: () => this.#step(1),
      k: () => this.#step(-1),
      c: () => {
        const here = document.activeElement?.closest('[data-id]') ?? document.querySelector('.page[data-id]');
        if (here instanceof HTMLElement && here.dataset.id !== undefined && !this.episode.isOver)
          this.choose(here.dataset.id);
      },
      r: () => this.go('answer'),
      Escape: () => this.#back(),
      '?': showHelp,
    };
    const act = Object.hasOwn(keys, event.key) ? keys[event.key] : undefined;
    if (act === undefined) return;
    event.preventDefault();
    act();
  }

  /** Leads one place back. Before the beginning is another page, which nobody wants back. */
  #back() {
    // The browser goes back later than it is told to: of two presses at once the second would lead away.
    if (this.#isGoingBack || location.hash === '') return;
    this.#isGoingBack = true;
    addEventListener('popstate', () => (this.#isGoingBack = false), { once: true });
    history.back();
  }

  /** @param {1 | -1} by */
  #step(by) {
    const links = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('#view .product a.title')]);
    const at = links.indexOf(
      /** @type {HTMLElement} */ (document.activeElement?.closest('.product')?.querySelector('a.title')),
    );
    links[Math.max(0, Math.min(links.length - 1, at < 0 ? 0 : at + by))]?.focus();
  }
}

/** Whatever a tool gave, where it has no place of its own. @param {Visit['shown']} what @returns {Node[]} */
function shownNodes(what) {
  if (what.kind === 'record') return [recordNode(what.record)];
  if (what.kind === 'refused') return [element('p', { class: 'warn' }, shown(what.text))];
  if (what.kind === 'texts') return textNodes(what.texts);
  if (what.kind === 'reply') return [element('p', {}, shown(what.text))];
  return [recordNode(what.ids)];
}

/** @param {Readonly<Record<string, unknown>>} one @param {Readonly<Record<string, unknown>>} other */
function sameArguments(one, other) {
  const text = (/** @type {Readonly<Record<string, unknown>>} */ given) =>
    JSON.stringify(Object.entries(given).sort(([a], [b]) => (a < b ? -1 : 1)));
  return text(one) === text(other);
}

/**
 * Remembers what of a product has the focus, and returns what gives it back once the same product is painted anew:
 * the address changes later than it is told to, and whoever went on by keys meanwhile stays where they are.
 * @param {HTMLElement} view
 */
function keptFocus(view) {
  const { activeElement: focused } = document;
  const part = focused?.closest('[data-id]');
  if (focused == null || !(part instanceof HTMLElement) || !view.contains(part)) return () => {};
  const fresh = () =>
    [...view.querySelectorAll(part.localName)].find(
      (one) => one instanceof HTMLElement && one.dataset.id === part.dataset.id,
    );
  return () => /** @type {HTMLElement | null | undefined} */ (fresh()?.querySelector(focused.localName))?.focus();
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
Episode.open().then(
  (episode) => new PlayPage(episode),
  (error) => {
    byId('view').textContent = error instanceof Error ? error.message : String(error);
  },
);
