import { z } from 'zod';

/** Texts that tell people of a setting: in `--help` and in docs/options.md. */
interface SettingText {
  /** The thing it decides, in one sentence without its default. */
  readonly help: string;
  /** Placeholder after its flag, such as `<n>`; left out for a switch. */
  readonly takes?: string;
  /** Behaviour where it is left out, where its schema has no default that says it. */
  readonly unset?: string;
  /** Way in which a flag gives several: repeated, or parted by commas. */
  readonly several?: 'repeated' | 'commas';
  /** Only runs that ask language models take it. */
  readonly ofModels?: true;
  /** Only the config file has it. */
  readonly fileOnly?: true;
  /** True if it names a file: its content counts in a run, its place does not. */
  readonly isPath?: true;
  /** Markdown that the page adds to `help`. */
  readonly more?: string;
}

/**
 * Registry in which schemas of settings keep how they are told: `schema.register(SETTINGS, { help })`, last in its
 * chain.
 */
export const SETTINGS = z.registry<SettingText>();

/** The command line's name of a setting: perIntent is --per-intent. */
export const flagOf = (key: string) => `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

export interface Setting extends SettingText {
  /** Its name in a config file. */
  readonly key: string;
  /** Value or behaviour where it is left out; null where there is none. */
  readonly otherwise: string | null;
}

/** A setting as it is typed, such as `--per-intent <n>`. */
export const flagsOf = ({ key, takes }: Pick<Setting, 'key' | 'takes'>) =>
  takes === undefined ? flagOf(key) : `${flagOf(key)} ${takes}`;

/** The settings of a schema's shape, in its order, as they are told. */
export function settingsIn(shape: Readonly<Record<string, z.ZodType>>): Setting[] {
  return Object.entries(shape).map(([key, schema]) => {
    const text = SETTINGS.get(schema);
    if (text === undefined) throw new RangeError(`the setting "${key}" has no text, expected .register(SETTINGS, …)`);
    return { ...text, key, otherwise: text.unset ?? defaultOf(schema) };
  });
}

/** A schema's default as people write it; null where it has none, or one that says nothing. */
function defaultOf(schema: z.ZodType): string | null {
  const value = schema instanceof z.ZodDefault ? schema.def.defaultValue : undefined;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}

/** Settings that a family has, by name. */
export type SettingsSchema = z.ZodObject<z.ZodRawShape>;

/** Names of settings whose values are files. */
export const pathSettings = ({ shape }: SettingsSchema): readonly string[] =>
  settingsIn(shape as Readonly<Record<string, z.ZodType>>).flatMap(({ key, isPath }) => (isPath ? [key] : []));

/** A whole number, or the digits of one, as flags give them; nothing else is taken for a number. */
export const wholeNumber = (least = Number.MIN_SAFE_INTEGER, most = Number.MAX_SAFE_INTEGER) => {
  const above =
    least === Number.MIN_SAFE_INTEGER ? 'expected a whole number' : `expected a whole number above ${least - 1}`;
  return z.preprocess(
    (value) => (typeof value === 'string' && /^[+-]?\d+$/.test(value) ? Number(value) : value),
    z.int(above).min(least, above).max(most, `expected a whole number up to ${most}`),
  );
};
/** A text, a choice between true and false, and a number from 0 to 1; schemas are made anew, for each has its own text. */
export const text = () => z.string('expected a text').min(1, 'expected a text that is not empty');
export const choice = () => z.boolean('expected a choice: true or false');
export const share = () => z.number('expected a share from 0 to 1').min(0).max(1, 'expected a share from 0 to 1');
