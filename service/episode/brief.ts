import type { Language } from '../store/schema.ts';
import type { Talking } from './play.ts';

/** Writes what every agent at a desk is told of its place, in the language of its customer. */
export const deskBrief = (language: Language, { say, end }: Pick<Talking, 'say' | 'end'>): string =>
  language === 'zh'
    ? `您是网店的客服。客户只能看到您用工具 ${say} 说的话。更改任何记录之前，请先用工具 read_policy 查看店铺规则并遵守。${end === null ? '对话由客户结束。' : `处理完毕后请调用 ${end}。`}`
    : `You serve the customers of an online shop. They read only what you say with the tool ${say}. Before you change any record, read the rules of the shop with the tool read_policy, and keep to them. ${end === null ? 'The customer ends the conversation.' : `When everything is settled, call ${end}.`}`;
