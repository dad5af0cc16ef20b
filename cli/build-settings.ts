import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { FORMATS } from '../catalog/readers/index.ts';
import { FAMILIES } from '../families/index.ts';
import { BATCH_PACE, ModelsConfig, ROLE_NAMES, ROLE_SETTINGS } from '../models/index.ts';
import { Complaints, ConfigError } from '../schemas/errors.ts';
import { Lexicon } from '../schemas/lexicon.ts';
import { PerIntent } from '../schemas/per-intent.ts';
import {
  choice as choiceSetting,
  flagOf,
  SETTINGS,
  type Setting,
  settingsIn,
  text as textSetting,
  wholeNumber,
} from '../schemas/setting.ts';
import { SplitShares } from '../schemas/split.ts';
import { YamlFile } from '../text/files/yaml-file.ts';
import { LEAST_PASSING, MOST_UNUSABLE, PER_INTENT, REQUESTS_AT_ONCE, SEED, VOTES } from './defaults.ts';
import { NearestIds } from './nearest.ts';
import { dollars } from './option-values.ts';

const text = textSetting();
const choice = choiceSetting();
const texts = z.array(text, 'expected a list such as [a, b]');

/** From 0 to 1, or the digits of it, as flags give them. */
const share = z.preprocess(
  (value) => (typeof value === 'string' && /^\d*\.?\d+$/.test(value) ? Number(value) : value),
  z
    .number('expected a share from 0 to 1')
    .min(0, 'expected a share from 0 to 1')
    .max(1, 'expected a share from 0 to 1'),
);
const above0 = z.number('expected a number above 0').positive('expected a number above 0');

/** `train=0.73,test=0.27` as names and shares; anything else is left for the schema to refuse. */
function sharesOf(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const shares = value.split(',').map((part): [string, number] => {
    const [name = '', share = '', ...more] = part.split('=').map((word) => word.trim());
    return [name, share === '' || more.length > 0 ? Number.NaN : Number(share)];
  });
  // A name given twice is for the schema to refuse: as an object it would lose one of the two.
  return new Set(shares.map(([name]) => name)).size === shares.length ? Object.fromEntries(shares) : value;
}

const [{ name: DEFAULT_FAMILY } = { name: '' }] = FAMILIES;

/** Families whose bundled sample has a number of its own: "; of the bundled sample of <family> 100". */
const OF_THE_SAMPLE = FAMILIES.flatMap(({ name, sample: { perIntent } }) =>
  perIntent === undefined ? [] : [`; of the bundled sample of ${name} ${perIntent}`],
).join('');

