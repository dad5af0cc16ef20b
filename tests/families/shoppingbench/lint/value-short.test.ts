import { expect, test } from 'vitest';
import { valueShort } from '../../../../families/shoppingbench/lint/value-short.ts';
import { foundIn, taskWith } from './published-tasks.ts';

const short = (value: string) => foundIn(valueShort, taskWith({ products: [{ options: { size: value } }] }))[0];

test.each(['m', '39', '04', '#3', '3/8', '12%', '…', '牛'])('%j has at most two letters and digits', (value) => {
  expect(short(value)).toEqual([`size = ${value}`]);
});

test.each(['2xl', '100', 'a-b-c'])('%j has more', (value) => {
  expect(short(value)).toEqual([]);
});

test('short is a sign and no defect: sizes are', () => expect(valueShort.isDefect).toBe(false));
