import type { TextPage, TextPages, ToolCall } from '../../../pipeline/episode.ts';
import { escapedMarkup } from '../../../text/html-entities.ts';
import { clickables, productOpen, resultsOf, type Visit } from './pages.ts';
import type { Memory, Staged } from './staged.ts';
import { optionsOffered, type Place, priceShown } from './tool-data.ts';
import { sectionTexts } from './tools.ts';

/** A text of a page, with what it is: WebShop's clients tell buttons, products and options by their elements. */
interface Part {
  readonly text: string;
  readonly as: 'text' | 'heading' | 'button' | 'product' | 'option' | 'score';
  /** The name of the option a value is of; of a score the number. */
  readonly of?: string;
}

const text = (said: string): Part => ({ text: said, as: 'text' });
const button = (label: string): Part => ({ text: label, as: 'button' });

const BACK = button('Back to Search');
const PREVIOUS = button('< Prev');
const LABELS = { description: 'Description', features: 'Features', attributes: 'Attributes', reviews: 'Reviews' };
const SCORE = 'Your score (min 0.0, max 1.0)';

/** The parts of a page below the instruction, in the order of WebShop's templates. */
function partsOf(visit: Visit, place: Place, reward: number | null): Part[] {
  const product = productOpen(visit, place);
  if (product !== null && visit.page === 'section' && visit.section !== null)
    return [BACK, PREVIOUS, ...sectionTexts(product, visit.section, place).map(text)];
  if (product !== null)
    return [
      BACK,
      PREVIOUS,
      ...[...optionsOffered(product)].flatMap(([name, values]): Part[] => [
        { text: name, as: 'heading' },
        ...values.map((value): Part => ({ text: value, as: 'option', of: name })),
      ]),
      { text: product.title, as: 'heading' },
      text(`Price: ${priceShown(product, visit.options)}`),
      text(`Rating: ${product.averageRating ?? 'N.A.'}`),
      ...(product.store === null ? [] : [text(`Store: ${product.store}`)]),
      ...Object.values(LABELS).map(button),
      button('Buy Now'),
    ];
  if (visit.page === 'bought')
    return [
      text('Thank you for shopping with us!'),
      { text: SCORE, as: 'score', of: (reward ?? 0).toFixed(reward === 1 ? 1 : 4) },
    ];
  const { total, ids, hasNext } = resultsOf(visit, place);
  return [
    BACK,
    text(`Page ${visit.number} (Total results: ${total})`),
    ...(hasNext ? [button('Next >')] : []),
    ...(visit.number > 1 ? [PREVIOUS] : []),
    ...ids.flatMap((id): Part[] => {
      const one = place.catalog.productById(id);
      return one === null ? [] : [{ text: id, as: 'product' }, text(one.title), text(priceShown(one))];
    }),
  ];
}

function elementOf({ text: said, as, of }: Part): string {
  const shown = escapedMarkup(said);
  switch (as) {
    case 'text':
      return `<p>${shown}</p>`;
    case 'heading':
      return `<h4>${shown}</h4>`;
    case 'button':
      return `<button type="submit" class="btn btn-success">${shown}</button>`;
    case 'product':
      return `<h4><a class="product-link" href="#">${shown}</a></h4>`;
    case 'option':
      return `<input type="radio" name="${escapedMarkup(of ?? '')}" value="${shown}"><label>${shown}</label>`;
    // Clients read the number as the very next text behind these words, without so much as a new line between.
    case 'score':
      return `<h3 id="reward">${shown}<pre>${escapedMarkup(of ?? '')}</pre></h3>`;
  }
}

const htmlOf = (parts: readonly Part[], instruction: string, isFront: boolean): string =>
  [
    '<!DOCTYPE html>',
    '<html><head><meta charset="utf-8"><title>Shop</title></head><body>',
    ...(isFront ? ['<h3>WebShop</h3>'] : []),
    `<div id="instruction-text"><h4>Instruction:</h4><h4>${escapedMarkup(instruction)}</h4></div>`,
    ...(isFront ? ['<input id="search_input" name="search_query" type="text">'] : []),
    ...parts.map(elementOf),
    '</body></html>',
  ].join('\n');

const wordsIn = ({ text: said, as, of = '' }: Part): string[] => (as === 'score' ? [said, of] : [said]);

function page(
  { place, memory: { visit, reply } }: { readonly place: Place; readonly memory: Memory },
  { instruction, reward }: { readonly instruction: string; readonly reward: number | null },
): TextPage {
  const isFront = visit.page === 'front';
  const said = reply === null ? [] : [text(`Shopper: ${reply}`)];
  const parts = [...said, ...(isFront ? [button('Search')] : partsOf(visit, place, reward))];
  const shown = [...(isFront ? ['WebShop'] : []), 'Instruction:', instruction, ...parts.flatMap(wordsIn)];
  return {
    observation: shown.join(' [SEP] '),
    hasSearchBar: isFront,
    clickables: isFront ? ['search'] : clickables(visit, place),
    html: htmlOf(parts, instruction, isFront),
  };
}

const ACTION = /^\s*(search|click|ask)\s*\[(.*)\]\s*$/su;

/** The call an action stands for: `search[words]`, `click[what the page names]`, `ask[what is said to the shopper]`. */
function callOf(action: string): ToolCall | null {
  const [, verb, argument = ''] = ACTION.exec(action) ?? [];
  const said = argument.trim();
  if (verb === undefined || said === '') return null;
  if (verb === 'search') return { tool: 'search', arguments: { keywords: said } };
  if (verb === 'click') return { tool: 'click', arguments: { value: said } };
  return { tool: 'ask_shopper', arguments: { question: said } };
}

/** The pages as WebShop's text environment shows them, and its actions; its reward is the loose one. */
export const textPages: TextPages<Place, Staged, Memory> = { page, call: callOf, reward: 'loose' };