/** Settings of every build, in the order they are told. */
const RunConfig = z.strictObject({
  catalog: texts.default([]).register(SETTINGS, {
    takes: '<path>',
    help: 'catalog file, folder of raw files, or raw file',
    several: 'repeated',
    more: 'Left out: the bundled sample. [Formats](catalogs.md)',
  }),
  // A part of a run keeps what the files said, so that the whole means the same.
  lexicon: z
    .array(z.union([text, Lexicon]), 'expected a list such as [my.yaml]')
    .default([])
    .register(SETTINGS, {
      takes: '<file.yaml>',
      help: "what you say of your shop's fields, values and product types; wins over what is known and learned",
      several: 'repeated',
      more: '[Bring your shop](bring-your-shop.md)',
    }),
  reviews: texts.default([]).register(SETTINGS, {
    takes: '<path>',
    help: 'raw review file or folder',
    several: 'repeated',
  }),
  format: text.optional().register(SETTINGS, {
    takes: '<name>',
    help: `${FORMATS}; found by looking when left out`,
    more: '[Mapping your own columns](catalogs.md#a-mapping-for-anything-else)',
  }),
  out: text.optional().register(SETTINGS, {
    takes: '<folder>',
    help: 'run folder',
    unset: 'out/sample, or out/sample-<family> for another family',
  }),
  family: text.default(DEFAULT_FAMILY).register(SETTINGS, {
    takes: '<name>',
    help: `benchmark family: ${FAMILIES.map(({ name }) => name).join(' or ')}`,
  }),
  intents: texts
    .min(1, 'expected at least one intent, or no such setting for all of them')
    .optional()
    .register(SETTINGS, { takes: '<a,b>', help: 'only these intents', several: 'commas' }),
  perIntent: PerIntent.default(PER_INTENT).register(SETTINGS, {
    takes: '<n>',
    help: `accepted samples wanted of each intent, or intent by intent: product_search=2000,coupon_budget=300${OF_THE_SAMPLE}`,
    more: 'Intents that are not named then are not built. In a file: `perIntent: {product_search: 2000, coupon_budget: 300}`.',
  }),
  usesPerProduct: wholeNumber(1, 1000).default(1).register(SETTINGS, {
    takes: '<n>',
    help: 'most samples one product may be in',
    more: 'Never two of one intent, nor two with the same requirements. [More samples than products](scale.md#more-samples-than-products)',
  }),
  seed: wholeNumber(Number.MIN_SAFE_INTEGER)
    .default(SEED)
    .register(SETTINGS, { takes: '<n>', help: 'run seed', more: 'Another seed gives another benchmark.' }),
  writer: z
    .enum(['offline', 'openai', 'replay'], 'expected offline, openai or replay')
    .default('offline')
    .register(SETTINGS, {
      takes: '<name>',
      help: 'offline, openai (any OpenAI-compatible endpoint), or replay of recorded replies',
      more: '[Language models](models.md)',
    }),
  workers: wholeNumber(1, 256).optional().register(SETTINGS, {
    takes: '<n>',
    help: 'worker threads of the offline writer; the result is the same for any number',
    unset: 'one per core',
    more: 'At most 8, and one for every 40 samples, unless you say so.',
  }),
  shard: text.optional().register(SETTINGS, {
    takes: '<part>',
    help: 'build one part of the run alone: 3/8, slurm or kubernetes/8; then npm run merge',
    more: '[Large runs](scale.md#large-runs-in-parts)',
  }),
  executor: z.enum(['threads', 'bullmq'], 'expected threads or bullmq').default('threads').register(SETTINGS, {
    takes: '<name>',
    help: 'threads of this machine, or bullmq: workers on any machine',
    more: '[Several machines](scale.md#several-machines)',
  }),
  redis: text.optional().register(SETTINGS, {
    takes: '<url>',
    help: 'where workers on other machines get their jobs, with --executor bullmq',
    unset: 'REDIS_URL',
  }),
  maxCandidates: wholeNumber(1).optional().register(SETTINGS, {
    takes: '<n>',
    help: 'most tasks planned per intent',
    unset: '2000, or 100 for each sample wanted',
    more: 'The larger of the two. After so many the quota is given up.',
  }),
  splits: z.preprocess(sharesOf, SplitShares).optional().register(SETTINGS, {
    takes: '<shares>',
    help: 'named splits and the share of each intent they are to have, such as train=0.73,test=0.27',
    unset: "test=1, unless the family's paper has others",
    more: 'A sample is in the split of its brand or shop, which a digest decides: none ever moves. [How shares are met](scale.md#splits)',
  }),
  adjudications: texts.default([]).register(SETTINGS, {
    takes: '<file.csv>',
    help: 'marks of people whose verdicts win over those of gates',
    several: 'repeated',
    more: '[Adjudication](adjudication.md)',
  }),
  dryRun: choice
    .default(false)
    .register(SETTINGS, { help: 'say what would be built, and what models would cost, without building' }),

  models: ModelsConfig.optional().register(SETTINGS, {
    fileOnly: true,
    help: 'a model, an endpoint and a key for each role',
    ofModels: true,
    more: '[Roles](models.md#roles-each-with-its-own-model)',
  }),
  model: text.optional().register(SETTINGS, {
    takes: '<name>',
    help: 'model of the writers, and of judge and blind solver where they have none of their own',
    unset: 'OPENAI_MODEL',
    ofModels: true,
  }),
  judgeModel: text.optional().register(SETTINGS, {
    takes: '<name>',
    help: 'model of judge and blind solver',
    ofModels: true,
    more: 'Left out: `--model`, so that a model judges what it wrote.',
  }),
  skipJudge: choice
    .default(false)
    .register(SETTINGS, { help: 'leave out the semantic gate: no judge, no blind solver', ofModels: true }),
  votes: wholeNumber(1, 25)
    .default(VOTES)
    .register(SETTINGS, { takes: '<n>', help: 'blind solvers asked about each clue', ofModels: true }),
  budgetUsd: dollars().optional().register(SETTINGS, {
    takes: '<amount>',
    help: 'stop before all starts of the run folder together spend more',
    ofModels: true,
    more: 'US dollars. [Cost](models.md#know-the-cost-before-and-hold-it)',
  }),
  maxCalls: wholeNumber(1).optional().register(SETTINGS, {
    takes: '<n>',
    help: 'stop before all starts of the run folder together make more calls',
    ofModels: true,
    more: 'Whatever they cost, and also where no price is known.',
  }),
  maxUnusable: wholeNumber(1).default(MOST_UNUSABLE).register(SETTINGS, {
    takes: '<n>',
    help: 'stop when so many replies in a row cannot be used, of a role or a model',
    ofModels: true,
    more: '[What goes wrong](models.md#limits-and-what-goes-wrong)',
  }),
  minPassing: share.default(LEAST_PASSING).register(SETTINGS, {
    takes: '<share>',
    help: 'stop when fewer of the last 200 drafts pass the gates',
    ofModels: true,
    more: '0 never stops for that.',
  }),
  prices: text.optional().register(SETTINGS, {
    takes: '<file.yaml>',
    help: 'prices of models, which win over those that come with the package',
    ofModels: true,
    more: '[The file](models.md#prices-of-your-own)',
  }),
  replies: text.default('out/.models/replies.db').register(SETTINGS, {
    takes: '<file.db>',
    help: 'where every request and reply is kept',
    ofModels: true,
  }),
  batch: choice.default(false).register(SETTINGS, {
    help: "ask by the provider's Batch API: half the price, within a day; started again it goes on",
    ofModels: true,
  }),
  concurrency: wholeNumber(1, 10_000)
    .default(REQUESTS_AT_ONCE)
    .register(SETTINGS, { takes: '<n>', help: 'most requests at once', ofModels: true }),
  requestsPerMinute: wholeNumber(1).optional().register(SETTINGS, {
    takes: '<n>',
    help: 'limit of the account; learned from the endpoint where it is left out',
    ofModels: true,
  }),
  tokensPerMinute: wholeNumber(1).optional().register(SETTINGS, {
    takes: '<n>',
    help: 'limit of the account; learned from the endpoint where it is left out',
    ofModels: true,
  }),
  batchTail: wholeNumber(0).default(BATCH_PACE.tail).register(SETTINGS, {
    fileOnly: true,
    help: 'with batch: fewer requests than this are asked online',
    ofModels: true,
  }),
  batchPollSeconds: above0
    .default(BATCH_PACE.pollMs / 1_000)
    .register(SETTINGS, { fileOnly: true, help: 'with batch: seconds between two looks at a batch', ofModels: true }),
  batchHours: above0.optional().register(SETTINGS, {
    fileOnly: true,
    help: 'with batch: after so many hours it is cancelled and asked online',
    unset: 'never',
    ofModels: true,
  }),
});
/** Settings that only some families have, by name; families that share one have the same. */
const FAMILY_SETTINGS: Readonly<Record<never, z.ZodType>> = Object.assign(
  {},
  ...FAMILIES.map(({ settings }) => settings.shape),
);

