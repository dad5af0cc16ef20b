import { z } from 'zod';
import { ConfigError } from '../schemas/errors.ts';
import { BuildRole, type Role } from '../schemas/model.ts';

/** A role as people read it. */
export const roleName = (role: Role): string => role.replaceAll('_', ' ');

const forEachRole = <T>(make: (role: BuildRole) => T) =>
  Object.fromEntries(BuildRole.options.map((role) => [role, make(role)])) as Record<BuildRole, T>;

/** The address of an endpoint, for people: without the query it may have. A ConfigError where it cannot be one. */
export function endpointAddress(baseUrl: string): string {
  const url = URL.parse(baseUrl);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new ConfigError(
      `"${baseUrl.split(/[?#]/)[0]}" is no address of an endpoint; expected one such as https://api.openai.com/v1`,
    );
  // fetch refuses such an address, in words that quote all of it.
  if (url.username !== '' || url.password !== '')
    throw new ConfigError(
      `the address of the endpoint at ${url.host} holds a user name or a password; give a key in its environment variable instead`,
    );
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

const text = z.string('expected a text').min(1, 'expected a text that is not empty');
const count = z.int('expected a whole number').min(1, 'expected a whole number from 1 up');

const temperature = z
  .number('expected a number from 0 to 2, or null to leave it to the model')
  .min(0, 'expected a number from 0 to 2')
  .max(2, 'expected a number from 0 to 2');

const ROLE_FIELDS = {
  model: text.optional(),
  /** Of an OpenAI-compatible endpoint, up to and with /v1. */
  baseUrl: z.url('expected an address such as https://api.openai.com/v1').optional(),
  /** Name of the environment variable that holds the key. */
  apiKeyEnv: z
    .string('expected the name of a variable')
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'expected the name of a variable such as OPENAI_API_KEY, never the key itself')
    .optional(),
  /** Null leaves it to the model. */
  temperature: temperature.nullable().optional(),
  maxOutputTokens: count.optional(),
  timeoutMs: count.optional(),
  /** Replies asked for at most, until one fits. */
  tries: count.optional(),
};
/** Settings of a role, or of all of them as `default`. */
const RoleConfig = z.strictObject(ROLE_FIELDS, 'expected settings such as {model: gpt-4.1}');
type RoleConfig = z.infer<typeof RoleConfig>;

/** `models` of the config: settings of every role, and what single roles have in their place. */
export const ModelsConfig = z.strictObject(
  {
    default: RoleConfig.default({}),
    ...Object.fromEntries(BuildRole.options.map((role) => [role, RoleConfig.optional()])),
  },
  'expected roles and their settings, such as {default: {model: gpt-4.1-mini}}',
) as unknown as z.ZodType<{ default: RoleConfig } & { [role in BuildRole]?: RoleConfig }>;
export type ModelsConfig = z.infer<typeof ModelsConfig>;

/** Names that may stand below `models`, and below each of these. */
export const ROLE_NAMES: readonly string[] = ['default', ...BuildRole.options];
export const ROLE_SETTINGS: readonly string[] = Object.keys(ROLE_FIELDS);

/** Everything that decides a role's replies: part of the run's key. */
export interface RoleSettings {
  readonly model: string;
  readonly temperature: number | null;
  readonly maxOutputTokens: number;
  readonly tries: number;
}

/** The address of a role's model; nothing of it decides what is generated. */
export interface RoleEndpoint {
  readonly baseUrl: string;
  readonly apiKeyEnv: string;
  readonly timeoutMs: number;
}

/** The models of some roles: whoever asks as another finds none. */
export interface NamedModels {
  readonly roles: Readonly<Partial<Record<Role, RoleSettings>>>;
  readonly endpoints: Readonly<Partial<Record<Role, RoleEndpoint>>>;
}

export interface ResolvedModels extends NamedModels {
  readonly roles: Readonly<Record<BuildRole, RoleSettings>>;
  readonly endpoints: Readonly<Record<BuildRole, RoleEndpoint>>;
  /** Sentences about the choice, for the user. */
  readonly warnings: readonly string[];
}

const OPENAI = 'https://api.openai.com/v1';
const KEY_VARIABLE = 'OPENAI_API_KEY';
const JUDGES: ReadonlySet<Role> = new Set(['judge', 'blind_solver']);

