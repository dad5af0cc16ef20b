/**
 * An element with its properties and what is in it. Texts become text nodes, whatever stands in them; this page makes
 * elements in no other way.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string | boolean | (() => void) | undefined>} properties names with a dash, `class`, `for` and `role` are attributes
 * @param {...(Node | string | null)} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
function element(tag, properties, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined) continue;
    if (typeof value === 'function') made.addEventListener(name, value);
    else if (typeof value === 'boolean') made.toggleAttribute(name, value);
    else made.setAttribute(name, value);
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

/**
 * An element of the page's own markup.
 * @template {HTMLElement} [Kind=HTMLElement]
 * @param {string} id
 * @returns {Kind}
 */
const byId = (id) => /** @type {Kind} */ (document.getElementById(id));

/** @param {number} count */
const formatCount = (count) => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');

/** Tells whether the list and what is read stand in turn, as page.css has it. */
const isNarrow = () => matchMedia('(max-width: 820px)').matches;
