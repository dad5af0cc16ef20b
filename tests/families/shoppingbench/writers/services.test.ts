import { describe, expect, test } from 'vitest';
import { canSayService, saysService, servicePieces } from '../../../../families/shoppingbench/writers/services.ts';
import { agree } from '../../../../shopping/language/speech.ts';

const LAZADA = ['COD', 'flashsale', 'freeShipping', 'official'];

test('the services of the published catalog have words', () => {
  for (const service of LAZADA) expect(canSayService(service)).toBe(true);
});

describe.each(LAZADA)('%s', (service) => {
  const said = servicePieces(service).flatMap(({ place, text }) =>
    place === 'verb' ? [text, agree(text, false), agree(text, true)] : [text],
  );

  test('can be said behind the noun and as a verb phrase', () => {
    expect(new Set(servicePieces(service).map(({ place }) => place))).toEqual(new Set(['after', 'verb']));
  });

  test('is said by each of its phrases, in every form of the verb, and no other service is', () => {
    for (const text of said)
      expect([text, LAZADA.filter((other) => saysService(text, other))]).toEqual([text, [service]]);
  });
});

test.each([
  ['with a free gift', 'freeShipping'],
  ['ships fast', 'freeShipping'],
  ['a cod-liver oil', 'freeShipping'],
  ['cash only', 'COD'],
  ['with codes', 'COD'],
  ['with a flash', 'flashsale'],
  ['on sale', 'flashsale'],
  ['unofficial', 'official'],
  ['', 'official'],
])('%j does not ask for %s', (text, service) => {
  expect(saysService(text, service)).toBe(false);
});

test.each(['x-promo', 'constructor', '__proto__', ''])(
  'a service nobody has words for is never said: %j',
  (service) => {
    expect(canSayService(service)).toBe(false);
    expect(servicePieces(service)).toEqual([]);
    expect(saysService('with free shipping, cash on delivery, official', service)).toBe(false);
  },
);

test.each([
  'without free shipping',
  'with no free shipping',
  'that does not come with free delivery',
  'that need not ship free of charge',
  'and free shipping is not needed',
  'I have had no luck with a bag not with free shipping',
])('%j does not ask for free shipping', (text) => {
  expect(saysService(text, 'freeShipping')).toBe(false);
});

test.each([
  'not too big, with free shipping',
  'no more than ₱500 with free shipping',
  'nothing without free shipping',
  'not only with free shipping but in black',
  'skip whatever has no free shipping',
  'without free shipping I won’t order it',
  'ships free of charge',
])('%j asks for free shipping', (text) => {
  expect(saysService(text, 'freeShipping')).toBe(true);
});

test('what stands around a part of a text can take back what it says, and what is elsewhere cannot say it', () => {
  const text = 'a bag without free shipping and a pen with cash on delivery';
  const part = { start: text.indexOf('free'), end: text.indexOf(' and') };
  expect(saysService(text, 'freeShipping', part)).toBe(false);
  expect(saysService(text, 'COD', part)).toBe(false);
  expect(saysService(text, 'COD')).toBe(true);
});
