import { expect, test } from 'vitest';
import { Complaints, type ConfigError, sentencesOf } from '../../schemas/errors.ts';

const told = (...sentences: string[]) => {
  const complaints = new Complaints();
  complaints.add(...sentences);
  try {
    complaints.refuse();
  } catch (error) {
    return sentencesOf(error as ConfigError);
  }
  return [];
};

test('what is wrong in a file is told in the order of its lines, however it was found', () => {
  expect(told('my.yaml:12: types is wrong', 'my.yaml:2: fields is wrong', 'my.yaml:12: types is wrong too')).toEqual([
    'my.yaml:2: fields is wrong',
    'my.yaml:12: types is wrong',
    'my.yaml:12: types is wrong too',
  ]);
});

test('files are told one after the other, in the order in which they were read', () => {
  expect(told('b.yaml:9: b', 'a.yaml:1: a', 'b.yaml:3: c')).toEqual(['b.yaml:3: c', 'b.yaml:9: b', 'a.yaml:1: a']);
});
