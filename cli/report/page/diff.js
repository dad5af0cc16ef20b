/** Longer texts are compared as a whole: the table below has a cell for each pair of words. */
const MOST_CELLS = 4_000_000;

/**
 * Words, each with the space behind it: a space alone is nothing two texts have in common.
 * @param {string} text
 */
const wordsOf = (text) => text.match(/^\s+|\S+\s*/g) ?? [];

/** @typedef {{ kind: 'same' | 'gone' | 'new', text: string }} Change */

/**
 * Compares two texts word by word: the longest common sequence stays. The parts that are not new make
 * up the old text, those that are not gone the new one.
 * @param {string} before
 * @param {string} after
 * @returns {Change[]}
 */
function changesOf(before, after) {
  const old = wordsOf(before);
  const now = wordsOf(after);
  if (old.length * now.length > MOST_CELLS) {
    return joined([
      { kind: 'gone', text: before },
      { kind: 'new', text: after },
    ]);
  }
  const width = now.length + 1;
  const common = new Uint32Array((old.length + 1) * width);
  /** @param {number} at */
  const cell = (at) => /** @type {number} */ (common[at]);
  for (let row = old.length - 1; row >= 0; row--) {
    for (let column = now.length - 1; column >= 0; column--) {
      const at = row * width + column;
      common[at] = old[row] === now[column] ? cell(at + width + 1) + 1 : Math.max(cell(at + width), cell(at + 1));
    }
  }
  /** @type {Change[]} */
  const changes = [];
  let row = 0;
  let column = 0;
  while (row < old.length || column < now.length) {
    const at = row * width + column;
    if (row < old.length && column < now.length && old[row] === now[column]) {
      changes.push({ kind: 'same', text: /** @type {string} */ (old[row]) });
      row++;
      column++;
    } else if (column >= now.length || (row < old.length && cell(at + width) >= cell(at + 1))) {
      changes.push({ kind: 'gone', text: /** @type {string} */ (old[row++]) });
    } else {
      changes.push({ kind: 'new', text: /** @type {string} */ (now[column++]) });
    }
  }
  return joined(changes);
}

/**
 * Neighbours of one kind as one.
 * @param {readonly Change[]} changes
 */
function joined(changes) {
  /** @type {Change[]} */
  const result = [];
  for (const { kind, text } of changes) {
    if (text === '') continue;
    const last = result.at(-1);
    if (last?.kind === kind) last.text += text;
    else result.push({ kind, text });
  }
  return result;
}
