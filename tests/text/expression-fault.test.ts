import { expect, test } from 'vitest';
import { expressionFault } from '../../text/expression-fault.ts';

test.each([
  ['gr(ae|ey', 'unterminated group'],
  ['[abc', 'unterminated character class'],
  ['*a', 'nothing to repeat'],
  ['a: (b', 'unterminated group'],
  ['gr[ae]y', null],
])('of %j is told why it is no regular expression: %s', (text, fault) =>
  expect(expressionFault(text, 'u')).toBe(fault),
);