const OWN_FLAGS: Readonly<Partial<Record<Role, string>>> = {
  shopper: '--user model:<name>',
  grader: '--grader model:<name>',
};

export const modelFlagOf = (role: Role): string => OWN_FLAGS[role] ?? (JUDGES.has(role) ? '--judge-model' : '--model');

/** Tells whether a role is one of a build, where settings say how often it is asked before it is given up. */
export const isOfBuild = (role: Role): boolean => BuildRole.options.some((one) => one === role);

interface ModelFlags {
  readonly model?: string | undefined;
  readonly judgeModel?: string | undefined;
  readonly skipJudge?: boolean | undefined;
}

/**
 * Settles every role's model and endpoint: a role's own settings win over `default`, a flag over both, and
 * OPENAI_BASE_URL and OPENAI_MODEL fill what is left open. A judge without a model of its own has the writer's, which a
 * warning says. Judges that are left out have what the query writer has, so that nothing of their own has to be there.
 */
export function resolveModels(
  config: ModelsConfig,
  { model: modelFlag, judgeModel, skipJudge = false }: ModelFlags,
  env: Readonly<Record<string, string | undefined>>,
): ResolvedModels {
  const usual = config.default?.baseUrl ?? (env.OPENAI_BASE_URL?.trim() || OPENAI);
  const settled = forEachRole((asked): { readonly settings: RoleSettings; readonly endpoint: RoleEndpoint } => {
    const role = skipJudge && JUDGES.has(asked) ? 'query_writer' : asked;
    const own = { ...config.default, ...definedOf(config[role] ?? {}) };
    const flag = JUDGES.has(role) ? judgeModel : modelFlag;
    const model = flag ?? config[role]?.model ?? modelFlag ?? own.model ?? env.OPENAI_MODEL;
    if (model === undefined)
      throw new ConfigError(
        `the ${roleName(role)} has no model; name one with --model, OPENAI_MODEL or models.default.model in the config`,
      );
    const { apiKeyEnv, baseUrl = usual, timeoutMs = 120_000, maxOutputTokens = 2000, tries = 3 } = own;
    if (apiKeyEnv === undefined && env[KEY_VARIABLE] !== undefined && hostOf(baseUrl) !== hostOf(usual))
      throw new ConfigError(
        `the ${roleName(role)} is at ${baseUrl}, and no apiKeyEnv says which key it is to be sent; name the variable that holds it (apiKeyEnv: ${KEY_VARIABLE} for that one, or one that is not set where it asks for none)`,
      );
    // Writers vary their words, judges should not.
    const { temperature = JUDGES.has(role) ? 0 : 0.8 } = own;
    return {
      settings: { model, temperature, maxOutputTokens, tries },
      endpoint: { baseUrl, apiKeyEnv: apiKeyEnv ?? KEY_VARIABLE, timeoutMs },
    };
  });
  const roles = forEachRole((role) => settled[role].settings);
  const endpoints = forEachRole((role) => settled[role].endpoint);
  const warnings = addressWarnings(Object.values(endpoints));
  if (!skipJudge && roles.judge.model === roles.query_writer.model)
    warnings.push(
      `${roles.judge.model} is to judge what it writes itself; name another model with --judge-model for an independent judge`,
    );
  return { roles, endpoints, warnings };
}

/** Doubts about the addresses, before anybody is asked; a ConfigError where one cannot be right. */
function addressWarnings(endpoints: readonly RoleEndpoint[]): string[] {
  const addresses = new Set(endpoints.map(({ baseUrl }) => baseUrl.replace(/\/+$/, '')));
  return [...addresses].flatMap((address) => {
    endpointAddress(address);
    const [, rightful] = /^(.*?)\/(?:chat\/)?completions$/.exec(address) ?? [];
    if (rightful !== undefined)
      throw new ConfigError(
        `the address ${address} goes too far: /chat/completions is added to it; give ${rightful} as OPENAI_BASE_URL or baseUrl`,
      );
    return /^https?:\/\/[^/]+$/.test(address)
      ? [`the address ${address} ends without a path, and most endpoints want /v1: ${address}/v1`]
      : [];
  });
}

const hostOf = (address: string) => (URL.canParse(address) ? new URL(address).host : address);

const definedOf = (config: RoleConfig): RoleConfig =>
  Object.fromEntries(Object.entries(config).filter(([, value]) => value !== undefined));
