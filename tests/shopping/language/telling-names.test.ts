import { afterEach, expect, test } from 'vitest';
import { useLanguage } from '../../../lexicon/index.ts';
import { cluesFor, isSituation } from '../../../shopping/language/clue-bank.ts';
import { tellingNames } from '../../../shopping/language/telling-names.ts';

afterEach(() => useLanguage());

test('the name of a product tells a value that it implies, and no other', () => {
  useLanguage('zh');
  expect(tellingNames('家里的电热水器该换了', '燃料', '电加热')).toHaveLength(1);
  expect(tellingNames('家里的热水器该换了', '燃料', '电加热')).toEqual([]);
  expect(tellingNames('家里的电热水器该换了', '燃料', '天然气')).toEqual([]);
});

test('a clue about whoever uses the product is told from one about the product', () => {
  useLanguage('zh');
  expect(cluesFor('适用人群', '老人').every(isSituation)).toBe(true);
  expect(cluesFor('材质', '真皮').some(isSituation)).toBe(false);
});
