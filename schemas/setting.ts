import { z } from 'zod';

/** How a setting is told to people: in `--help` and in docs/options.md. */
export interface SettingText {
  /** What it decides, in one sentence without its default. */
  readonly help: string;
  /** What stands after its flag, such as `<n>`; left out for a switch. */
  readonly takes?: string;
  /** What holds where it is left out, where its schema has no default that says it. */
  readonly unset?: string;
  /** How a flag gives several: repeated, or parted by commas. */
  readonly several?: 'repeated' | 'commas';
  /** Only runs that ask language models take it. */
  readonly ofModels?: true;
  /** Only the config file has it. */
  readonly fileOnly?: true;
  /** Markdown that the page adds to `help`. */
  readonly more?: string;
}

/** Where schemas of settings keep how they are told: `schema.register(SETTINGS, { help })`, last in its chain. */
export const SETTINGS = z.registry<SettingText>();

/** The command line's name of a setting: perIntent is --per-intent. */
export const flagOf = (key: string) => `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

export interface Setting extends SettingText {
  /** Its name in a config file. */
  readonly key: string;
  /** What holds where it is left out; null where nothing does. */
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
