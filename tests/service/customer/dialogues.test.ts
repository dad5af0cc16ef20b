import { beforeAll, describe, expect, test } from 'vitest';
import { readTable } from '../../../lexicon/tables.ts';
import { drawFor } from '../../../pipeline/seed.ts';
import { calledIn } from '../../../service/customer/naming.ts';
import { writeOffline } from '../../../service/customer/offline-writer.ts';
import { metBy, REACTIONS } from '../../../service/customer/reactions.ts';
import { BEGUN, decideTurn } from '../../../service/customer/script.ts';
import { messagesOf } from '../../../service/customer/turns.ts';
import { goldTurns } from '../../../service/episode/agents.ts';
import { stagedOf } from '../../../service/episode/staged.ts';
import type { Language } from '../../../service/store/schema.ts';
import { type Intent, isRemark, type LockedSupport, type SupportWording } from '../../../service/task.ts';
import { TRIES_ALL } from '../../fixtures/property-runs.ts';
import { SUPPORT_NAMES, type SupportName, supportRun } from '../../fixtures/support-episodes.ts';

type Table = Readonly<Record<string, unknown>>;
const MANNER = readTable(new URL('../../../service/customer/manner.yaml', import.meta.url)) as Readonly<
  Record<Language, Table>
>;
const linesIn = (table: unknown): string[] =>
  typeof table === 'string' ? (table === '' ? [] : [table]) : Object.values(table as Table).flatMap(linesIn);

/** A line without what a formal customer says otherwise. */
const plain = (text: string) => text.replace(/[!！。.]$/, '').replaceAll('您', '你');

const EPISODES = TRIES_ALL ? 300 : 60;
const LANGUAGES: readonly Language[] = ['en', 'zh'];
const LINK = /https:\S+/g;

