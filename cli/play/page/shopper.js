/** The request, the talk with the shopper and what was looked up: beside the shop, on a telephone a place of its own. */
class ShopperPane {
  /**
   * @param {Episode} episode
   * @param {(act: Act) => Promise<boolean>} onAct
   * @param {(act: Extract<Act, { act: 'use' }>, given: Record<string, unknown>) => unknown} onFind
   */
  constructor(episode, onAct, onFind) {
    this.episode = episode;
    this.onAct = onAct;
    this.onFind = onFind;
    this.draft = '';
  }

  paint() {
    const { screen } = this.episode;
    const lookUps = screen.faces.filter(({ place }) => place === 'look-up');
    byId('shopper').replaceChildren(
      element('p', { class: 'note' }, screen.aim),
      element('blockquote', { class: 'request' }, shown(screen.instruction), ...this.#pictures(screen.instruction)),
      ...this.#talk(),
      ...lookUps.flatMap((face) =>
        face.words === undefined ? this.#lookUp(face) : this.#lookUpForm(face, face.words),
      ),
    );
  }

  /** @param {ToolFace} face @returns {HTMLElement[]} */
  #lookUp(face) {
    const visit = this.episode.screen.visits.findLast(({ tool }) => tool === face.tool);
    if (visit === undefined)
      return this.episode.isOver
        ? []
        : [
            element(
              'button',
              { type: 'button', class: 'wide', click: () => void this.onAct({ act: 'use', tool: face.tool }) },
              face.label,
            ),
          ];
    const { shown: what } = visit;
    const content = what.kind === 'record' ? unwrapped(what.record) : null;
    return [
      element(
        'details',
        { open: true, class: 'card' },
        element('summary', {}, face.label),
        content === null ? element('p', {}, 'see the shop') : recordNode(content),
      ),
    ];
  }

  /** @param {ToolFace} face @param {string} argument @returns {HTMLElement[]} */
  #lookUpForm({ tool, label, hint }, argument) {
    if (this.episode.isOver) return [];
    const box = element('input', { 'aria-label': label, placeholder: hint, autocomplete: 'off', maxlength: '500' });
    const form = element('form', { class: 'ask' }, box, element('button', {}, 'Look up'));
    onSubmit(form, () => {
      const words = box.value.trim();
      if (words === '') return box.focus();
      this.onFind({ act: 'use', tool, words }, { [argument]: words });
    });
    return [element('h2', {}, label), form];
  }

  /** The pictures whose links stand in a text. @param {string} told */
  #pictures(told) {
    return this.episode.screen.pictures
      .filter(({ link }) => told.includes(link))
      .map(({ svg, text }) =>
        svg === null
          ? element('span', { class: 'picture note' }, shown(text))
          : element('img', { class: 'picture', alt: text, src: `data:image/svg+xml;utf8,${encodeURIComponent(svg)}` }),
      );
  }

  #talk() {
    const face = this.episode.faceAt('chat');
    if (face === undefined) return [];
    const words = face.words ?? '';
    const visits = this.episode.screen.visits.filter(({ tool }) => tool === face.tool);
    const log = visits.flatMap(({ arguments: given, shown: what }) => [
      element('p', { class: 'said me' }, shown(String(given[words] ?? ''))),
      element(
        'p',
        { class: 'said' },
        shown(what.kind === 'reply' ? what.text : what.kind === 'refused' ? what.text : ''),
        ...(what.kind === 'reply' ? this.#pictures(what.text) : []),
      ),
    ]);
    const last = visits.at(-1)?.shown;
    const left = last?.kind === 'reply' && last.left !== null ? `${last.left} more questions are answered` : '';
    return [
      element('h2', {}, face.heading ?? 'Ask the shopper'),
      element('div', { class: 'talk', 'aria-live': 'polite' }, ...log),
      left === '' ? null : element('p', { class: 'note' }, left),
      this.episode.isOver ? null : this.#askForm(face),
    ].filter((node) => node !== null);
  }

  /** @param {ToolFace} face */
  #askForm(face) {
    const box = element('input', {
      id: 'question',
      'aria-label': face.heading ?? 'Question to the shopper',
      placeholder: face.hint,
      autocomplete: 'off',
      maxlength: '2000',
    });
    box.value = this.draft;
    box.addEventListener('input', () => {
      this.draft = box.value;
    });
    const form = element('form', { class: 'ask' }, box, element('button', {}, face.label));
    onSubmit(form, async () => {
      const words = box.value.trim();
      if (words === '') return box.focus();
      this.draft = '';
      await this.onAct({ act: 'use', tool: face.tool, words });
      document.getElementById('question')?.focus();
    });
    return form;
  }
}

/** Returns the content of a record under its only name. @param {Readonly<Record<string, unknown>>} record @returns {unknown} */
function unwrapped(record) {
  const values = Object.values(record);
  return values.length === 1 && typeof values[0] === 'object' ? values[0] : record;
}
