/** @typedef {HTMLInputElement | HTMLSelectElement} Control */

/**
 * Gives the filters what there is to choose, and tells of each choice.
 * @param {PageIndex} index
 * @param {(name: keyof Filters, value: string) => void} onChoice
 */
function fillControls(index, onChoice) {
  /** @type {(id: keyof Filters, any: string, options: readonly (readonly [string, string])[]) => void} */
  const fill = (id, any, options) => {
    byId(id).replaceChildren(
      element('option', { value: '' }, any),
      ...options.map(([value, text]) => element('option', { value }, ...shownText(text))),
    );
  };
  const rejections = index.codes.map((name, place) => ({
    name,
    count: index.code.filter((code) => code === place).length,
  }));
  const codes = rejections
    .sort((a, b) => b.count - a.count)
    .map(({ name, count }) => /** @type {const} */ ([name, `${name} (${formatCount(count)})`]));
  const intents = index.intents.map((name) => /** @type {const} */ ([name, name]));
  fill('status', 'any verdict', [
    ['accepted', 'accepted'],
    ['rejected', 'rejected'],
  ]);
  fill('intent', 'every intent', intents);
  fill('code', 'every code', codes);
  fill('mark', 'marked or not', [
    ['none', 'not marked'],
    ['right', 'marked right'],
    ['wrong', 'marked wrong'],
    ['unsure', 'marked unsure'],
  ]);
  for (const name of /** @type {(keyof Filters)[]} */ (Object.keys(NO_FILTERS)))
    byId(name).addEventListener('input', () => onChoice(name, /** @type {Control} */ (byId(name)).value));
  byId('filters').addEventListener('submit', (event) => event.preventDefault());
}
