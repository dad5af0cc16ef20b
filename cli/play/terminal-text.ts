import type { FoundText, SeenProduct, Shown } from '../../pipeline/presentation.ts';
import type { Counter, JudgedRequirement, Outcome, Sitting } from '../../shopping/episode/person/index.ts';
import { counted, formatCount } from '../../text/numbers.ts';
import type { Page } from '../terminal/page.ts';
import { typedNames } from './command-line.ts';

const MOST_TEXT = 1200;

/** An amount as the tools give it, without a currency. */
const priceText = (price: number): string => (Number.isInteger(price) ? String(price) : price.toFixed(2));

/** Describes a product in one line by what it is known by besides its title. */
function lineOf({ price, shop, rating, sold, labels = [] }: SeenProduct): string {
  return [
    ...(price == null ? [] : [`price ${priceText(price)}`]),
    ...(rating?.average == null ? [] : [`${rating.average} stars (${formatCount(rating.count ?? 0)})`]),
    ...(shop == null ? [] : [`shop ${shop}`]),
    ...(sold == null ? [] : [`${formatCount(sold)} sold`]),
    ...labels,
  ].join(', ');
}

/** Products by the numbers they keep for the whole episode. */
export interface Numbered {
  numberOf(id: string): number;
  product(id: string): SeenProduct;
}

export function addProductLine(page: Page, product: SeenProduct, number: number | null): void {
  const mark = number === null ? '' : `[${number}] `;
  page.paragraph(`${mark}${product.title ?? product.id}`, { hanging: mark.length });
  const line = lineOf(product);
  if (line !== '') page.paragraph(line, { indent: mark.length, style: 'dim' });
}

function addProductPage(page: Page, product: SeenProduct, number: number): void {
  const { category = [], facts = [], options = [], texts = [] } = product;
  page.paragraph(`[${number}] ${product.title ?? product.id}`, { hanging: 4, style: 'bold' });
  const line = lineOf(product);
  if (line !== '') page.paragraph(line, { indent: 4 });
  page.paragraph([...category, product.id].join(' > '), { indent: 4, style: 'dim' });
  const width = Math.min(28, Math.max(0, ...facts.map(({ name }) => name.length)));
  if (facts.length > 0) page.gap();
  for (const { name, text } of facts) page.entry(name, text, width);
  if (options.length > 0) page.gap();
  for (const option of options) page.paragraph(`- ${option}`, { hanging: 2 });
  if (texts.length > 0) page.gap();
  for (const text of texts) page.paragraph(cut(text), { style: 'dim' });
}

