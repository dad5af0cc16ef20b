import { afterEach, expect, test } from 'vitest';
import { FIELDS, OTHER_LANGUAGES, useLanguage } from '../../../lexicon/index.ts';
import { againstClue, againstForm, type ClueToJudge } from '../../../shopping/shop-lexicon/clue-gates.ts';
import { contentOf, stemsOf } from '../../integration/defects/plain-text.ts';

afterEach(() => useLanguage());

const judged = (clue: string, changes: Partial<ClueToJudge> = {}) =>
  againstClue({ clue, field: 'Panel Type', value: 'OLED', others: ['IPS', 'VA'], ...changes });

test.each(['switch off every single dot for perfect blacks', 'be as black as night where nothing is shown'])(
  'a clue that hints and does not tell passes: %j',
  (clue) => expect(judged(clue)).toBeNull(),
);

test.each([
  ['have an OLED screen', 'says its own value, "OLED"'],
  ['beat the contrast of an IPS screen', 'names another value of the field, "IPS"'],
  ['is dark', 'begins with "is", expected a verb in its base form'],
  ['showing deep blacks', 'begins with "showing", expected a verb in its base form'],
  ['show deep blacks.', 'is no plain phrase without sentence marks'],
  ['switch off its dots', 'refers to the product as "its"'],
  ['show deep blacks when I look at it', 'refers to the product as "it"'],
  ['glow in the dark and show deep blacks', 'has a second verb, "show"'],
  ['dry fast and hardly crease', 'has a second verb, "crease"'],
  [`show ${'very '.repeat(15)}deep blacks`, 'has 18 words, 16 at most can stand beside others'],
])('a clue that tells, or cannot be said of a product, is refused with the reason: %j', (clue, reason) => {
  expect(judged(clue)).toBe(reason);
});

test('another spelling of its value gives a clue away too', () => {
  expect(judged('light up by organic diodes', { spellings: ['organic'] })).toBe('says its own value, "organic"');
});

test('a flag is told by its name and not by yes or no', () => {
  const flag = { field: 'Wireless', value: 'Yes', others: ['No'] };
  expect(judged('need no cord', flag)).toBeNull();
  expect(judged('be wireless', flag)).toBe('says its own value, "Yes"');
});

test.each(['en', ...OTHER_LANGUAGES])(
  'every clue that comes with the program passes the gates of those that are proposed, in %s',
  (code) => {
    useLanguage(code);
    const refused = [...FIELDS].flatMap(([field, { values }]) =>
      Object.entries(values).flatMap(([value, { clues = [], also = [] }]) => {
        const others = Object.keys(values).filter((other) => other !== value);
        return clues.flatMap((clue) => {
          const against = againstClue({ clue, field, value, spellings: also, others });
          return against === null ? [] : [`${field} "${value}": "${clue}" ${against}`];
        });
      }),
    );
    expect(refused).toEqual([]);
  },
);

test('no English clue that comes with the program holds a telling word of its value', () => {
  const telling = [...FIELDS].flatMap(([field, { values }]) =>
    Object.entries(values).flatMap(([value, { clues = [] }]) =>
      clues
        .filter((clue) => contentOf(value).some((stem) => stemsOf(clue).includes(stem)))
        .map((clue) => `${field} "${value}": "${clue}"`),
    ),
  );
  expect(telling).toEqual([]);
});

test.each([
  ['zh', 'fold flat after use', 'is not formed as clues in Chinese are'],
  ['zh', '不用的时候要能收起来。', 'is not formed as clues in Chinese are'],
  ['es', 'cabe en un bolsillo', 'is not formed as clues in Spanish are'],
  ['de', 'passt in eine Jackentasche', 'is not formed as clues in German are'],
  ['id', 'Muat di saku', 'is not formed as clues in Indonesian are'],
])('a clue in another form than its language has is refused: %s, %j', (code, clue, reason) => {
  useLanguage(code);
  expect(againstForm(clue)).toBe(reason);
});

test.each([
  ['zh', '不用的时候要能收起来，不占地方'],
  ['es', 'no ocupar sitio cuando no se usa'],
  ['de', 'in eine Jackentasche passen'],
  ['id', 'muat di saku'],
])('a clue in the form of its language passes: %s, %j', (code, clue) => {
  useLanguage(code);
  expect(againstForm(clue)).toBeNull();
});

test('a form is judged whatever the clue stands for', () => {
  expect(againstForm('glow in any of millions of hues I care to pick')).toBeNull();
});
