import type { FlagOptions, TextOptions } from '../option-values.ts';
import type { ModelOptions } from './models.ts';

export type EvalOptions = ModelOptions & { readonly task?: readonly string[] | undefined } & TextOptions<
    | 'agent'
    | 'user'
    | 'grader'
    | 'catalog'
    | 'split'
    | 'limit'
    | 'trials'
    | 'seed'
    | 'steps'
    | 'timeout'
    | 'logs'
    | 'out'
  > &
  TextOptions<'workers' | 'concurrency' | 'shard' | 'executor' | 'redis'> &
  FlagOptions<'resume' | 'fresh' | 'python' | 'images' | 'json'>;
