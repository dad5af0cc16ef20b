/** @param {number} price */
const priceText = (price) => (Number.isInteger(price) ? formatCount(price) : price.toFixed(2));

/** Stars as a text that is read aloud too. @param {SeenProduct['rating']} rating */
function ratingNode(rating) {
  if (rating == null || rating.average === null) return null;
  const { average, count } = rating;
  const full = Math.round(average);
  return element(
    'span',
    { class: 'rating' },
    element('span', { 'aria-hidden': 'true', class: 'stars' }, '★'.repeat(full) + '☆'.repeat(Math.max(0, 5 - full))),
    ` ${average} (${formatCount(count ?? 0)})`,
  );
}

/** Facts a product is known by besides its title. @param {SeenProduct} product */
function knownNodes({ price, rating, shop, sold, labels = [] }) {
  return [
    price == null ? null : element('span', { class: 'price' }, priceText(price)),
    ratingNode(rating),
    shop == null ? null : element('span', { class: 'muted' }, 'shop ', shown(shop)),
    sold == null ? null : element('span', { class: 'muted' }, `${formatCount(sold)} sold`),
    ...labels.map((label) => element('span', { class: 'tag' }, shown(label))),
  ].filter((node) => node !== null);
}

/** @param {SeenProduct} product */
const titleOf = ({ id, title }) => shown(title ?? id);

/** @param {string} id */
const productHash = (id) => `#product/${encodeURIComponent(id)}`;

/**
 * A product in a list.
 * @param {SeenProduct} product
 * @param {{ chosen: boolean, opened: boolean, canChoose: boolean, onChoose: () => void, onOpen: () => void }} given
 */
function productCard(product, { chosen, opened, canChoose, onChoose, onOpen }) {
  const link = element('a', { href: productHash(product.id), class: 'title' }, titleOf(product));
  link.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onOpen();
  });
  return element(
    'li',
    { class: `product${opened ? ' opened' : ''}`, 'data-id': product.id },
    link,
    element('div', { class: 'known' }, ...knownNodes(product)),
    canChoose ? chooseButton(chosen, onChoose) : null,
  );
}

/** @param {boolean} chosen @param {() => void} onChoose */
const chooseButton = (chosen, onChoose) =>
  element(
    'button',
    { type: 'button', class: 'choose', 'aria-pressed': String(chosen), click: onChoose },
    chosen ? '✓ chosen' : 'choose',
  );

/** All that was shown of a product. @param {SeenProduct} product */
function productNodes(product) {
  const { category = [], facts = [], options = [], texts = [] } = product;
  return [
    element('p', { class: 'note' }, shown([...category, product.id].join(' › '))),
    element('h2', {}, titleOf(product)),
    element('div', { class: 'known large' }, ...knownNodes(product)),
    facts.length === 0
      ? null
      : element(
          'dl',
          { class: 'facts' },
          ...facts.map(({ name, text }) =>
            element('div', {}, element('dt', {}, shown(name)), element('dd', {}, shown(text))),
          ),
        ),
    options.length === 0
      ? null
      : element(
          'section',
          {},
          element('h3', {}, 'Options'),
          element('ul', { class: 'options' }, ...options.map((option) => element('li', {}, shown(option)))),
        ),
    texts.length === 0
      ? null
      : element(
          'section',
          { class: 'about' },
          element('h3', {}, 'About it'),
          ...texts.map((text) => element('p', {}, shown(text))),
        ),
  ].filter((node) => node !== null);
}

/** Texts that were found: reviews, pages. @param {readonly import('../../../pipeline/presentation.ts').FoundText[]} texts */
function textNodes(texts) {
  if (texts.length === 0) return [element('p', { class: 'muted' }, 'Nothing was found.')];
  return texts.map(({ title, text, stars }) =>
    element(
      'article',
      { class: 'text' },
      element(
        'h4',
        {},
        stars === null
          ? null
          : element('span', { class: 'stars', 'aria-label': `${stars} stars` }, `${'★'.repeat(Math.round(stars))} `),
        shown(title),
      ),
      element('p', {}, shown(text)),
    ),
  );
}

/** Names and values of whatever a tool gave. @param {unknown} value @returns {Node} */
function recordNode(value) {
  if (typeof value !== 'object' || value === null) return shown(value === null ? '–' : String(value));
  if (Array.isArray(value)) {
    if (value.every((one) => typeof one !== 'object' || one === null))
      return shown(value.map(String).join(', ') || '–');
    return element('ul', {}, ...value.map((one) => element('li', {}, recordNode(one))));
  }
  return element(
    'dl',
    { class: 'record' },
    ...Object.entries(value).map(([name, one]) => {
      const nested = typeof one === 'object' && one !== null && !Array.isArray(one);
      return element(
        'div',
        { class: nested ? 'nested' : 'plain' },
        element('dt', {}, shown(name.replaceAll('_', ' '))),
        element('dd', {}, recordNode(one)),
      );
    }),
  );
}
