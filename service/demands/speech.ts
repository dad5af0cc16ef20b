import { z } from 'zod';
import { readTable } from '../../lexicon/tables.ts';
import { sayingOf } from '../answers/states.ts';
import { pictureLink } from '../pictures/link.ts';
import type { Language } from '../store/schema.ts';

const Words = z.record(z.string(), z.array(z.string().min(1)).min(1));
const WORDS: Readonly<Record<Language, z.infer<typeof Words>>> = {
  en: Words.parse(readTable(new URL('./words/en.yaml', import.meta.url))),
  zh: Words.parse(readTable(new URL('./words/zh.yaml', import.meta.url))),
};

/** Every way the tables have to come with a demand. */
export function wordsOf(name: string, variant: string | null, language: Language): readonly string[] {
  const found = (variant === null ? undefined : WORDS[language][`${name}.${variant}`]) ?? WORDS[language][name];
  if (found === undefined)
    throw new RangeError(`no words in "${language}" for the demand ${name}${variant === null ? '' : `.${variant}`}`);
  return found;
}

const BY: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: { bank_card: 'by bank card', e_card: 'with my e-card', wechat: 'with WeChat', alipay: 'with Alipay' },
  zh: { bank_card: '银行卡', e_card: 'E卡', wechat: '微信', alipay: '支付宝' },
};

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Values of a wish as they stand in what customers say: days and ways to pay by their names, pictures as attachments. */
export function placeText(blanks: Readonly<Record<string, string>>, language: Language): Record<string, string> {
  return Object.fromEntries(
    Object.entries(blanks).map(([name, value]) => {
      if (name === 'payment') return [name, BY[language][value] ?? value];
      if (name === 'day')
        return [name, language === 'en' ? capital(sayingOf(value, language)) : sayingOf(value, language)];
      if (name === 'picture') return [name, pictureMark(value, language)];
      return [name, value];
    }),
  );
}

/** A picture where it stands in what a customer says. */
export const pictureMark = (id: string, language: Language): string =>
  language === 'zh' ? ` ${pictureLink({ id })} ` : pictureLink({ id });

/** Fills a sentence's blanks; {Order} is {order} at the beginning of a sentence. Throws where one has nothing to stand there. */
export const filled = (sentence: string, blanks: Readonly<Record<string, string>>): string =>
  sentence.replace(/\{(\w+)\}/g, (_, name: string) => {
    const small = name.charAt(0).toLowerCase() + name.slice(1);
    const value = blanks[small];
    if (value === undefined) throw new RangeError(`nothing stands for {${name}} in "${sentence}"`);
    return small === name ? value : capital(value);
  });
