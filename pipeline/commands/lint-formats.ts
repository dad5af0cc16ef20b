import { SHOPPINGBENCH_FORMAT } from '../../families/shoppingbench/lint.ts';
import { ECOMAGENTBENCH_FORMAT } from './lint-ecomagentbench.ts';
import type { BenchmarkFormat } from './lint-format.ts';

/** Every format that can be linted; of two that recognise a row the first is taken. */
export const BENCHMARK_FORMATS: readonly BenchmarkFormat[] = [ECOMAGENTBENCH_FORMAT, SHOPPINGBENCH_FORMAT];
