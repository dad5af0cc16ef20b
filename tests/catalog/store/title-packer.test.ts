import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TermCollector } from '../../../catalog/store/terms.ts';
import { newDigestKey } from '../../../catalog/store/text-digest.ts';
import { textAt } from '../../../catalog/store/texts.ts';
import { TitlePacker } from '../../../catalog/store/title-packer.ts';

/** What is packed of titles, and by which words each place is found. */
function packed(titles: readonly string[], add: (packer: TitlePacker, title: string, place: number) => void) {
  const terms = new TermCollector(newDigestKey());
  const packer = new TitlePacker(terms);
  for (const [place, title] of titles.entries()) add(packer, title, place);
  const words = packer.take();
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
  return { words: titles.map((_, place) => textAt(words, place)), places: new Map([...places].sort()) };
}

test('titles of printable ASCII are packed from their bytes as from their texts, whatever came before', () => {
  const chunk = fc.oneof(
    fc.constantFrom('Tote', 'Bag,', "Men's", '5.0', '.5', '10x20', '(Red)', 'USB-C', '-', 'rj45', '1,000', 'A.C.'),
    fc.stringMatching(/^[!-~]{0,8}$/),
  );
  const title = fc.array(chunk, { maxLength: 8 }).map((chunks) => chunks.join(' '));
  fc.assert(
    fc.property(fc.array(title, { minLength: 1, maxLength: 30 }), (titles) => {
      const bytes = titles.map((one) => Buffer.from(one));
      expect(
        packed(titles, (packer, _, place) => {
          const of = bytes[place] as Buffer;
          packer.addPlain(of, 0, of.length, place);
        }),
      ).toEqual(packed(titles, (packer, one, place) => packer.add(one, place)));
    }),
    { numRuns: 300 },
  );
});
