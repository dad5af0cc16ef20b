import { expect, test } from 'vitest';
import { englishKindIn } from '../../lexicon/columns.ts';

test.each([
  ['Полотенце лицевое 50х90/50х100 см', 'ru', 'towel'],
  ['Мужские халаты', 'ru', 'robe'],
  ['Полотенце для рук 40х70 см', 'ru', 'towel'],
  ['Дитячі іграшки', 'uk', 'toy'],
  ['Scarpe sportive', 'it', 'shoes'],
  ['Scarpe da corsa', 'it', 'running shoes'],
  ['Borse da donna', 'it', 'bag'],
  ['Cables eléctricos', 'es', 'cable'],
  ['Zapatos de mujer', 'es', 'shoes'],
  ['Dětské boty', 'cs', 'shoes'],
  ['Baterías de cocina', 'es', 'cookware set'],
  ['Karma dla psa', 'pl', 'dog food'],
  ['Handyhüllen', 'de', 'phone case'],
])(
  'a category in another language names a kind beside how it is and whom or what it is for: %s (%s) is %s',
  (category, language, kind) => {
    expect(englishKindIn(category, language)).toBe(kind);
  },
);

test.each([
  ['Tapis de souris', 'fr'],
  ['Чехол для ноутбука', 'ru'],
  ['Тарілки та салатники', 'uk'],
  ['Полотенце/коврики для ног', 'ru'],
  ['Borsa frigo', 'it'],
  ['Accesorios para cables', 'es'],
])('what is a part of another thing, or several things, names no kind: %s (%s)', (category, language) => {
  expect(englishKindIn(category, language)).toBeUndefined();
});
