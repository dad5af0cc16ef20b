import { z } from 'zod';
import { ConfigError } from '../schemas/errors.ts';

/** Options that a command line gives as texts, each of which may be left out. */
export type TextOptions<Name extends string> = { readonly [name in Name]?: string | undefined };

/** The same of flags. */
export type FlagOptions<Name extends string> = { readonly [name in Name]?: boolean | undefined };

/** Dollars, or the digits of them, as flags give them; a schema made anew, for each setting has its own text. */
export const dollars = () =>
  z.preprocess(
    (value) => (typeof value === 'string' && /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : value),
    z.number('expected an amount of dollars such as 5 or 2.50').positive('expected an amount above 0'),
  );

/** Dollars that an option gives, undefined where it is left out; a ConfigError where it is no amount above 0. */
export function dollarsOption(name: string, given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  const { data, error } = dollars().safeParse(given);
  if (data !== undefined) return data;
  throw new ConfigError(`--${name} is "${given}", ${error?.issues[0]?.message}`);
}

/** A whole number that an option gives, undefined where it is left out; a ConfigError where it is none. */
export function wholeOption(
  name: string,
  given: string | undefined,
  { from = 1, to = Number.MAX_SAFE_INTEGER } = {},
): number | undefined {
  if (given === undefined) return undefined;
  const number = Number(given);
  if (/^\d+$/.test(given) && number >= from && number <= to) return number;
  throw new ConfigError(
    `--${name} is "${given}", expected a whole number ${to === Number.MAX_SAFE_INTEGER ? `from ${from} up` : `from ${from} to ${to}`}`,
  );
}

/** A number that an option gives, undefined where it is left out; a ConfigError where it is none. */
export function numberOption(name: string, given: string | undefined, most?: number): number | undefined {
  if (given === undefined) return undefined;
  const number = Number(given);
  if (given.trim() !== '' && number >= 0 && Number.isFinite(number) && number <= (most ?? number)) return number;
  throw new ConfigError(
    `--${name} is "${given}", expected a number from 0${most === undefined ? ' up' : ` to ${most}`}`,
  );
}

/** A share from 0 to 1 that an option gives, undefined where it is left out; a ConfigError where it is none. */
export function shareOption(name: string, given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  const share = Number(given);
  if (/^\d+(?:\.\d+)?$|^\.\d+$/.test(given) && share <= 1) return share;
  throw new ConfigError(`--${name} is "${given}", expected a share from 0 to 1`);
}
