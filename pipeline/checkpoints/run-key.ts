import { canonicalJson } from '../../schemas/canonical-json.ts';
import { flagOf } from '../../schemas/setting.ts';
import { digestOf } from '../../text/digest.ts';
import type { TaskSettings } from '../settings.ts';
import { codeDigests } from './code-digest.ts';
import { runtimeDigest } from './version.ts';

type Named = Readonly<Record<string, string>>;

/** All that decides what becomes of a task, by name: what is the same as before need not be done again. */
export interface RunKey {
  /** Parts that decide a task's lock, and those that decide its text besides. */
  readonly lock: Named;
  readonly text: Named;
  /** The definition of each intent, for its own tasks. */
  readonly intents: Named;
}

/** World, inputs and intents that the tasks of a run are made from, beside its settings. */
export interface KeyedPlan {
  readonly worldDigest: string;
  /** Digests and counts of what the tasks are made from besides the world; part of the run's manifest as well. */
  readonly inputs: Readonly<Record<string, unknown>>;
  /** Returns what an intent promises, as data: where it changes, its tasks are made anew. */
  definitionOf(intent: string): unknown;
}

/** Keys of what is built of an intent's tasks: runs that share one share its results. */
export interface CacheKeys {
  readonly lock: string;
  readonly end: string;
}

/** Names of parts of a key that are no settings, as people are told of them. */
const TOLD: Named = {
  world: 'the catalog changed',
  inputs: 'the questions changed',
  lexicon: 'the lexicon changed',
  runtime: 'the installed packages changed',
  code: 'the code changed that fixes answers',
  asking: 'the code changed that asks models',
  textCode: 'a gate, a writer or a prompt changed',
  models: 'the models changed',
  overrides: 'the adjudications changed',
  proposer: 'the model that proposes opinions changed',
};

/** The key of a run with these settings; a setting that is left out has no part in it, and neither has one whose value is a file (`paths`). */
export function runKeyOf(
  settings: TaskSettings,
  planned: KeyedPlan,
  intents: readonly string[],
  paths: readonly string[] = [],
): RunKey {
  // Where the inputs lie does not matter, what they hold does; splits are made of what is accepted.
  const { world: _world, splits: _splits, writer, models, overrides, ...others_ } = settings;
  const decided = Object.fromEntries(Object.entries(others_).filter(([name]) => !paths.includes(name)));
  const { opinion_proposer: proposer, ...others } = models?.roles ?? {};
  const code = codeDigests();
  return {
    lock: {
      ...named(decided),
      world: planned.worldDigest,
      inputs: digestOf('inputs', planned.inputs),
      runtime: runtimeDigest(),
      code: code.lock,
      ...(proposer === undefined ? {} : { ...named({ proposer }), asking: code.asking }),
    },
    text: {
      ...named({ writer, votes: models?.votes ?? null }),
      models: digestOf('models', others),
      textCode: code.text,
      ...(overrides === undefined ? {} : { overrides: digestOf('overrides', overrides) }),
    },
    intents: Object.fromEntries(intents.map((intent) => [intent, digestOf('intent', planned.definitionOf(intent))])),
  };
}

const named = (values: object): Named =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, canonicalJson(value)]));

/** 128 bits: a row of a database has one. */
const DIGITS = 32;

export function cacheKeysOf({ lock, text, intents }: RunKey, intent: string): CacheKeys {
  const definition = intents[intent] ?? null;
  return {
    lock: digestOf('lock key', lock, intent, definition).slice(0, DIGITS),
    end: digestOf('end key', lock, text, intent, definition).slice(0, DIGITS),
  };
}

/** Differences from an earlier run's key, each in a few words: "--max-answers was 1 and is 2". */
export function changesBetween(before: RunKey, now: RunKey): string[] {
  const changed = [before.lock, before.text].flatMap((old, part) => {
    const current = part === 0 ? now.lock : now.text;
    return [...new Set([...Object.keys(old), ...Object.keys(current)])]
      .filter((name) => old[name] !== current[name])
      .map(
        (name) =>
          TOLD[name] ?? `${flagOf(name)} was ${old[name] ?? 'not there'} and is ${current[name] ?? 'not there'}`,
      );
  });
  const redefined = Object.keys(now.intents).filter(
    (intent) => before.intents[intent] !== undefined && before.intents[intent] !== now.intents[intent],
  );
  return [...changed, ...redefined.map((intent) => `the intent ${intent} changed`)];
}
