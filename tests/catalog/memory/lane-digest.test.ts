import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DIGEST_WORDS, digestOf, digestOfAscii, newDigestKey } from '../../../catalog/memory/lane-digest.ts';

const key = newDigestKey();

test('the digest of a text of ASCII is the same from its bytes, wherever they stand', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary-ascii' }), fc.string({ unit: 'binary-ascii' }), (before, text) => {
      const into = new Uint32Array(DIGEST_WORDS);
      digestOfAscii(Buffer.from(`${before}${text}!`), before.length, before.length + text.length, key, into);
      expect(into).toEqual(digestOf(text, key));
    }),
  );
});
