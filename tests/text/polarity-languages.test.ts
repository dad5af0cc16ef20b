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
  ['zh', '加热很快，家里人都喜欢。'],
  ['zh', '上手特别简单，说明书都不用看。'],
  ['zh', '摆在家里很好看，朋友来了都夸。'],
  ['es', 'Fácil de limpiar.'],
  ['de', 'Ist leicht zu reinigen.'],
  ['id', 'Jahitannya rapi dan kuat, mantap.'],
  ['id', 'Tidak berisik dan gampang dipakai.'],
  ['id', 'Saya suka banget, tahan lama.'],
  ['id', 'Bahannya cepat kering.'],
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
  ['id', 'Mudah sekali patah.'],
  ['id', 'Gampang sekali luntur.'],
  ['id', 'Cepat sekali habis baterainya.'],
  ['id', 'Suka mati sendiri.'],
  ['id', 'Suka tiba-tiba lepas talinya.'],
  ['id', 'Pas dipakai langsung sobek.'],
  ['zh', '等了好久。'],
  ['zh', '用了好几天才到。'],
  ['zh', '收到快递了。'],
  ['zh', '价值五十元。'],
  ['zh', '真好意思卖这种东西。'],
  ['zh', '我非常好奇它怎么卖得出去。'],
  ['zh', '很结实，等了好久。'],
  ['zh', '开着有点吵，挺好看。'],
  ['de', 'Ist schnell gerissen.'],
  ['de', 'Leicht zerkratzt.'],
  ['de', 'Würde ich keinem empfehlen.'],
  ['de', 'Das Gerät wird schnell heiß und laut.'],
  ['de', 'Kam schnell an.'],
  ['de', 'Anfangs robust, im Winter gerissen.'],
  ['es', 'Se rayó muy rápido.'],
  ['es', 'Se ensucia fácil.'],
  ['es', 'Llegó rápido.'],
  ['es', 'Muy bonita, se rayó el primer día.'],
])('no plain praise in %s: %s', (code, sentence) => {
  useLanguage(code);
  expect(polarityOf(sentence).positive).toBe(false);
});

test.each([
  ['zh', '夜里开着声音很小。', '蓝牙音箱', '落地风扇'],
  ['zh', '喇叭声音小。', '手机', ''],
  ['zh', '摸着很暖和。', '桌面风扇', '羽绒被'],
  ['de', 'Sehr leise.', 'Bluetooth-Lautsprecher', 'Handstaubsauger'],
  ['es', 'Es muy silencioso.', 'Altavoz inalámbrico', 'Aspirador de mano'],
  ['id', 'Tenang sekali.', 'Speaker Bluetooth', 'Kipas angin'],
  ['en', 'It is very quiet.', 'Bluetooth Speaker', 'Cordless Vacuum'],
])('a word praises one thing and blames another in %s: %s', (code, sentence, blamed, praised) => {
  useLanguage(code);
  expect(polarityOf(sentence, blamed).positive).toBe(false);
  if (praised !== '') expect(polarityOf(sentence, praised)).toEqual({ positive: true });
});

test('marks of Chinese end sentences', () => {
  const text = '声音很小。做工结实！还会再买';
  expect(sentencesOf(text).map(({ start, end }) => text.slice(start, end))).toEqual([
    '声音很小。',
    '做工结实！',
    '还会再买',
  ]);
});
