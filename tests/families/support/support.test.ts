import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { openCatalog } from '../../../catalog/index.ts';
import { prepareCatalog } from '../../../catalog/ingest/index.ts';
import { desk as ecombenchDesk } from '../../../families/ecombench/desk.ts';
import { MAIN_DEMANDS as ECOMBENCH, SIZES, weightOf } from '../../../families/ecombench/intents.ts';
import { familyNamed } from '../../../families/index.ts';
import { desk as mixecomDesk } from '../../../families/mixecom/desk.ts';
import { MAIN_DEMANDS as MIXECOM } from '../../../families/mixecom/intents.ts';
import type { EpisodeKind } from '../../../pipeline/episode.ts';
import { BUNDLED } from '../../../pipeline/family.ts';
import { drawFor } from '../../../pipeline/seed.ts';
import type { Product } from '../../../schemas/product.ts';
import { type KeyAnswer, tells } from '../../../service/answers/key-answer.ts';
import { compose } from '../../../service/compose.ts';
import { writeOffline } from '../../../service/customer/offline-writer.ts';
import type { Desk } from '../../../service/desk.ts';
import { floorsThatWin } from '../../../service/proof/floors.ts';
import { prove, runGold } from '../../../service/proof/gold.ts';
import { scoreConduct } from '../../../service/scores.ts';
import { stateOf } from '../../../service/state.ts';
import type { Language, Store } from '../../../service/store/schema.ts';
import { simulateStore } from '../../../service/store/simulate/index.ts';
import { type Call, type LockedSupport, supportDigest } from '../../../service/task.ts';
import { type ScriptedAgent, scriptedNamed, scriptedPlayer } from '../../../shopping/episode/agents/scripted.ts';
import { drive } from '../../../shopping/episode/drive.ts';
import { agentView, episode, gradeState } from '../../../shopping/episode/index.ts';
import { supportFindings } from '../../../stages/service/gates.ts';
import { propertyRuns } from '../../fixtures/property-runs.ts';

const USERS = propertyRuns(40);
let products: Product[];
beforeAll(async () => {
  const { path } = await prepareCatalog({
    inputs: [join(BUNDLED, 'lazada-documents.jsonl.gz')],
    reviews: [],
    format: undefined,
    onProgress: () => {},
    cacheFolder: mkdtempSync(join(tmpdir(), 'support-')),
  });
  const catalog = openCatalog(path);
  products = [...catalog.products()].map(({ product }) => product);
  catalog.close();
});

const FAMILIES: readonly (readonly [string, Desk, Readonly<Record<string, readonly string[]>>, number])[] = [
  ['ecombench', ecombenchDesk, ECOMBENCH, 1],
  ['mixecom', mixecomDesk, MIXECOM, 12],
];

/** A task of each intent for some users; those that have no such business have none. */
function tasksOf(desk: Desk, mains: Readonly<Record<string, readonly string[]>>, store: Store): LockedSupport[] {
  const composition = {
    desk,
    mainDemands: mains,
    sizes: SIZES,
    weightOf,
    shares: { forbidden: 0.3, givenUp: 0.3, chitchat: 0.2 },
    shownOf: () => 0.2,
  };
  return [...store.users.rows()].slice(0, USERS).flatMap(({ id }) =>
    Object.keys(mains).flatMap((main) => {
      const made = compose(store, { userId: id, main, draw: drawFor(1, `${id} ${main}`, 'compose') }, composition);
      return 'code' in made ? [] : [made];
    }),
  );
}

