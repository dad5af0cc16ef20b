import { expect, test } from 'vitest';
import { StageError } from '../../../schemas/errors.ts';
import { NO_SOURCES, SourcesByWording, withAnswers } from '../../../shopping/language/reply-sources.ts';

const answer = (promptDigest: string, ...replyDigests: string[]) => ({ promptDigest, replyDigests });

test('replies add up in order, and each prompt is named once', () => {
  const first = withAnswers(NO_SOURCES, [answer('p1', 'a', 'b'), answer('p2', 'c')]);
  expect(withAnswers(first, [answer('p1', 'd')])).toEqual({
    promptDigests: ['p1', 'p2'],
    replyDigests: ['a', 'b', 'c', 'd'],
  });
});

test('a wording is known by itself, not by what it says', () => {
  const sources = new SourcesByWording<{ query: string }>();
  const wording = sources.keep({ query: 'A bag.' }, withAnswers(NO_SOURCES, [answer('p', 'a')]));
  expect(sources.of(wording).replyDigests).toEqual(['a']);
  expect(() => sources.of({ query: 'A bag.' })).toThrow(StageError);
});