const cut = (text: string) => (text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT)} …` : text);

function addTexts(page: Page, texts: readonly FoundText[]): void {
  if (texts.length === 0) page.paragraph('Nothing was found.');
  for (const { title, text, stars } of texts) {
    page.paragraph(`${stars === null ? '' : `${stars} stars: `}${title}`, { style: 'bold' });
    page.paragraph(cut(text), { indent: 2 });
  }
}

/** Names and values of whatever a tool gave, nested ones indented. */
function addRecord(page: Page, record: Readonly<Record<string, unknown>>, indent = 0): void {
  for (const [key, value] of Object.entries(record)) {
    const name = key.replaceAll('_', ' ');
    if (typeof value === 'object' && value !== null && !isList(value)) {
      page.paragraph(`${name}:`, { indent });
      addRecord(page, value as Record<string, unknown>, indent + 2);
    } else if (isList(value ?? '') && (value as unknown[]).some((one) => SENTENCE.test(String(one)))) {
      page.paragraph(`${name}:`, { indent });
      for (const one of value as unknown[]) page.paragraph(String(one), { indent: indent + 2, hanging: indent + 4 });
    } else page.paragraph(`${name}: ${wordsOf(value)}`, { indent, hanging: indent + 2 });
  }
}

/** A text that commas would run together with the next. */
const SENTENCE = /[.!?。！？]$/u;

const isList = (value: unknown): value is unknown[] =>
  Array.isArray(value) && value.every((one) => typeof one !== 'object' || one === null);
const wordsOf = (value: unknown): string =>
  Array.isArray(value) ? value.map(String).join(', ') || '–' : value === null ? '–' : String(value);

/** Adds what a call showed. */
export function addShown(page: Page, shown: Shown, products: Numbered): void {
  switch (shown.kind) {
    case 'products': {
      const { ids, total, more } = shown;
      if (ids.length === 0) page.paragraph('Nothing was found.');
      for (const id of ids) addProductLine(page, products.product(id), products.numberOf(id));
      if (total !== null && ids.length > 0)
        page.paragraph(`${formatCount(ids.length)} of ${formatCount(total)}`, { style: 'dim' });
      if (more) page.paragraph('more: the next page', { style: 'dim' });
      break;
    }
    case 'product':
      for (const id of shown.ids) addProductPage(page, products.product(id), products.numberOf(id));
      break;
    case 'reply':
      page.paragraph(`Shopper: ${shown.text}`, { hanging: 9, style: 'cyan' });
      if (shown.left !== null) page.paragraph(`${shown.left} more questions are answered`, { style: 'dim' });
      break;
    case 'texts':
      addTexts(page, shown.texts);
      break;
    case 'record':
      addRecord(page, shown.record);
      break;
    case 'refused':
      page.paragraph(shown.text, { style: 'yellow' });
  }
}

/** Adds in words the pictures whose links stand in a text: a terminal draws none. */
export function addPictures(page: Page, { pictures }: Sitting, told: string): void {
  for (const { link, text } of pictures) if (told.includes(link)) page.paragraph(text, { indent: 9, style: 'dim' });
}

/** Adds the request the player is asked to fulfil, and the steps left for it. */
export function addRequest(page: Page, sitting: Sitting): void {
  const { view, presentation, stepsLeft } = sitting;
  page.paragraph(presentation.aim, { style: 'dim' });
  page.gap();
  const [said = '', ...more] = view.instruction.split('\n');
  page.paragraph(`Shopper: ${said}`, { hanging: 9, style: 'cyan' });
  for (const line of more) {
    const text = line.trimStart();
    const indent = 9 + line.length - text.length;
    if (text === '') page.gap();
    else page.paragraph(text, { indent, hanging: indent + 2, style: 'cyan' });
  }
  addPictures(page, sitting, view.instruction);
  page.gap();
  page.paragraph(`${counted(stepsLeft, 'step is', 'steps are')} left; help shows what you can type.`, { style: 'dim' });
}

/** Adds the list of commands that can be typed, by the tools there are. */
export function addHelp(page: Page, counter: Counter): void {
  const { faces, forms, filters } = counter;
  const lines = faces.flatMap(({ tool, place, command, label, hint, words, products }): [string, string][] => {
    if (place === 'search') {
      const others = Object.keys(filters[tool] ?? {});
      const how = others.length === 0 ? '' : `; also with ${others.map((name) => `${name}=…`).join(' ')}`;
      return [[`${command} <words>`, `looks for products${how}`]];
    }
    if (place === 'product') return [[`${command} <number>`, 'opens the page of a product; the number alone does too']];
    if (place === 'about') return [[`${command} <words>`, `${label.toLowerCase()}, of the product opened last`]];
    if (place === 'shop') return [[`${command} [number]`, `${label.toLowerCase()}, of the product opened last`]];
    if (place === 'answer')
      return [
        [
          `${command} <number>${products?.as === 'one' ? '' : ' …'}`,
          words === undefined
            ? (hint ?? 'recommends and ends the episode')
            : 'recommends and ends the episode; why, behind a colon',
        ],
      ];
    return [[words === undefined ? command : `${command} <words>`, label.toLowerCase()]];
  });
  const named = new Map<string, string>();
  for (const [name, text] of lines) if (!named.has(name)) named.set(name, text);
  for (const form of forms) {
    const typed = typedNames(form, counter);
    const how = typed.length === 1 ? `<${typed[0]}>` : typed.map((name) => `${name}=…`).join(' ');
    named.set(form.name, `${form.description}${how === '' ? '' : ` Takes ${how}.`}`);
  }
  const all: [string, string][] = [
    ...named,
    ['more', 'the next page of what was found last'],
    ['seen', 'everything that was shown so far, by its number'],
    ['request', 'what is asked for'],
    ['give up', 'ends the episode without an answer'],
    ['quit', 'stops here; the same command goes on'],
  ];
  const width = Math.max(...all.map(([name]) => name.length));
  for (const [name, text] of all) page.entry(name, text, width);
}

const VERDICTS = { yes: 'met', no: 'not met', unknown: 'not decided' } as const;
const STYLES = { yes: 'green', no: 'red', unknown: 'yellow' } as const;

/** Adds the outcome of an episode, requirement by requirement. */
export function addOutcome(page: Page, outcome: Outcome): void {
  const { success, end, because, steps, questions, recommended, requirements, right, shown } = outcome;
  page.heading(success ? 'Won: this is what was wanted.' : 'Lost.');
  if (end !== 'done') page.paragraph(`${end}: ${because}.`);
  const asked =
    questions.needed + questions.asked === 0
      ? ''
      : `; ${questions.asked} asked, ${questions.answered} answered, ${questions.needed} needed`;
  page.paragraph(`${counted(steps, 'step', 'steps')}${asked}`);
  for (const { product, wasSeen } of recommended) {
    page.gap();
    page.paragraph(wasSeen ? 'You recommended:' : 'You recommended, though no tool had shown it:');
    addProductLine(page, product, null);
  }
  page.gap();
  for (const requirement of requirements) addRequirement(page, requirement);
  page.gap();
  if (right.length === 0) return;
  page.paragraph(right.length === 1 ? 'The right product:' : 'The right products:');
  for (const product of right) {
    addProductLine(page, product, null);
    if (!shown.includes(product.id)) page.paragraph('no tool ever showed it to you', { indent: 2, style: 'yellow' });
  }
}

function addRequirement(page: Page, { verdict, description, stated, lesson }: JudgedRequirement): void {
  page.paragraph(`${VERDICTS[verdict]}: ${description}`, { hanging: 2, style: STYLES[verdict] });
  if (verdict !== 'yes' && stated.length > 0) page.paragraph(`it states ${stated.join(', ')}`, { indent: 2 });
  if (lesson === null) return;
  const { where, words, learned } = lesson;
  page.paragraph(`${where}${words === null ? '' : `: "${words}"`}`, { indent: 2, hanging: 4, style: 'dim' });
  if (learned === false) page.paragraph('you did not come across it', { indent: 2, style: 'yellow' });
}
