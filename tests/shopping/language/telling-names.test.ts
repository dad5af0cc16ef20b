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
])('a name made with a word that stands in one value of a field tells that value: %s', (text, name) => {
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

test('a word that stands in several values of a field tells none of them', () => {
  useLanguage('zh');
  const shop = { fields: { 供电: { values: { 电池: {}, 插电: {} } }, 热源: { values: { 电: {}, 蒸汽: {} } } } };
  useLexicon({ ...shop, types: {} });
  expect(tellingNames('电水壶', '供电', '插电')).toEqual([]);
  expect(tellingNames('电水壶', '热源', '电')).toHaveLength(1);
});

test('a clue about whoever uses the product is told from one about the product', () => {
  useLanguage('zh');
  expect(cluesFor('适用人群', '老人').every(isSituation)).toBe(true);
  expect(cluesFor('材质', '真皮').some(isSituation)).toBe(false);
});