/** Every setting of a build. A flag wins over the config file, which wins over these defaults. */
export const BuildConfig = RunConfig.extend(FAMILY_SETTINGS);
/** The settings of every build by their names; those of a family are read by its own schema. */
export type BuildConfig = z.infer<typeof RunConfig>;

/** The settings of a build as people are told of them, with the families that have one where others lack it. */
export const BUILD_SETTINGS: readonly (Setting & { readonly families: readonly string[] | null })[] = settingsIn(
  BuildConfig.shape,
).map((setting) => {
  const owners = FAMILIES.filter(({ settings }) => Object.hasOwn(settings.shape, setting.key)).map(({ name }) => name);
  return { ...setting, families: owners.length === 0 || owners.length === FAMILIES.length ? null : owners };
});

/** Settings that only a run takes that asks models. */
const MODEL_SETTINGS = BUILD_SETTINGS.flatMap(({ key, ofModels }) => (ofModels ? [key] : []));

function textOfConfig(path: string): string {
  if (!existsSync(path))
    throw new ConfigError(`--config names ${path}, which does not exist; give a YAML file or leave the option out`);
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const reason = code === 'EISDIR' ? 'is a folder' : `cannot be read (${code})`;
    throw new ConfigError(`--config names ${path}, which ${reason}; give a YAML file or leave the option out`, {
      cause,
    });
  }
}

function readConfigFile(path: string): Pick<Given, 'file' | 'placeOf'> {
  const file = new YamlFile(path, textOfConfig(path));
  const value = file.plain() ?? {};
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ConfigError(
      `${file.placeOf([])}: found a ${Array.isArray(value) ? 'list' : typeof value}, expected settings such as "perIntent: 25"`,
    );
  }
  return {
    file: value as Record<string, unknown>,
    placeOf: (keys) => `${file.placeOf(keys)}: ${keys.map(String).join('.')}`,
  };
}

interface Given {
  readonly flags: Readonly<Record<string, unknown>>;
  readonly file: Readonly<Record<string, unknown>>;
  /** Place of a setting in the file: `build.yaml:3: models.judge.model`. */
  placeOf(keys: readonly PropertyKey[]): string;
}

/** Settings of flags alone. */
const NO_FILE: Pick<Given, 'file' | 'placeOf'> = { file: {}, placeOf: (keys) => keys.map(String).join('.') };

/** Names that may stand below a key of the file; null where its own message says them. */
function knownBelow(parents: readonly PropertyKey[]): { what: string; names: readonly string[] } | null {
  if (parents.length === 0) return { what: 'a setting', names: Object.keys(BuildConfig.shape) };
  if (parents[0] !== 'models') return null;
  return parents.length === 1
    ? { what: 'a role', names: ROLE_NAMES }
    : { what: 'a setting of a role', names: ROLE_SETTINGS };
}

