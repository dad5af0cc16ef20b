/** Characters that are not seen, or that reorder what is: shown by their number. Joiners of emoji and letters are left. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu;
const LEFT_ALONE = /^[\n\t\u200c\u200d]$/;

/**
 * Untrusted text as nodes.
 * @param {string} text
 * @returns {Node[]}
 */
function shownText(text) {
  /** @type {Node[]} */
  const nodes = [];
  let from = 0;
  for (const { 0: character, index } of text.matchAll(UNSEEN)) {
    if (LEFT_ALONE.test(character)) continue;
    nodes.push(document.createTextNode(text.slice(from, index)));
    const code = /** @type {number} */ (character.codePointAt(0)).toString(16).toUpperCase().padStart(4, '0');
    nodes.push(element('span', { class: 'unseen', title: 'a character that is not seen' }, `U+${code}`));
    from = index + character.length;
  }
  nodes.push(document.createTextNode(text.slice(from)));
  return nodes;
}

/**
 * A text whose stretches are told apart: each place gets the names of all stretches that cover it.
 * @param {string} text
 * @param {readonly { at: readonly [number, number], names: string, title?: string }[]} stretches
 * @returns {Node[]}
 */
function markedText(text, stretches) {
  const cuts = new Set([0, text.length]);
  for (const { at } of stretches) for (const cut of at) cuts.add(Math.min(cut, text.length));
  const places = [...cuts].sort((a, b) => a - b);
  return places.slice(0, -1).flatMap((start, place) => {
    const end = /** @type {number} */ (places[place + 1]);
    const covering = stretches.filter(({ at }) => at[0] <= start && at[1] >= end);
    const nodes = shownText(text.slice(start, end));
    if (covering.length === 0) return nodes;
    const title = covering.flatMap((one) => one.title ?? []).join('; ');
    return [
      element('mark', { class: covering.map(({ names }) => names).join(' '), title: title || undefined }, ...nodes),
    ];
  });
}

/**
 * A text in a direction of its own, so that it reorders nothing around it.
 * @param {...Node} nodes
 */
const isolated = (...nodes) => element('bdi', { dir: 'auto' }, ...nodes);

/** @param {string} text */
const shown = (text) => isolated(...shownText(text));
