import { afterEach, expect, test } from 'vitest';
import { useLanguage, useLexicon } from '../../../lexicon/index.ts';
import { cluesFor, isSituation } from '../../../shopping/language/clue-bank.ts';
import { tellingNames } from '../../../shopping/language/telling-names.ts';

afterEach(() => {
  useLanguage();
  useLexicon();
});

test.each([
  ['家里的电热水器该换了', '电热水器'],
  ['想买个电水壶', '电水壶'],
  ['储水式电热水器', '电热水器'],
  ['换一台电暖器', '电暖器'],
])('a name made with a word that is listed for a value tells that value: %s', (text, name) => {
  useLanguage('zh');
  const spans = tellingNames(text, '燃料', '电加热');
  expect(spans.map(({ start, end }) => text.slice(start, end))).toEqual([expect.stringContaining(name)]);
  expect(tellingNames(text, '燃料', '天然气')).toEqual([]);
});

test.each(['家里的热水器该换了', '想换台电视', '新电脑到了', '燃气热水器'])(
  'a noun without such a word tells nothing: %s',
  (text) => {
    useLanguage('zh');
    expect(['电加热', '天然气', '液化气'].flatMap((value) => tellingNames(text, '燃料', value))).toEqual([]);
  },
);

test.each([
  ['想买个电风扇', '特性', '可充电'],
  ['家里的电热水器该换了', '功能', '水电分离'],
  ['家里的电热水器该换了', '功能', '防电墙'],
])('a word before a noun tells no value that merely holds it: %s', (text, field, value) => {
  useLanguage('zh');
  expect(tellingNames(text, field, value)).toEqual([]);
});

test('a lexicon says which words before nouns tell a value', () => {
  useLanguage('zh');
  useLexicon({ fields: { 热源: { values: { 电: { told_before: ['电'] }, 蒸汽: {} } } }, types: {} });
  expect(tellingNames('电水壶', '热源', '电')).toHaveLength(1);
  expect(tellingNames('电水壶', '热源', '蒸汽')).toEqual([]);
});

test('a clue about whoever uses the product is told from one about the product', () => {
  useLanguage('zh');
  expect(cluesFor('适用人群', '老人').every(isSituation)).toBe(true);
  expect(cluesFor('材质', '真皮').some(isSituation)).toBe(false);
});
