import { withWording } from '../../../../mutations/changes.ts';
import { alike } from '../../../../mutations/look-alikes.ts';
import type { Operator } from '../../../../mutations/operator.ts';
import type { VoucherWords } from '../../../../mutations/operators/vouchers.ts';
import { changed, type Spelling, spelling } from '../../../../mutations/spelling-type.ts';
import type { Wording } from '../../wording.ts';
import type { OpinionWords } from '../contracts.ts';
import type { LeakFrames } from '../leaks.ts';

/** Frames that Chinese values are put into, by the place they must not stand in. */
export const CHINESE_FRAMES: LeakFrames = {
  query: [
    '要{}的。',
    '对了，{}最好了。',
    '顺便说一下，我想的是{}。',
    '我姐家那个是{}，我也要一样的。',
    '还有一点：{}。',
  ],
  hobby: '收集{}的东西',
  routine: '，平时离不开{}。',
  occupation: '（{}）',
  platform: '专门卖{}的店',
  fallback: '跟{}有关。',
  answer: '还有{}。',
  hidden: '另外{}。',
  note: '想要{}',
};

const HAN = /^\p{Script=Han}{2,}$/u;
const isHan = (value: string) => HAN.test(value);
const between = (mark: string) => (value: string) => (isHan(value) ? [...value].join(mark) : null);
const inMiddle = (mark: string) => (value: string) => (isHan(value) ? value.slice(0, 1) + mark + value.slice(1) : null);

/** Traditional characters of the values, as people in Taiwan and Hong Kong write them. */
const TRADITIONAL = alike(
  '绿银红蓝锈钢纯实约复园儿学妇厨卧厅办户叠电号间净塑老',
  '綠銀紅藍鏽鋼純實約復園兒學婦廚臥廳辦戶疊電號間淨塑老',
);
const traditional = (value: string) =>
  changed(
    value,
    value.replace(/./gu, (character) => TRADITIONAL[character] ?? character),
  );

/** Other words in which people say some values. */
const OTHER_WORDS: Readonly<Record<string, readonly string[]>> = {
  纯棉: ['全棉', '百分百棉'],
  真皮: ['头层牛皮'],
  实木: ['原木'],
  儿童: ['小孩', '小朋友'],
  老人: ['老年人', '长辈'],
  孕妇: ['准妈妈'],
  防水: ['不怕水'],
  可折叠: ['能折叠', '折叠式'],
  可充电: ['能充电', '充电式'],
  可水洗: ['能水洗'],
};

const COLOR = /^(.+)色$/u;

/** Ways to write a Chinese value, one group a kind of disguise; none is made with code or tables of the gates. */
export const CHINESE_SPELLINGS: Readonly<Record<string, readonly Spelling[]>> = {
  'as listed': [spelling('as listed', (value) => value)],
  'beside other words': [
    spelling('with 的', (value) => `${value}的`),
    spelling('with 款', (value) => `${value}款`),
    spelling('with a degree', (value) => (COLOR.test(value) ? `纯${value}` : null)),
    spelling('in brackets', (value) => `【${value}】`),
    spelling('quoted', (value) => `“${value}”`),
    spelling('corner quotes', (value) => `「${value}」`),
  ],
  'colors without their ending': [
    spelling('bare', (value) => {
      const [, color = ''] = COLOR.exec(value) ?? [];
      return color.length > 1 ? color : null;
    }),
    spelling('with 的', (value) => (COLOR.test(value) ? value.replace(COLOR, '$1的') : null)),
  ],
  'spaces and marks between': [' ', '　', '-', '·', '.', '*', '_', '/', '、'].map((mark) =>
    spelling(`"${mark}"`, between(mark)),
  ),
  'invisible characters': ['\u200b', '\u2060', '\ufeff', '\u00ad', '\u200d'].map((mark) =>
    spelling(`u+${mark.codePointAt(0)?.toString(16)}`, inMiddle(mark)),
  ),
  'traditional characters': [spelling('traditional', traditional)],
  'in other words': [0, 1].map((place) => spelling(`other ${place}`, (value) => OTHER_WORDS[value]?.[place] ?? null)),
  'markup inside': [
    spelling('bold', (value) => `<b>${value}</b>`),
    spelling('bold character', (value) => (isHan(value) ? value.replace(/^(.)/u, '<b>$1</b>') : null)),
    spelling('comment', inMiddle('<!-- -->')),
    spelling('markdown', inMiddle('**')),
    spelling('entities', (value) =>
      isHan(value) ? value.replace(/./gu, (character) => `&#${character.codePointAt(0)};`) : null,
    ),
  ],
};

