import type { VoucherWords } from '../../../../mutations/operators/vouchers.ts';
import type { OpinionWords } from '../contracts.ts';

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
