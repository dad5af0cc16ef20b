import { afterEach, expect, test } from 'vitest';
import { useLanguage } from '../../lexicon/index.ts';
import { polarityOf, sentencesOf } from '../../text/polarity.ts';

afterEach(() => useLanguage());

test.each([
  ['zh', '夜里开着声音很小，孩子睡得很香。'],
  ['zh', '用了半年，真的不错，一点不吵。'],
  ['es', 'Se limpia muy fácil con un paño, estoy encantada.'],
  ['es', 'No hace ruido, es muy cómodo.'],
  ['de', 'Der Aufbau war schnell erledigt, prima.'],
  ['de', 'Läuft ohne Probleme und ist sehr leise.'],
  ['id', 'Jahitannya rapi dan kuat, mantap.'],
  ['id', 'Tidak berisik dan gampang dipakai.'],
])('plain praise in %s: %s', (code, sentence) => {
  useLanguage(code);
  expect(polarityOf(sentence)).toEqual({ positive: true });
});

test.each([
  ['zh', '声音很小，但是用了两天就坏了。'],
  ['zh', '要是再安静一点就好了。'],
  ['zh', '声音一点也不小。'],
  ['zh', '声音小吗？'],
  ['zh', '“静音”效果真好。'],
  ['zh', '昨天刚收到货。'],
  ['es', 'Es cómodo, pero se rompió en un mes.'],
  ['es', 'Ojalá fuera más silencioso.'],
  ['de', 'Schön leise, aber leider schon kaputt.'],
  ['de', 'Wenn es doch nur leise wäre.'],
  ['id', 'Bagus tapi cepat rusak.'],
  ['id', 'Semoga awet.'],
])('no plain praise in %s: %s', (code, sentence) => {
  useLanguage(code);
  expect(polarityOf(sentence).positive).toBe(false);
});

test('marks of Chinese end sentences', () => {
  const text = '声音很小。做工结实！还会再买';
  expect(sentencesOf(text).map(({ start, end }) => text.slice(start, end))).toEqual([
    '声音很小。',
    '做工结实！',
    '还会再买',
  ]);
});