describe.each(FAMILIES)('tasks of %s', (name, desk, mains, merchants) => {
  const family = familyNamed(name);
  const made = new Map<Language, { store: Store; tasks: LockedSupport[] }>();
  const madeIn = (language: Language) => {
    const known = made.get(language);
    if (known !== undefined) return known;
    const store = simulateStore(products, { users: USERS, merchants, language });
    const own = { store, tasks: tasksOf(desk, mains, store) };
    made.set(language, own);
    return own;
  };

  test('are proved without a flaw: carried out, minimal, knowable, with nothing forbidden that works', {
    timeout: 60_000,
  }, () => {
    const { store, tasks } = madeIn('en');
    expect(tasks.length).toBeGreaterThan(USERS);
    for (const locked of tasks)
      expect([locked.user_id, prove(desk, store, locked).flaws]).toEqual([locked.user_id, []]);
  });

  test('come with no two matters about the same order or product', () => {
    const { store, tasks } = madeIn('en');
    for (const { intents } of tasks) {
      const things = intents.map(({ order_id, product_id }) => {
        const order = order_id === null ? undefined : store.orders.get(order_id);
        return [...new Set([order_id, product_id, ...(order?.lines ?? []).map(({ productId }) => productId)])];
      });
      const known = things.flat().filter((id) => id !== null);
      expect(new Set(known).size).toBe(known.length);
    }
  });

  test('are made again the same', () => {
    const { store, tasks } = madeIn('en');
    expect(tasksOf(desk, mains, store)).toEqual(tasks);
  });

  test('leave the store as it was for others', () => {
    const { store, tasks } = madeIn('en');
    for (const locked of tasks) {
      const { session } = runGold(desk, store, locked, locked.calls);
      expect(stateOf(store, session.deltas)).toEqual(locked.state);
    }
    expect(stateOf(store, [])).toEqual(
      stateOf(store, runGold(desk, store, tasks[0] as LockedSupport, []).session.deltas),
    );
  });

  test.each(['en', 'zh'] as const)('are said in words that every gate passes: %s', (language) => {
    for (const locked of madeIn(language).tasks) {
      const wording = writeOffline(locked, drawFor(1, locked.user_id, 'speak'));
      const findings = supportFindings({ locked, lockDigest: supportDigest(locked) }, wording);
      expect([wording.raises, findings]).toEqual([wording.raises, []]);
    }
  });

  test('are said in Chinese without English words, but for brands, models and codes', () => {
    const { store, tasks } = madeIn('zh');
    const products = [...store.products.rows()];
    const kinds = products
      .flatMap(({ category }) => category)
      .join(' ')
      .toLowerCase();
    // Names in titles that are of no kind of goods.
    const models = products
      .flatMap(({ title }) => title.match(/\b[A-Z][a-z]+\b/g) ?? [])
      .filter((word) => !kinds.includes(word.toLowerCase()));
    const brands = [...new Set([...products.flatMap(({ brand }) => brand ?? []), ...models])];
    for (const locked of tasks) {
      const { raises, instead } = writeOffline(locked, drawFor(1, locked.user_id, 'speak'));
      for (const text of [...Object.values(raises), ...Object.values(instead)]) {
        const rest = brands.reduce((left, brand) => left.replaceAll(brand, ''), text.replace(/https:\S+/g, ''));
        expect([text, /[a-z]{3,}/.exec(rest)?.[0]]).toEqual([text, undefined]);
      }
    }
  });

  test('count a search as made by other calls that show what it shows', () => {
    const { store, tasks } = madeIn('en');
    const searched = tasks.flatMap((locked) =>
      locked.calls.flatMap(({ or, ...call }) => (or ?? []).map((instead) => ({ locked, call, instead }))),
    );
    expect(searched.length > 0).toBe(desk === ecombenchDesk);
    for (const { locked, call, instead } of searched) {
      const own = ({ intent, value }: KeyAnswer) => intent === call.intent && value.type === 'money';
      const session = desk.begin(store, locked.user_id);
      const shown = instead.map((one) => JSON.stringify(desk.run(session, one).result)).join('\n');
      expect(locked.key_answers.filter((key) => own(key) && !tells(shown, key.value))).toEqual([]);
      const textOf = ({ name, arguments: args }: Call) => JSON.stringify([name, args]);
      const these = [call, ...instead].map(textOf);
      const others = locked.calls.filter((one) => !these.includes(textOf(one)));
      const searchedBy = (calls: readonly Call[]) =>
        scoreConduct(locked, { calls, messages: [], state: locked.state, violations: [] }).search;
      expect([searchedBy([...others, ...instead]), searchedBy([...others, ...instead.slice(1)])]).toEqual([1, 0]);
    }
  });

  test('mix outcomes: some of what is asked for is forbidden, some is given up, some is allowed', () => {
    const intents = madeIn('en').tasks.flatMap((task) => task.intents);
    expect(intents.filter(({ outcome }) => outcome === 'forbidden').length).toBeGreaterThan(intents.length / 20);
    expect(intents.filter(({ outcome }) => outcome === 'allowed').length).toBeGreaterThan(intents.length / 3);
    expect(intents.some(({ given_up }) => given_up !== null)).toBe(true);
  });

  test('are won by the gold run over the tools, and by no agent that solves nothing', async () => {
    const { store, tasks } = madeIn('en');
    const kind = (family.episode as EpisodeKind) ?? null;
    const place = { desk, storeFor: () => store };
    for (const [at, locked] of tasks.slice(0, 60).entries()) {
      const wording = writeOffline(locked, drawFor(1, locked.user_id, 'speak'));
      if (floorsThatWin(desk, store, locked, (scores) => scores.database * scores.key_answers === 1).length > 0)
        continue;
      const opening = wording.raises[locked.intents[0]?.id ?? ''];
      const session = desk.opening(store, locked.user_id);
      const read = kind.read({ id: `t${at}`, intent: 'x', locked, wording, session, opening });
      const task = { ...read, digest: '', agentId: '' };
      const wins = async (name: string) => {
        const start = episode(task, { kind, place }, { seed: 1, user: 'script' });
        const agent = scriptedNamed(name, kind) as ScriptedAgent;
        const player = scriptedPlayer(agent, { view: agentView(start), kind, task, place });
        return gradeState(await drive(start, player), task).success;
      };
      expect([at, await wins('oracle')]).toEqual([at, true]);
      for (const name of ['nothing', 'near-miss', ...(kind.plays ?? []).map((play) => play.name)])
        expect([at, name, await wins(name)]).toEqual([at, name, false]);
    }
  });

  test('a text that tells a withheld number, or invents one, is turned down', () => {
    const locked = madeIn('en').tasks.find(({ withheld }) => withheld.length > 0) as LockedSupport;
    const wording = writeOffline(locked, drawFor(1, 'x', 'speak'));
    const id = locked.withheld[0]?.intent as string;
    const said = (text: string) => ({
      ...wording,
      raises: { ...wording.raises, [id]: `${wording.raises[id]} ${text}` },
    });
    const codes = (text: string) =>
      supportFindings({ locked, lockDigest: supportDigest(locked) }, said(text)).map(({ code }) => code);
    expect(codes(locked.withheld[0]?.value as string)).toContain('told_early');
    expect(codes('I paid 98765 for it.')).toContain('fact_invented');
  });
});