const TAKEN_BACK = [
  '不要{}的',
  '{}的除外',
  '不能是{}',
  '除了{}都行',
  '我不接受{}',
  '{}的不考虑',
  '避开{}',
  '不想要{}的',
];

/** A value that is wanted, in words that turn it away. */
export const CHINESE_DENIALS: Operator<Wording> = {
  gate: 'anchoring: values',
  name: 'a value taken back in Chinese',
  plant: (sample) =>
    sample.task.locked.rubrics.flatMap((rubric) => {
      const isPlain = rubric.type === 'attribute_match' && typeof rubric.expected_value === 'string';
      if (!isPlain || rubric.info_source !== 'query' || sample.task.locked.implicit_rubric_ids.includes(rubric.id))
        return [];
      const value = rubric.expected_value as string;
      return TAKEN_BACK.map((words) => {
        const query = `想买个好用的东西，${words.replace('{}', value)}。`;
        return withWording(sample, { query, surfaces: { ...sample.wording.surfaces, [rubric.id]: value } }, query);
      });
    }),
};

/** Vouchers as Chinese shoppers tell of them, and what says something else. */
export const CHINESE_VOUCHERS: VoucherWords = {
  amount: /(\d+(?:,\d{3})*(?:\.\d+)?)元/g,
  rate: /打(\d+(?:\.\d+)?)折/g,
  asMoney: (number) => `减${number}元`,
  nothing: '就这些。',
  noBudget: '一点钱',
  noThreshold: '一定的数',
  anotherBudget: (told) => `${told}最后我只想付1元。`,
  anotherVoucher: () => '另外我还有一张券，满100元减30元。',
  after: /用完券|券后|用券后|到手价|两张用完|叠完/u,
  before: '用券前',
  issuers: { platform: [/全平台|平台/u, '品牌'], shop: [/店铺|店里/u, '平台'], brand: [/品牌/u, '店铺'] },
  tierAsStack: [
    [/就换成|改为/u, '再加上'],
    [/只算一档|两档不能同时享受|够哪一档就只算哪一档/u, '两档一起算'],
  ],
  stackAsTier: [
    [/能叠加/u, '只能用一张'],
    [/还能再叠一张/u, '或者换成一张'],
    [/两张券一起用/u, '两张券里挑一张用'],
  ],
  ofTheRest: [
    [/都按原价算/u, '第二张按减过的价算'],
    [/优惠都从原价上减/u, '优惠一张接一张往下减'],
  ],
  currency: [/元/gu, '欧元'],
};

/** Pieces of an opinion, each of two characters, that tell what it is about. */
const piecesOf = (text: string): string[] => [...text].slice(1).map((next, at) => `${[...text][at]}${next}`);

/** Opinions as Chinese buyers write them, and what is none. */
export const CHINESE_OPINIONS: OpinionWords = {
  complaints: [
    '用了一个星期带子就断了',
    '没几天就坏了',
    '洗一次就掉色',
    '根本不值这个价',
    '拉链老是卡住',
    '打开有一股刺鼻的味道',
    '电池掉电太快',
    '说明书完全看不懂',
    '底下一直漏水',
    '客服半天没人理',
  ],
  foreign: '飞艇',
  reordered: (quote) => [...quote].toReversed().join(''),
  tooShort: ['不错', '很好用'],
  tooLong: '而且不管是谁家拿去用都是这样从来没有变过大家用过以后都这么说真的一点也不夸张',
  shares: (opinion, quotes) => piecesOf(opinion).some((piece) => quotes.includes(piece)),
};
