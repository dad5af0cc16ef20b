import { expect, test } from 'vitest';
import { isStatement } from '../../../service/customer/answered.ts';

test.each(['这款没有什么配件可以送的。', '页面没写怎么安装。'])(
  'a sentence with the words of a question inside it states something: %s',
  (message) => expect(isStatement(message)).toBe(true),
);

test.each(['还有别的问题吗？', '您要哪一款呢', '请问您要什么。'])('a question states nothing: %s', (message) =>
  expect(isStatement(message)).toBe(false),
);
