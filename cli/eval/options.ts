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
