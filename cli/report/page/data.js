/** @typedef {import('../page-data.ts').PageIndex} PageIndex */
/** @typedef {import('../page-data.ts').PageEntry} PageEntry */
/** @typedef {import('../page-data.ts').PageAttempt} PageAttempt */

/** Blocks that were read last are kept, so that going back and forth reads none of them twice. */
const BLOCKS_KEPT = 12;

/**
 * Reads the content of a data block of the page.
 * @param {string} id
 * @returns {Promise<unknown>}
 */
async function unpacked(id) {
  const binary = atob(byId(id).textContent ?? '');
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream).json();
}

/** @type {Promise<void>} */
const wholePage = new Promise((resolve) => {
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', () => resolve());
  else resolve();
});

/** @type {Map<number, Promise<readonly PageEntry[]>>} */
const blocks = new Map();

/**
 * An entry by its number.
 * @param {PageIndex} index
 * @param {number} number
 */
async function entryAt(index, number) {
  const place = Math.floor(number / index.perBlock);
  let block = blocks.get(place);
  blocks.delete(place);
  if (block === undefined) {
    await wholePage;
    block = /** @type {Promise<readonly PageEntry[]>} */ (unpacked(`block-${place}`));
  }
  blocks.set(place, block);
  for (const oldest of blocks.keys()) {
    if (blocks.size <= BLOCKS_KEPT) break;
    blocks.delete(oldest);
  }
  return /** @type {PageEntry} */ ((await block)[number % index.perBlock]);
}
