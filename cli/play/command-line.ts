import type { ToolDescription } from '../../pipeline/episode.ts';
import type { ToolFace } from '../../pipeline/presentation.ts';
import { jsonOrText } from '../../schemas/json.ts';
import { type Act, type Counter, faceAt } from '../../shopping/episode/person/index.ts';

/** Meaning of a line that a person typed. */
type Line =
  | { readonly kind: 'act'; readonly act: Act }
  | { readonly kind: 'help' | 'quit' | 'request' | 'seen' | 'nothing' | 'more' }
  | { readonly kind: 'unclear'; readonly sentence: string };

/** Things shown so far, as numbers and ids name them. */
export interface Named {
  readonly counter: Counter;
  /** The id of the product with a number, or the id itself; null where neither is known. */
  productOf(word: string): string | null;
  /** The product whose page was opened last. */
  readonly open: string | null;
  shopOf(product: string): string | null;
}

const unclear = (sentence: string): Line => ({ kind: 'unclear', sentence });
const use = (tool: string, rest: Omit<Extract<Act, { act: 'use' }>, 'act' | 'tool'>): Line => ({
  kind: 'act',
  act: { act: 'use', tool, ...rest },
});

const PLAIN: Readonly<Record<string, Line>> = {
  '': { kind: 'nothing' },
  help: { kind: 'help' },
  '?': { kind: 'help' },
  quit: { kind: 'quit' },
  exit: { kind: 'quit' },
  request: { kind: 'request' },
  seen: { kind: 'seen' },
  more: { kind: 'more' },
  'give up': { kind: 'act', act: { act: 'give-up' } },
};

/** Reads a line as a person types it: `search red tent`, `open 2` or `2`, `ask what size?`, `recommend 2`. */
export function readLine(text: string, named: Named): Line {
  const line = text.trim().replace(/\s+/g, ' ');
  const plain = Object.hasOwn(PLAIN, line.toLowerCase()) ? PLAIN[line.toLowerCase()] : undefined;
  if (plain !== undefined) return plain;
  const [verb = '', ...others] = line.split(' ');
  const rest = others.join(' ');
  const { faces, forms } = named.counter;
  if (others.length === 0 && /^\d+$/.test(verb)) return opened(verb, named);
  const face = faces.find(({ command }) => command === verb.toLowerCase());
  if (face !== undefined) return lineOf(face, rest, named);
  const form = forms.find(({ name }) => name === verb);
  if (form !== undefined) return formOf(form, rest, named.counter);
  return unclear(`There is no "${verb}"; help says what there is.`);
}

function opened(word: string, { productOf, counter }: Named): Line {
  if (faceAt(counter, 'product') === undefined) return unclear('Products have no pages here; help says what there is.');
  const product = productOf(word);
  return product === null ? unknown(word) : { kind: 'act', act: { act: 'open', product } };
}

const unknown = (word: string): Line =>
  unclear(word === '' ? 'Name a product by its number, such as 2.' : `No product with the number "${word}" was shown.`);

function lineOf(face: ToolFace, rest: string, named: Named): Line {
  const { tool, place, command } = face;
  if (place === 'product') return opened(rest, named);
  if (place === 'answer') return answered(face, rest, named);
  if (place === 'search') return searched(face, rest, named);
  if (place === 'shop') {
    const [first = ''] = rest.split(' ');
    const about = rest === '' ? named.open : /^\d+$/.test(first) ? named.productOf(first) : null;
    const shop = about === null ? rest : named.shopOf(about);
    if (shop === null || shop === '') return unclear(`Open a product first, or name its shop: ${command} <name>.`);
    return use(tool, { words: shop, page: 0 });
  }
  if (place === 'about') {
    const [first = '', ...others] = rest.split(' ');
    const number = /^\d+$/.test(first) && others.length > 0 ? named.productOf(first) : null;
    const product = number ?? named.open;
    if (product === null) return unclear(`Open a product first, or name it: ${command} 2 <words>.`);
    const words = number === null ? rest : others.join(' ');
    return words === ''
      ? unclear(`Say what to look for: ${command} <words>.`)
      : use(tool, { products: [product], words });
  }
  if (face.words === undefined) return use(tool, {});
  return rest === '' ? unclear(`Write it behind the word: ${command} <words>.`) : use(tool, { words: rest });
}

