import { formatAmount, formatMoney } from '../../text/money.ts';
import type { Asked } from '../desk.ts';
import type { Fact } from '../policy/facts.ts';
import type { Told } from '../policy/rule.ts';
import type { Language, Store } from '../store/schema.ts';
import { type KeyValue, tells } from './key-answer.ts';
import { momentText } from './moments.ts';
import { sayingOf, spellingsOf } from './states.ts';

/** Facts that are prose: an agent puts them into words of its own, and no code can tell whether it did. */
const PROSE: ReadonlySet<Fact> = new Set([
  'installation',
  'repair_terms',
  'remedy',
  'product_facts',
  'ecard_terms',
  'picture_content',
  'return_address',
  'new_address',
  'wanted_done',
  'how_to_help',
  'state_before',
  'state_after',
  'similar',
  'weight',
  'couriers',
]);

/** Facts said by their name alone that have words of their own; others are said by refusing what was asked. */
const WORDS: Partial<Readonly<Record<Fact, string>>> = {
  ask_around_or_carrier: 'ask_around',
  ask_carrier: 'contact_carrier',
  none_fits: 'no',
};

/** Prices that may be zero. */
const FREE: ReadonlySet<Fact> = new Set(['installation_fee']);

/** Every value that a fact can have in a store, where a list of them is known. */
const VALUES: Partial<Readonly<Record<Fact, (store: Store) => string[]>>> = {
  carrier: ({ carriers }) => [...carriers.rows()].map(({ name }) => name),
};

const LONGEST = 80;

/** The value of a told fact as it is checked; null where code cannot check it. */
function checked({ fact, value }: Told, isRefused: boolean, store: Store): KeyValue | null {
  const { currency } = store.facts;
  if (PROSE.has(fact)) return null;
  switch (value.type) {
    case 'money':
      if (value.minor === 0 && FREE.has(fact)) return { type: 'words', words: 'free' };
      // Nothing is no amount that anybody would name.
      return value.minor === 0 && fact !== 'balance' ? null : { type: 'money', minor: value.minor, currency };
    case 'number':
      return { type: 'number', number: value.number };
    case 'time':
      return { type: 'time', time: value.time };
    case 'flag':
      return { type: 'words', words: value.flag ? 'yes' : 'no' };
    case 'text': {
      if (value.text.trim() === '' || value.text.length > LONGEST) return null;
      const any = [...spellingsOf(value.text), ...(value.also ?? [])];
      const others = VALUES[fact]?.(store).filter((other) => !any.includes(other));
      return { type: 'text', any, ...(others && { others }) };
    }
    case 'texts': {
      const all = value.texts.filter((text) => text.trim() !== '' && text.length <= LONGEST);
      return all.length === 0 || all.length < value.texts.length ? null : { type: 'texts', all };
    }
    case 'said': {
      const words = WORDS[fact];
      if (words !== undefined) return { type: 'words', words };
      return isRefused ? { type: 'words', words: 'refused' } : null;
    }
  }
}

/** The facts of a decision that the agent has to tell and code can check, each once. */
export function keyValues({
  decision,
  ground: { store },
}: Pick<Asked, 'decision' | 'ground'>): { readonly fact: Fact; readonly value: KeyValue }[] {
  const isRefused = decision.outcome === 'forbidden';
  const found: { fact: Fact; value: KeyValue }[] = [];
  for (const told of decision.tell) {
    const value = checked(told, isRefused, store);
    const text = JSON.stringify(value);
    if (value !== null && !found.some((one) => JSON.stringify(one.value) === text))
      found.push({ fact: told.fact, value });
  }
  return found;
}

/**
 * Language and currency that values are told a customer in: the customer's language, the store's currency for amounts.
 */
interface Spoken {
  readonly language: Language;
  readonly currency: string;
}

/** A value as an agent would say it. */
export function valueText(value: KeyValue, { language, currency }: Spoken): string {
  switch (value.type) {
    case 'money':
      return language === 'zh' && currency === 'CNY'
        ? `${formatAmount(value.minor, currency)}元`
        : formatMoney(value.minor, currency);
    case 'number':
      return String(value.number);
    case 'time':
      return momentText(value.time, language);
    case 'text':
      return sayable(value.any, language);
    case 'texts':
      return listedIn(value.all, language);
    case 'words':
      return WORDS_SAID[value.words]?.[language] ?? '';
  }
}

/** Things as a language lists them: by a word before the last, or by semicolons where commas are part of one. */
export function listedIn(all: readonly string[], language: Language, joint: 'and' | 'or' = 'and'): string {
  if (language === 'zh') return all.join('、').replace(/、(?=[^、]*$)/, joint === 'or' ? '或' : '和');
  if (all.some((text) => text.includes(','))) return all.join('; ');
  const isNumbers = all.some((text) => /^\d{5,}$/.test(text));
  return isNumbers ? all.join(', ') : all.join(', ').replace(/, (?=[^,]*$)/, ` ${joint} `);
}

const sayable = (any: readonly string[], language: Language) =>
  any.find((text) => /\p{Script=Han}/u.test(text) === (language === 'zh')) ?? (any[0] as string);

const WORDS_SAID: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  refused: { en: 'I am sorry, this is not possible', zh: '抱歉，这个不能办理' },
  free: { en: 'free of charge', zh: '免费' },
  yes: { en: 'yes, it is', zh: '是的' },
  no: { en: 'no, it is not', zh: '没有' },
  ask_around: {
    en: 'please ask your family and friends, or contact the delivery company',
    zh: '请先问一下家人朋友是否代收，或者联系快递公司',
  },
  contact_carrier: { en: 'please contact the delivery company', zh: '请联系快递公司' },
};

/** A fact of the policy or the store in plain words: what it is called, then its value. */
export function answerText(fact: string, value: KeyValue, spoken: Spoken): string {
  const { language } = spoken;
  const said = valueText(value, spoken);
  if (value.type === 'words') return said;
  const name = language === 'zh' ? '' : `${fact.replaceAll('_', ' ')}: `;
  const text = `${name}${said}`;
  return tells(text, value) ? text : said;
}

export { sayingOf };
