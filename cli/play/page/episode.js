/** @typedef {import('../screen.ts').PlayScreen} PlayScreen */
/** @typedef {import('../../../shopping/episode/person/index.ts').Act} Act */
/** @typedef {import('../../../shopping/episode/person/index.ts').Visit} Visit */
/** @typedef {import('../../../shopping/episode/person/index.ts').Outcome} Outcome */
/** @typedef {import('../../../pipeline/presentation.ts').SeenProduct} SeenProduct */
/** @typedef {import('../../../pipeline/presentation.ts').ToolFace} ToolFace */
/** @typedef {import('../../../pipeline/presentation.ts').Place} Place */

/** The episode as the server tells of it, and what was chosen of its products. */
class Episode {
  /** @type {PlayScreen} */
  screen;
  /** @type {Map<string, SeenProduct>} */
  products = new Map();
  #busy = false;

  /** @param {PlayScreen} screen */
  constructor(screen) {
    this.screen = screen;
    this.#take(screen);
  }

  static async open() {
    return new Episode(await asked('GET', '/api/episode'));
  }

  /** @param {PlayScreen} screen */
  #take(screen) {
    this.screen = screen;
    this.products = new Map(screen.products.map((product) => [product.id, product]));
  }

  get isOver() {
    return this.screen.outcome !== null;
  }

  /** @param {Place} place @returns {ToolFace | undefined} */
  faceAt(place) {
    return this.screen.faces.find((face) => face.place === place);
  }

  /** @param {string} id @returns {SeenProduct} */
  product(id) {
    return this.products.get(id) ?? { id };
  }

  /** Tells whether the page of a product was opened. @param {string} id */
  isOpened(id) {
    return this.screen.visits.some(({ shown }) => shown.kind === 'product' && shown.ids.includes(id));
  }

  /**
   * Does something; true where it was done. One thing is done at a time.
   * @param {Act} act
   */
  async act(act) {
    return await this.#ask('/api/act', { act });
  }

  /** @param {import('../../../shopping/episode/person/index.ts').Rating} rating */
  async rate(rating) {
    return await this.#ask('/api/rate', { rating });
  }

  async next() {
    return await this.#ask('/api/next', {});
  }

  /** Says with everything which episode it is meant for: another tab may have gone on. @param {string} path @param {object} body */
  async #ask(path, body) {
    if (this.#busy) return false;
    this.#busy = true;
    document.body.toggleAttribute('data-busy', true);
    try {
      this.#take(await asked('POST', path, { episode: this.screen.id, ...body }));
      return true;
    } finally {
      this.#busy = false;
      document.body.toggleAttribute('data-busy', false);
    }
  }

  /** Products chosen so far; the browser keeps them while the tab is open. */
  get chosen() {
    const kept = sessionStorage.getItem(`chosen:${this.screen.id}`);
    /** @type {unknown} */
    const ids = kept === null ? [] : JSON.parse(kept);
    return Array.isArray(ids) ? ids.map(String).filter((id) => this.products.has(id)) : [];
  }

  /** Chooses a product, or takes that back; where one is recommended, it takes the place of another. @param {string} id */
  choose(id) {
    const { chosen } = this;
    const others = this.faceAt('answer')?.products?.as === 'one' ? [] : chosen;
    const ids = chosen.includes(id) ? chosen.filter((one) => one !== id) : [...others, id];
    sessionStorage.setItem(`chosen:${this.screen.id}`, JSON.stringify(ids));
  }
}

/**
 * Returns the server's answer; an error in its words.
 * @param {'GET' | 'POST'} method
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<PlayScreen>}
 */
async function asked(method, path, body) {
  const sent = method === 'GET' ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(path, { method, ...sent }).catch(() => {
    throw new Error('The server is gone: start play again, nothing is lost.');
  });
  const reply = await response.json();
  if (!response.ok) throw new Error(reply.error);
  return reply;
}
