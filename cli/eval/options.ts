import { ConfigError } from '../../schemas/errors.ts';
import type { ModelOptions } from './models.ts';

/** The options of `eval` as they were given. */
export interface EvalOptions extends ModelOptions {
  readonly agent?: string | undefined;
  readonly trials?: string | undefined;
  readonly user?: string | undefined;
  readonly split?: string | undefined;
  readonly task?: readonly string[] | undefined;
  readonly limit?: string | undefined;
  readonly catalog?: string | undefined;
  readonly out?: string | undefined;
  readonly seed?: string | undefined;
  readonly workers?: string | undefined;
  readonly concurrency?: string | undefined;
  readonly shard?: string | undefined;
  readonly executor?: string | undefined;
  readonly redis?: string | undefined;
  readonly steps?: string | undefined;
  readonly timeout?: string | undefined;
  readonly resume?: boolean | undefined;
  readonly fresh?: boolean | undefined;
  readonly grader?: string | undefined;
  readonly logs?: string | undefined;
  readonly python?: boolean | undefined;
  readonly images?: boolean | undefined;
  readonly json?: boolean | undefined;
}

/** A whole number of an option; a ConfigError where it is none. */
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

/** A share from 0 to 1 of an option; a ConfigError where it is none. */
export function shareOption(name: string, given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  const share = Number(given);
  if (/^\d+(?:\.\d+)?$|^\.\d+$/.test(given) && share <= 1) return share;
  throw new ConfigError(`--${name} is "${given}", expected a share from 0 to 1`);
}
