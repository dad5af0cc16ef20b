import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { asked, GOODS, makeShop } from '../../families/ecomagentbench/mutations/chinese/made-shop.ts';
import { sentencesInForce } from '../../families/ecomagentbench/mutations/chinese/sentences.ts';
import { TABLES } from '../../families/shopsimulator/tables.ts';
import { FIELDS, otherLanguage, useLanguage } from '../../lexicon/index.ts';
import { SENTENCES } from '../../shopping/dialogue/field-dialogues.ts';
import { cluesFor, isRiddle } from '../../shopping/language/clue-bank.ts';
import { agreedWith } from '../../shopping/language/goods.ts';
import { unlikelyBeside } from '../../shopping/plausibility/unlikely-together.ts';
import { TRIES_ALL } from '../fixtures/property-runs.ts';

beforeEach(() => useLanguage('zh'));
afterEach(() => useLanguage());

const nouns = () => [...new Set([...(otherLanguage()?.nouns ?? []), ...Object.keys(GOODS.zh ?? {})])];
/** Fields that goods of all kinds have: those of appliances alone say of what they are by being stated. */
const GENERAL = ['颜色', '材质', '风格', '适用人群', '使用场景', '特性', '规格'];
const everyClue = () =>
  GENERAL.flatMap((field) =>
    Object.entries(FIELDS.get(field)?.values ?? {}).flatMap(([value, { clues = [] }]) =>
      clues.map((clue) => ({ field, value, clue })),
    ),
  );

/** What words of a clue take for granted: endings of the names of the goods they can be true of. */
const TAKEN_FOR_GRANTED: readonly (readonly [words: RegExp, goods: RegExp])[] = [
  [/穿/u, /(?:鞋|靴子|袜子|T恤|衬衫|外套|羽绒服|卫衣|裤子?|裙子?|帽子|围巾|手套)$/u],
  [/戴/u, /(?:帽子|围巾|手套)$/u],
  [/盖/u, /(?:毯|被子)$/u],
  [/坐着/u, /(?:椅子?|沙发)$/u],
  [/的码/u, /(?:鞋|靴子|袜子|T恤|衬衫|外套|羽绒服|卫衣|裤子?|裙子?|帽子|围巾|手套)$/u],
  [/喝|开水/u, /(?:杯|杯子|奶瓶|壶)$/u],
  [/烧水/u, /壶$/u],
  [/里面的根|窑/u, /花盆$/u],
  [/桌面/u, /桌$/u],
  [/灯罩/u, /灯$/u],
  [/架子/u, /(?:椅子?|桌|书架|衣柜)$/u],
  [/铺在/u, /瑜伽垫$/u],
  [
    /干洗店|在家洗|化纤|贴着皮肤/u,
    /(?:包|鞋|靴子|袜子|T恤|衬衫|外套|羽绒服|卫衣|裤子?|裙子?|帽子|围巾|手套|毯|枕头|被子|床单|四件套|床垫|睡袋|巾)$/u,
  ],
  [/塞进行李/u, /(?:壶|水杯|吹风机|帽子|拖鞋)$/u],
  [/收成一小团/u, /(?:包|帽子)$/u],
  [/收起来/u, /(?:台灯|风扇|椅子?|桌|收纳箱|沙发)$/u],
  [/插座|电池|溅到水/u, /(?:灯|机|扇|音箱|音响|耳机|器|平板|电脑|刷|壶|煲|刀)$/u],
  [/洗澡|浴室/u, /(?:热水器|拖鞋)$/u],
  [/灶台|做饭/u, /(?:风扇|音箱|手套|壶|夜灯|马克杯|吊灯)$/u],
];

test('a clue in Chinese that takes something of the goods for granted is said of such goods alone', () => {
  const misleading = everyClue().flatMap(({ field, value, clue }) =>
    nouns()
      .filter((noun) => TAKEN_FOR_GRANTED.some(([words, goods]) => words.test(clue) && !goods.test(noun)))
      .filter((noun) => cluesFor(field, value, noun).includes(clue))
      .map((noun) => `${noun}: ${clue}`),
  );
  expect(misleading).toEqual([]);
});

test('what is said in Chinese of goods of any kind is of their color, their look, or whom they are for', () => {
  const general = GENERAL.filter((field) => !['颜色', '风格', '适用人群'].includes(field));
  const unbound = general.flatMap((field) =>
    Object.values(FIELDS.get(field)?.values ?? {}).flatMap(({ clues = [], knownOfClues = [] }) =>
      clues.filter((_, at) => knownOfClues[at]?.of == null && knownOfClues[at]?.never == null),
    ),
  );
  expect(unbound).toEqual([]);
});