/** Says which names may stand in the place of an unknown one, the nearest first where one is near. */
export function instead(unknown: string, { what, names }: { what: string; names: readonly string[] }): string {
  const nearest = new NearestIds(unknown, names.length);
  for (const name of names) nearest.add(name);
  const [first, ...others] = nearest.ids;
  return nearest.isNear
    ? `is not ${what}; the nearest is ${first}, the others are ${others.toSorted().join(', ')}`
    : `is not ${what}; expected one of ${names.toSorted().join(', ')}`;
}

/** All that is wrong with what was given, a sentence each: of one value the first that is. */
const complaintsAbout = ({ issues }: z.ZodError, given: Given): string[] =>
  [...Map.groupBy(issues, ({ path }) => path.join('.')).values()].flatMap(([issue]) =>
    complaintsOf(issue as z.core.$ZodIssue, given),
  );

function complaintsOf(issue: z.core.$ZodIssue, { flags, file, placeOf }: Given): string[] {
  const { path } = issue;
  const key = String(path[0] ?? '');
  const known = issue.code === 'unrecognized_keys' ? knownBelow(path) : null;
  if (issue.code === 'unrecognized_keys' && known !== null)
    return issue.keys.map((unknown) => `${placeOf([...path, unknown])} ${instead(unknown, known)}`);
  const expected = issue.message;
  if (Object.hasOwn(flags, key)) return [`${flagOf(key)} is ${JSON.stringify(flags[key])}, ${expected}`];
  let found: unknown = file;
  for (const step of path) found = (found as Record<PropertyKey, unknown> | undefined)?.[step];
  // What stands in the place of a key's name may be the key.
  const shown = path.at(-1) === 'apiKeyEnv' ? 'something else' : JSON.stringify(found);
  const has = found === undefined ? 'missing' : shown;
  return [`${placeOf(path)} is ${has}, ${expected}`];
}

/** A setting for models that would be passed over without a word. A file may hold them beside `writer: offline`. */
function refuseIdle({ writer }: BuildConfig, { flags, file, placeOf }: Given): void {
  if (writer !== 'offline') return;
  const ofModels = (given: Readonly<Record<string, unknown>>) =>
    MODEL_SETTINGS.filter((key) => Object.hasOwn(given, key));
  const chosen = Object.hasOwn(flags, 'writer') || Object.hasOwn(file, 'writer');
  const idle = [...ofModels(flags).map(flagOf), ...(chosen ? [] : ofModels(file).map((key) => placeOf([key])))];
  if (idle.length === 0) return;
  const [are, them] = idle.length === 1 ? ['is', 'it'] : ['are', 'them'];
  throw new ConfigError(
    `${idle.join(' and ')} ${are} for runs that ask language models, which the offline writer does not; add --writer openai, or leave ${them} out`,
  );
}

/** A flag of another family's setting, which would be passed over without a word. A file may serve several families. */
function refuseForeign(family: unknown, { flags }: Given): void {
  const foreign = BUILD_SETTINGS.find(
    ({ key, families }) => families !== null && !families.includes(family as string) && Object.hasOwn(flags, key),
  );
  if (foreign === undefined || !FAMILIES.some(({ name }) => name === family)) return;
  const { key, families } = foreign;
  throw new ConfigError(
    `${flagOf(key)} is a setting of ${families?.join(' and ')}, and the family is ${family}; leave it out, or add --family ${families?.[0]}`,
  );
}

/** The bundled sample of a family; undefined of one that there is not, which is refused elsewhere. */
const sampleOf = (family: string) => FAMILIES.find(({ name }) => name === family)?.sample;

/** The settings of a build from its flags and, where one is named, its config file. */
export function buildConfigOf(flags: Readonly<Record<string, unknown>>, configPath?: string): BuildConfig {
  const { file, placeOf } = configPath === undefined ? NO_FILE : readConfigFile(configPath);
  const given = {
    flags: Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined)),
    file,
    placeOf,
  };
  const said: Record<string, unknown> = { ...file, ...given.flags };
  refuseForeign(said.family ?? DEFAULT_FAMILY, given);
  const parsed = BuildConfig.safeParse(said);
  if (!parsed.success) {
    const complaints = new Complaints();
    complaints.add(...complaintsAbout(parsed.error, given));
    complaints.refuse();
    throw parsed.error;
  }
  if (said.perIntent === undefined && parsed.data.catalog.length === 0)
    parsed.data.perIntent = sampleOf(parsed.data.family)?.perIntent ?? parsed.data.perIntent;
  refuseIdle(parsed.data, given);
  return parsed.data;
}