interface Exchange {
  /** Matters of the message that the agent answers. */
  readonly intents: readonly Intent[];
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
    const intents = messagesOf(locked)[memory.at] ?? [];
    memory = decided.memory;
    exchanges.push({ intents, agent, customer: decided.turn.script });
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
    /** What a customer says to an answer, without what is wanted next. */
    const reactionIn = (customer: string, { wording }: Talk) =>
      [...Object.values(wording.raises), wording.thanks].reduce((left, text) => left.replace(text, ''), customer);
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
      for (const talk of talks)
        for (const { agent, customer } of talk.exchanges.slice(0, -1))
          if (metBy(agent, true) === 'refused')
            expect(reactionIn(customer, talk)).not.toMatch(/thank|great|lovely|perfect|谢|太好/i);
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
          const isNamed = /the item in|this item|这款/.test(phrase);
          expect([phrase, isNamed || [...nouns].some((noun) => phrase.includes(noun))]).toEqual([phrase, true]);
        }
    });

    test('say the number of a product beside its name, and once at most in a sentence of its own', () => {
      for (const { locked, wording } of talks) {
        let behind = 0;
        for (const { id, demand, facts } of locked.intents)
          for (const { name, value } of facts) {
            if (name !== 'item' && name !== 'other') continue;
            const raised = [wording.raises[id] ?? '', wording.instead[id] ?? ''].join(' ').replace(LINK, '');
            const [saying = ''] = raised.split(/(?<=[.!?。！？])\s*/).filter((sentence) => sentence.includes(value));
            expect([demand, saying]).toEqual([demand, expect.stringMatching(/item (?:number is )?\d|编号是?\d/)]);
            if (!saying.includes(`item ${value})`) && !saying.includes(`编号${value}）`)) behind++;
          }
        expect(behind, Object.values(wording.raises).join('\n')).toBeLessThanOrEqual(1);
      }
    });

    test('chat behind no bad news', () => {
      for (const talk of talks)
        for (const [at, { agent, intents }] of talk.exchanges.entries()) {
          if (talk.exchanges[at + 1]?.intents[0]?.dialogue !== 'chitchat') continue;
          const met = metBy(agent, intents[0]?.dialogue === 'task', intents[0]?.kind ?? null);
          expect([agent, met]).toEqual([agent, expect.stringMatching(/told|done|arrived/)]);
        }
    });

    test('call the second of two matters no last one', () => {
      const last = language === 'en' ? /\b(?:Lastly|finally|[Ll]ast thing)\b/ : /最后[，问还再]/;
      for (const { locked, wording } of talks)
        if (locked.intents.length === 2) expect(Object.values(wording.raises).join('\n')).not.toMatch(last);
    });

    test('raise two matters at once where their pace is said to be so, and nowhere else', () => {
      const paces = talks.map(({ locked }) => [
        locked.persona.pace,
        messagesOf(locked).some(({ length }) => length > 1),
      ]);
      for (const [pace, isJoined] of paces) expect([pace, isJoined]).toEqual([pace, pace === 'in_a_row']);
      expect(paces.filter(([, isJoined]) => isJoined).length).toBeGreaterThan(EPISODES / 10);
    });

    test('greet at the beginning alone', () => {
      for (const talk of talks)
        for (const text of [talk.opening.slice(12), ...talk.exchanges.map(({ customer }) => customer)])
          expect(text).not.toMatch(/\b(?:Hi|Hello|Hey|Good day)\b|[你您]好[呀。，！]|在吗？|哈喽/);
    });

    test('regret nothing that was granted', () => {
      for (const talk of talks)
        for (const { intents, agent, customer } of talk.exchanges) {
          const isGranted = intents.every(({ outcome, dialogue }) => outcome === 'allowed' && dialogue === 'task');
          if (isGranted && !agent.endsWith('?'))
            expect(reactionIn(customer, talk)).not.toMatch(/pity|too bad|disappoint|Oh dear|可惜|失望|算了|唉/i);
        }
    });

    test('speak of what they bought as theirs, and of a visit on no day that is today or tomorrow', () => {
      for (const { locked } of talks)
        for (const { demand, order_id, facts } of locked.intents) {
          if (['fault_code', 'installation_steps', 'repair_terms', 'materials'].includes(demand))
            expect(order_id).not.toBeNull();
          const day = facts.find(({ name }) => name === 'day')?.value;
          if (day !== undefined) expect(['thursday', 'friday']).not.toContain(day);
        }
    });

    test('say that goods are on their way back where the request goes by it, and nowhere else', () => {
      for (const { locked, wording } of talks)
        for (const { id, circumstances, given_up } of locked.intents) {
          if (given_up !== null || typeof circumstances.sentBack !== 'boolean') continue;
          const says = /courier|sent (?:it|them) off|快递|寄出去/.test(wording.raises[id] ?? '');
          expect([wording.raises[id], says]).toEqual([wording.raises[id], circumstances.sentBack]);
        }
    });

    test('ask for a detail as people do, and not by the label of a page', () => {
      for (const { wording, locked } of talks)
        for (const { id, demand } of locked.intents)
          if (/product_question|missing_detail/.test(demand))
            expect(wording.raises[id]).not.toMatch(
              /What'?s the (?:hair|skin) type|What'?s the (?:age range|material|power source|theme|pattern|style)|(?:颜色|材质|适用[^，]+)是什么|适用/,
            );
    });

    test('call no two products by one name, or a product as they call what they ordered', () => {
      const called = (phrase: string | null) =>
        phrase === null || /pictur|图里/.test(phrase) ? null : phrase.replace(/^the /, '');
      for (const { locked } of talks)
        for (const one of locked.intents)
          for (const other of locked.intents) {
            const name = called(one.product_phrase);
            if (one === other || name === null) continue;
            expect([name, other.product_phrase, other.order_phrase]).not.toEqual([
              name,
              one.product_phrase,
              other.order_phrase,
            ]);
            expect([name, other.order_phrase?.includes(` ${name} `) === true]).toEqual([name, false]);
          }
    });

    test('are tired of waiting where they have waited', () => {
      for (const { locked, wording } of talks)
        for (const { id, standing } of locked.intents)
          if (/waiting long enough|far too long|等得我都烦了|也太慢了/.test(wording.raises[id] ?? ''))
            expect([wording.raises[id], standing.waited]).toEqual([wording.raises[id], 'yes']);
    });

    test('ask of what a product holds whether it fits', () => {
      for (const { locked, wording } of talks)
        for (const { id, product_phrase, demand, blanks } of locked.intents)
          if (demand === 'product_question' && /screen size|屏幕尺寸/.test(blanks.field ?? ''))
            if (/sleeve|case|bag|包$/.test(product_phrase ?? '')) expect(wording.raises[id]).toMatch(/fit|适合|能用/);
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
