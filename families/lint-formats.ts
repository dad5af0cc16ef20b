import type { BenchmarkFormat } from '../shopping/lint-format.ts';
import { ECOMAGENTBENCH_FORMAT } from './ecomagentbench/lint/format.ts';
import { SHOPPINGBENCH_FORMAT } from './shoppingbench/lint/index.ts';

/** Every format that can be linted; of two that recognise a row the first is taken. */
export const BENCHMARK_FORMATS: readonly BenchmarkFormat[] = [ECOMAGENTBENCH_FORMAT, SHOPPINGBENCH_FORMAT];
