import { beforeAll, describe, expect, test } from 'vitest';
import { readTable } from '../../../lexicon/tables.ts';
import { drawFor } from '../../../pipeline/seed.ts';
import { calledIn } from '../../../service/customer/naming.ts';
import { writeOffline } from '../../../service/customer/offline-writer.ts';
import { metBy, REACTIONS } from '../../../service/customer/reactions.ts';
import { BEGUN, decideTurn } from '../../../service/customer/script.ts';
import { goldTurns } from '../../../service/episode/agents.ts';
import { stagedOf } from '../../../service/episode/staged.ts';
import type { Language } from '../../../service/store/schema.ts';
import { isRemark, type LockedSupport, type SupportWording } from '../../../service/task.ts';
import { SUPPORT_NAMES, type SupportName, supportRun } from '../../fixtures/support-episodes.ts';

type Table = Readonly<Record<string, unknown>>;
const MANNER = readTable(new URL('../../../service/customer/manner.yaml', import.meta.url)) as Readonly<
  Record<Language, Table>
>;
const linesIn = (table: unknown): string[] =>
  typeof table === 'string' ? (table === '' ? [] : [table]) : Object.values(table as Table).flatMap(linesIn);

/** A line without what a formal customer says otherwise. */
const plain = (text: string) => text.replace(/[!！。.]$/, '').replaceAll('您', '你');

const EPISODES = 300;
const LANGUAGES: readonly Language[] = ['en', 'zh'];
const LINK = /https:\S+/g;

interface Exchange {
  readonly agent: string;
  readonly customer: string;
}
interface Talk {
  readonly locked: LockedSupport;
  readonly wording: SupportWording;
  readonly opening: string;
  readonly exchanges: readonly Exchange[];
}

/** Plays a task's customer against the agent that knows the answer. */
function talkOf(locked: LockedSupport, wording: SupportWording): Talk {
  const { customer } = stagedOf(locked, wording);
  const exchanges: Exchange[] = [];
  let memory = BEGUN;
  for (const { tool, arguments: said } of goldTurns({ locked }, { say: 'say', text: 'text', end: null })) {
    if (tool !== 'say') continue;
    const agent = (said as { text: string }).text;
    const decided = decideTurn(agent, customer, memory);
    memory = decided.memory;
    exchanges.push({ agent, customer: decided.turn.script });
  }
  return { locked, wording, opening: customer.messages[0]?.text ?? '', exchanges };
}

describe.each(SUPPORT_NAMES.flatMap((name) => LANGUAGES.map((language) => [name, language] as const)))(
  'customers of %s in %s',
  (name: SupportName, language: Language) => {
    let talks: readonly Talk[] = [];
    let nouns: ReadonlySet<string> = new Set();
    beforeAll(() => {
      const { tasks, locked, place } = supportRun(name, { tasks: EPISODES, language });
      talks = locked.map((one, at) => talkOf(one, writeOffline(one, drawFor(1, tasks[at]?.id ?? '', 'words'))));
      nouns = new Set(
        [...place.storeFor(language).products.rows()].flatMap((product) => calledIn(language, product) ?? []),
      );
    }, 120_000);
    const saidIn = ({ opening, exchanges }: Talk) => [opening, ...exchanges.map(({ customer }) => customer)];

    test('say how they feel, or stand on their rights, once at most', () => {
      const own = MANNER[language];
      const attitudes = [...new Set(linesIn([own.mood, own.hurry, own.doubt, own.insist, own.rules]).map(plain))];
      for (const { wording } of talks) {
        const moody = Object.values(wording.raises).filter((text) =>
          attitudes.some((line) => text.replaceAll('您', '你').includes(line)),
        );
        expect(moody.length, moody.join('\n')).toBeLessThanOrEqual(1);
      }
    });

    test('never react twice alike', () => {
      const lines = linesIn([REACTIONS[language].insists, REACTIONS[language].refused, REACTIONS[language].doubts]);
      for (const talk of talks) {
        const starts = talk.exchanges.flatMap(({ customer }) =>
          lines
            .filter((line) => customer.startsWith(line))
            .sort((one, two) => two.length - one.length)
            .slice(0, 1),
        );
        expect(new Set(starts).size, saidIn(talk).join('\n')).toBe(starts.length);
      }
    });

    test('do not thank for what they were refused as though they had got it', () => {
      for (const { locked, exchanges } of talks)
        for (const { agent, customer } of exchanges.slice(0, -1))
          if (metBy(agent, true) === 'refused')
            expect([locked.user_id, customer.split(/(?<=[.!。！])/)[0]]).not.toEqual([
              locked.user_id,
              expect.stringMatching(/thank|great|lovely|perfect|谢|太好/i),
            ]);
    });

    test('end as fits what came of their last matter', () => {
      const { thanks } = MANNER[language] as { readonly thanks: Table };
      const refused = new Set(linesIn(thanks.refused).map(plain));
      for (const { locked, wording } of talks) {
        const last = locked.intents.at(-1);
        if (last === undefined || last.dialogue === 'chitchat') continue;
        const end = plain(wording.thanks);
        const isRefused = last.outcome === 'forbidden' && !isRemark(last);
        expect([end, refused.has(end)]).toEqual([end, isRefused]);
      }
    });

    test('call goods by a noun of the lexicon', () => {
      for (const { locked } of talks)
        for (const { product_phrase: phrase } of locked.intents) {
          if (phrase === null) continue;
          const isNamed = /^(?:item |商品)\d+$/.test(phrase) || /the item in|这款/.test(phrase);
          expect([phrase, isNamed || [...nouns].some((noun) => phrase.includes(noun))]).toEqual([phrase, true]);
        }
    });

    test('count goods in words', () => {
      for (const talk of talks)
        for (const text of saidIn(talk)) expect(text).not.toMatch(/quantity \d|\b\d pieces|\d[个件台]/);
    });

    test('write clean sentences', () => {
      for (const talk of talks)
        for (const text of saidIn(talk)) {
          const rest = text.replace(LINK, '');
          expect(rest).not.toMatch(/\{|undefined| {2}|[.!?。！？，,]{2}|^[a-z]|^\P{L}*$/u);
          if (language === 'zh') expect(rest).not.toMatch(/[,!?;]|\p{Script=Han} \p{Script=Han}/u);
          else expect(rest).toMatch(/[.!?:]\s*$/);
        }
    });
  },
);
