import { withWording } from '../../../../mutations/changes.ts';
import { alike } from '../../../../mutations/look-alikes.ts';
import type { Operator } from '../../../../mutations/operator.ts';
import { changed, type Spelling, spelling } from '../../../../mutations/spelling.ts';
import type { Wording } from '../../wording.ts';
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