/** Arguments of a tool's schema, by their names. */
const propertiesOf = ({ input }: ToolDescription) => (input.properties ?? {}) as Record<string, { type?: string }>;

/** The arguments of a tool that a person types: those that are not known anyway. */
export const typedNames = (form: ToolDescription, { known }: Pick<Counter, 'known'>): string[] =>
  Object.keys(propertiesOf(form)).filter((name) => !Object.hasOwn(known[form.name] ?? {}, name));

/** `name=value` words of a search are its filters. */
function searched({ tool, words, page }: ToolFace, rest: string, { counter }: Named): Line {
  const properties = counter.filters[tool] ?? {};
  const filters: Record<string, unknown> = {};
  const left = rest.split(' ').filter((word) => {
    const [, name = '', value = ''] = /^(\w+)=(.*)$/.exec(word) ?? [];
    if (!Object.hasOwn(properties, name) || name === words || name === page?.argument) return true;
    filters[name] = value;
    return false;
  });
  const text = left.join(' ').trim();
  if (text === '') return unclear('Say what to look for, such as: search red tent.');
  return use(tool, { words: text, page: 0, arguments: filters });
}

function answered({ command, products }: ToolFace, rest: string, { productOf }: Named): Line {
  const [named = '', why = ''] = rest.split(/:(.*)/s, 2);
  const words = named.split(/[\s,]+/).filter((word) => word !== '');
  if (words.length === 0) return unclear(`Name what you recommend by its number: ${command} 2.`);
  if (products?.as === 'one' && words.length > 1)
    return unclear(`One product is recommended: ${command} 2, and behind a colon why.`);
  const ids = words.map(productOf);
  const strange = ids.indexOf(null);
  if (strange >= 0) return unknown(words[strange] ?? '');
  return { kind: 'act', act: { act: 'answer', products: ids as string[], words: why.trim() } };
}

/** A tool that people meet nowhere, by its arguments: `calculator 2*3`, or `name=value` for each of several. */
function formOf(form: ToolDescription, rest: string, counter: Counter): Line {
  const properties = propertiesOf(form);
  const names = typedNames(form, counter);
  const [only] = names;
  const typed = (name: string, text: string): unknown => {
    const { type } = properties[name] ?? {};
    if (type === 'array' && text.startsWith('[')) return jsonOrText(text);
    if (type === 'array') return text.split(',').map((part) => part.trim());
    if (type === 'number' || type === 'integer') return Number(text);
    return type === 'boolean' ? text === 'true' : text;
  };
  if (names.length === 1 && only !== undefined && !rest.startsWith(`${only}=`))
    return use(form.name, { arguments: { [only]: typed(only, rest) } });
  const stray = rest.replace(/(\w+)=("[^"]*"|\[.*\]|\S*)/g, '').trim();
  if (stray !== '' && names.length > 1)
    return unclear(`${form.name} takes ${names.map((name) => `${name}=…`).join(' ')}; say which "${stray}" is.`);
  const given = [...rest.matchAll(/(\w+)=("[^"]*"|\[.*\]|\S*)/g)].map(
    ([, name = '', value = '']): [string, unknown] => [name, typed(name, value.replace(/^"|"$/g, ''))],
  );
  const strange = given.find(([name]) => !Object.hasOwn(properties, name));
  if (strange !== undefined)
    return unclear(`${form.name} takes ${names.map((name) => `${name}=…`).join(' ')}, not "${strange[0]}".`);
  return use(form.name, { arguments: Object.fromEntries(given) });
}
