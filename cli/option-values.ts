import { ConfigError } from '../schemas/errors.ts';

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