test('no clue in Chinese is a riddle or a bare clause behind 要 or 关键是', () => {
  expect(everyClue().filter(({ clue }) => isRiddle(clue) || /像[^，]*一样|没开机/u.test(clue))).toEqual([]);
  const { clue, situation = [], comparison = [] } = sentencesInForce();
  const frames = [
    ...clue,
    ...situation,
    ...comparison,
    ...(TABLES.request?.clue ?? []),
    ...(TABLES.request?.situation ?? []),
  ];
  expect(frames.filter((frame) => /[要是]\{(?:v|clue)\}|才行/u.test(frame))).toEqual([]);
});

test('no answer in Chinese insists on what is only liked, and none says that something was said before', () => {
  const { answers, exclusions, numeric, quantity } = SENTENCES;
  const { value, excluded, rating, ratings, price, quantity: amounts, opinion } = sentencesInForce();
  const said = [
    ...[answers, exclusions, quantity.answers, ...Object.values(numeric).map((number) => number.answers)],
    ...[TABLES.answers, TABLES.objections, TABLES.too_dear, ...Object.values(TABLES.wishes)],
    ...TABLES.told_otherwise.flatMap((told) => [told.answers, told.objections]),
    ...[value, excluded, rating, ratings, price, amounts, opinion],
    ...[...FIELDS.values()].map(({ dialogue }) => dialogue?.answers ?? []),
  ].flat();
  const strained = /认准|没商量|没得商量|定死|才行|必须|一定要|一概|一律|说的不一样|说过|一开始/u;
  expect(said.filter((pattern) => strained.test(pattern))).toEqual([]);
});

test('what a Chinese shopper holds to is said of now, not of all that was ever bought', () => {
  const held = [TABLES.wishes.high, ...TABLES.held_otherwise.map(({ high }) => high)].flat();
  expect(held.filter((pattern) => /一向|一直|一贯|从来|这些年|用惯|不买|只买|平时买的/u.test(pattern))).toEqual([]);
});

test('a Chinese word for counting is never read as one word with the noun behind it', () => {
  const segmenter = new Intl.Segmenter('zh', { granularity: 'word' });
  const { wanted = [], in_mind: inMind = [] } = TABLES.request ?? {};
  const frames = [...sentencesInForce().openings, ...TABLES.openings, ...wanted, ...inMind];
  const counted = new Set(frames.flatMap((frame) => /.\{个\}(?=\{np?\})/u.exec(frame) ?? []));
  const joined = nouns().flatMap((noun) =>
    [...counted].flatMap((words) => {
      const text = agreedWith(noun, words) + noun;
      const place = text.length - noun.length;
      return [...segmenter.segment(text)].some(({ index }) => index === place) ? [] : [text];
    }),
  );
  expect(counted.size).toBeGreaterThan(4);
  expect(joined).toEqual([]);
});

const PRODUCTS = TRIES_ALL ? 1000 : 100;

test('what the made Chinese shop sells could exist: nothing states two values that nobody asks in one breath', () => {
  const folder = mkdtempSync(join(tmpdir(), 'shop-'));
  const [file = ''] = makeShop(folder, PRODUCTS).inputs;
  const rows = readFileSync(file, 'utf8').trim().split('\n');
  rmSync(folder, { recursive: true });
  const clashing = rows.flatMap((row) => {
    const { title, details } = JSON.parse(row) as { title: string; details: Record<string, string> };
    const facts = Object.entries(details).map(([field, value]) => ({ field, value }));
    return facts.flatMap((fact, at) => {
      const others = facts.slice(0, at).map(asked);
      return unlikelyBeside(others, fact) === null ? [] : [`${title}: ${JSON.stringify(details)}`];
    });
  });
  expect(rows).toHaveLength(PRODUCTS);
  expect(clashing).toEqual([]);
});

test('every value of the made Chinese shop is one that the lexicon has', () => {
  const unknown = Object.entries(GOODS.zh ?? {}).flatMap(([noun, sorts]) =>
    sorts.flatMap((sort) =>
      Object.entries(sort).flatMap(([field, values]) =>
        field === 'price'
          ? []
          : values
              .filter((value) => FIELDS.get(field)?.values[value] === undefined)
              .map((value) => `${noun}: ${field} ${value}`),
      ),
    ),
  );
  expect(unknown).toEqual([]);
});
