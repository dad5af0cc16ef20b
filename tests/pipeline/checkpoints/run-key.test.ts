import { describe, expect, test } from 'vitest';
import type { RoleSettings } from '../../../models/settings.ts';
import { codeDigests } from '../../../pipeline/checkpoints/code-digest.ts';
import { cacheKeysOf, changesBetween, type RunKey, runKeyOf } from '../../../pipeline/checkpoints/run-key.ts';
import type { TaskSettings } from '../../../pipeline/settings.ts';
import { Role } from '../../../schemas/model.ts';
import type { ShoppingSettings } from '../../../shopping/settings.ts';

type Own = ShoppingSettings & { readonly questions?: string };
const SETTINGS: TaskSettings<Own> = {
  family: 'f',
  world: '/one/catalog.db',
  seed: 42,
  writer: 'offline',
  maxAnswers: 1,
  language: 'auto',
};
const PLANNER = { worldDigest: 'c1', inputs: {}, definitionOf: (intent: string) => ({ name: intent, least: 2 }) };
const INTENTS = ['a', 'b'];

const before = runKeyOf(SETTINGS, PLANNER, INTENTS);
const with_ = (settings: Partial<TaskSettings<Own>>, planner: Partial<typeof PLANNER> = {}): RunKey =>
  runKeyOf({ ...SETTINGS, ...settings }, { ...PLANNER, ...planner }, INTENTS, ['questions']);
/** Intents of which a run shares the keys of an earlier one. */
function kept(now: RunKey, earlier = before) {
  const shared = (part: 'lock' | 'end') =>
    Object.keys(now.intents).filter((intent) => cacheKeysOf(now, intent)[part] === cacheKeysOf(earlier, intent)[part]);
  return { locks: shared('lock'), ends: shared('end') };
}

describe('a run can use again', () => {
  test.each([
    ['nothing has changed', with_({})],
    ['the inputs were moved', with_({ world: '/two/catalog.db', questions: '/two/questions.csv' })],
    ['samples are split otherwise', with_({ splits: { train: 0.5, test: 0.5 } })],
  ])('everything where %s', (_, now) => {
    expect(kept(now)).toEqual({ locks: INTENTS, ends: INTENTS });
  });

  test('the answers and no text where another writer puts them into words', () => {
    expect(kept(with_({ writer: 'openai' }))).toEqual({ locks: INTENTS, ends: [] });
  });

  test('the answers and no text where people overruled other verdicts', () => {
    const overrides = { t: { verdict: 'hidden_in_query', text: null, reason: '', raters: ['Ann'] } };
    expect(kept(with_({ overrides }))).toEqual({ locks: INTENTS, ends: [] });
    expect(changesBetween(before, with_({ overrides }))).toEqual(['the adjudications changed']);
  });

  test('no answer of a run whose answers hang on the code that asks models, where that has changed', () => {
    const role = { model: 'm', temperature: 0, maxOutputTokens: 9, tries: 1 };
    const roles = Object.fromEntries(Role.options.map((name) => [name, role])) as Record<Role, RoleSettings>;
    const asked = with_({ writer: 'openai', models: { roles, votes: 3 } });
    expect(asked.lock.asking).toBe(codeDigests().asking);
    expect(before.lock).not.toHaveProperty('asking');
    expect(kept({ ...asked, lock: { ...asked.lock, asking: 'other' } }, asked).locks).toEqual([]);
  });

  test.each([
    ['the seed', with_({ seed: 43 })],
    ['a bound of the answer set', with_({ maxAnswers: 2 })],
    ['the catalog', with_({}, { worldDigest: 'c2' })],
    ['a question', with_({}, { inputs: { questions: { digest: 'q2' } } })],
  ])('nothing where %s has changed', (_, now) => {
    expect(kept(now)).toEqual({ locks: [], ends: [] });
  });

  test('the tasks of the other intents where one was defined anew', () => {
    const now = with_({}, { definitionOf: (name) => ({ name, least: name === 'a' ? 3 : 2 }) });
    expect(kept(now)).toEqual({ locks: ['b'], ends: ['b'] });
  });

  test('the tasks of those intents that both runs have', () => {
    expect(kept(runKeyOf(SETTINGS, PLANNER, ['b', 'c']))).toEqual({ locks: ['b'], ends: ['b'] });
  });
});

describe('people are told', () => {
  test.each([
    ['nothing where nothing changed', with_({}), []],
    ['both values of a setting', with_({ maxAnswers: 2 }), ['--max-answers was 1 and is 2']],
    ['of a catalog', with_({}, { worldDigest: 'c2' }), ['the catalog changed']],
    [
      'of an intent',
      with_({}, { definitionOf: (name) => ({ name, least: name === 'a' ? 3 : 2 }) }),
      ['the intent a changed'],
    ],
    ['of a writer', with_({ writer: 'openai' }), ['--writer was "offline" and is "openai"']],
  ])('%s', (_, now, said) => {
    expect(changesBetween(before, now)).toEqual(said);
  });

  test('of models by their roles, and of nothing in the words of a program', () => {
    const asking = (model: string) => {
      const role = { model, temperature: 0, maxOutputTokens: 2000, tries: 3 };
      const roles = Object.fromEntries(Role.options.map((name) => [name, role])) as Record<Role, typeof role>;
      return with_({ writer: 'openai', models: { roles, votes: 3 } });
    };
    expect(changesBetween(asking('one'), asking('two'))).toEqual([
      'the model that proposes opinions changed',
      'the models changed',
    ]);
  });
});
