import type { BuildConfig } from '../config.ts';
import type { FamilyPlanner } from '../family.ts';
import { missingOf } from './build-report.ts';

/** Says what each intent could use, without building. */
export function tellEligibility(intents: readonly string[], config: BuildConfig, planner: FamilyPlanner): void {
  const lines = intents.map((intent) => {
    const { eligible, reasons, unit } = planner.eligibility(intent);
    const why = missingOf({ reasons, unit }).map((text) => `; ${text}`);
    return `${intent}: ${config.perIntent} wanted, ${eligible} ${unit?.eligible ?? `of ${planner.catalogSize} products`} eligible${why.join('')}`;
  });
  process.stdout.write(`${lines.join('\n')}\n`);
}
