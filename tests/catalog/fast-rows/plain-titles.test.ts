import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PlainTitles } from '../../../catalog/fast-rows/plain-titles.ts';
import { TermCollector } from '../../../catalog/inverted-index/terms.ts';
import { newDigestKey } from '../../../catalog/memory/lane-digest.ts';
import { textAt } from '../../../catalog/memory/texts.ts';
import { TitlePacker } from '../../../catalog/store/product-packer.ts';
import { propertyRuns } from '../../fixtures/property-runs.ts';

/** What is packed of titles, and by which words each place is found. */
function packed(titles: readonly string[], isFromBytes: boolean) {
  const terms = new TermCollector(newDigestKey());
  const packer = new TitlePacker(terms);
  const plain = new PlainTitles(terms, packer.words);
  for (const [place, title] of titles.entries()) {
    if (isFromBytes) plain.add(Buffer.from(title), 0, title.length, place);
    else packer.add(title, place);
  }
  const { titleWords } = packer.take();
  const taken = terms.take();
  const places = new Map<string, number[]>();
  for (let term = 0, from = 0; term < taken.ends.length; from = taken.ends[term++] as number) {
    const word = textAt(taken.norms, term);
    const found = [...(places.get(word) ?? []), ...taken.places.slice(from, taken.ends[term])];
    places.set(
      word,
      [...new Set(found)].sort((a, b) => a - b),
    );
  }
  return { words: titles.map((_, place) => textAt(titleWords, place)), places: new Map([...places].sort()) };
}

test('titles of printable ASCII are packed from their bytes as from their texts, whatever came before', () => {
  const chunk = fc.oneof(
    fc.constantFrom('Tote', 'Bag,', "Men's", '5.0', '.5', '10x20', '(Red)', 'USB-C', '-', 'rj45', '1,000', 'A.C.'),
    fc.stringMatching(/^[!-~]{0,8}$/),
  );
  const title = fc.array(chunk, { maxLength: 8 }).map((chunks) => chunks.join(' '));
  fc.assert(
    fc.property(fc.array(title, { minLength: 1, maxLength: 30 }), (titles) => {
      expect(packed(titles, true)).toEqual(packed(titles, false));
    }),
    { numRuns: propertyRuns(300) },
  );
});
