import { z } from 'zod';
import { readTable } from '../../lexicon/tables.ts';
import { sayingOf } from '../answers/states.ts';
import type { Persona } from '../customer/persona.ts';
import { pictureLink } from '../pictures/link.ts';
import type { Language } from '../store/schema.ts';

const Lines = z.array(z.string().min(1)).min(1);

/** Parts of sentences that a demand is put into words with; words/en.yaml says what each is. */
const Parts = z
  .strictObject({
    why: Lines,
    do: Lines,
    more: Lines,
    ask: Lines,
    know: Lines,
    direct: Lines,
    polite: Lines,
    roundabout: Lines,
  })
  .partial();

const table = (name: string) => readTable(new URL(`./words/${name}`, import.meta.url));
const Words = z.record(z.string(), Parts);
const WORDS: Readonly<Record<Language, z.infer<typeof Words>>> = {
  en: Words.parse(table('en.yaml')),
  zh: Words.parse(table('zh.yaml')),
};
const Frames = z.strictObject({ do: z.record(z.string(), Lines), know: z.record(z.string(), Lines) });
const FRAMES = z.strictObject({ en: Frames, zh: Frames }).parse(table('frames.yaml'));

const Things = z.strictObject({
  ...{ streets: Lines, wishes: Lines, matters: Lines, companies: Lines },
  shown: z.record(z.string(), z.string().min(1)),
  review: z.string().min(1),
});
/** Things that customers name in what they want, in each language. */
export const THINGS: Readonly<Record<Language, z.infer<typeof Things>>> = z
  .strictObject({ en: Things, zh: Things })
  .parse(table('things.yaml'));

/** Manner in which a customer asks: ECom-Bench's traits that decide how a sentence is built. */
type Asking = Pick<Persona, 'asking' | 'speaking'>;

/** Every sentence the tables have for a demand, as a customer of this manner says it, with its blanks. */
export function sentencesOf(
  name: string,
  variant: string | null,
  { language, asking, speaking }: Asking & { readonly language: Language },
): readonly string[] {
  const parts = (variant === null ? undefined : WORDS[language][`${name}.${variant}`]) ?? WORDS[language][name];
  if (parts === undefined)
    throw new RangeError(`no words in "${language}" for the demand ${name}${variant === null ? '' : `.${variant}`}`);
  const whole = parts[asking];
  if (whole !== undefined) return whole;
  const framed = (kind: 'do' | 'know', blank: string, values: readonly string[] = []) => {
    const frames = FRAMES[language][kind];
    const fitting = frames[`${asking}.${speaking}`] ?? frames[asking] ?? [];
    return values.flatMap((value) => fitting.map((frame) => filled(frame, { [blank]: value }, 'open')));
  };
  const clauses = parts.know ?? (language === 'zh' ? parts.ask?.map((ask) => ask.replace(/？$/, '')) : undefined);
  const asked =
    asking === 'polite'
      ? framed(
          'know',
          'know',
          clauses?.filter((clause) => !/[。？]/.test(clause)),
        )
      : [];
  const requests = [
    ...framed('do', 'do', parts.do),
    ...asked,
    ...((asking === 'polite' && asked.length > 0) || (asking !== 'direct' && parts.do !== undefined)
      ? []
      : (parts.ask ?? [])),
  ];
  const behind = parts.more ?? [''];
  const reasons = asking === 'roundabout' ? (parts.why ?? ['']) : [''];
  const reasoned = (why: string, request: string, more: string) =>
    // A reason leads up to the request in Chinese, and comes behind it in English, where it hangs on nothing else.
    language === 'zh'
      ? `${why === '' ? '' : `${why}，`}${request}${more}`
      : [request, why, more].filter((part) => part !== '').join(' ');
  return reasons.flatMap((why) => requests.flatMap((request) => behind.map((more) => reasoned(why, request, more))));
}

const BY: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: { bank_card: 'by bank card', e_card: 'with my e-card', wechat: 'with WeChat', alipay: 'with Alipay' },
  zh: { bank_card: '银行卡', e_card: 'E卡', wechat: '微信', alipay: '支付宝' },
};

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The counting of goods in a language: numbers up to ten, and in Chinese the measure words, each with what nouns it counts end in. */
const COUNTED = z
  .strictObject({
    en: z.strictObject({ numbers: Lines }),
    zh: z.strictObject({ numbers: Lines, other: z.string().min(1), measures: z.record(z.string(), Lines) }),
  })
  .parse(table('counting.yaml'));

/** A number of goods as people say it: "two", "两台". */
export function countText(count: number, noun: string | null, language: Language): string {
  const number = COUNTED[language].numbers[count - 1] ?? String(count);
  return language === 'en' ? number : `${number}${measureOf(noun)}`;
}

/** The measure word of what is called by a noun in Chinese. */
function measureOf(noun: string | null): string {
  const { measures, other } = COUNTED.zh;
  const fitting = Object.entries(measures).flatMap(([measure, ends]) =>
    ends.flatMap((end) => (noun?.endsWith(end) === true ? [{ measure, end }] : [])),
  );
  const longest = fitting.sort((one, two) => two.end.length - one.end.length)[0];
  return longest?.measure ?? other;
}

/**
 * Values of a wish as they stand in what customers say: numbers of what is called by a noun in words, days and ways to pay
 * by their names, pictures as attachments.
 */
export function placeText(
  blanks: Readonly<Record<string, string>>,
  language: Language,
  noun: string | null = null,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(blanks).map(([name, value]) => {
      if (name === 'payment') return [name, BY[language][value] ?? value];
      if (name === 'day')
        return [name, language === 'en' ? capital(sayingOf(value, language)) : sayingOf(value, language)];
      if (name === 'picture') return [name, pictureLink({ id: value })];
      if (name === 'quantity') return [name, countText(Number(value), noun, language)];
      return [name, value];
    }),
  );
}

/**
 * Fills a sentence's blanks; {Order} is {order} at the beginning of a sentence. Throws where one has nothing to stand there,
 * unless blanks may stay open.
 */
export const filled = (sentence: string, blanks: Readonly<Record<string, string>>, unknown?: 'open'): string =>
  sentence.replace(/\{(\w+)\}/g, (blank, name: string) => {
    const small = name.charAt(0).toLowerCase() + name.slice(1);
    const value = blanks[small];
    if (value === undefined && unknown === 'open') return blank;
    if (value === undefined) throw new RangeError(`nothing stands for {${name}} in "${sentence}"`);
    return small === name ? value : capital(value);
  });
