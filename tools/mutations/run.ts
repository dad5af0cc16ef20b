// `npm run mutations`: plants defects into good samples, and prints how many each gate finds and what it refuses unharmed.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { ConfigError } from '../../schemas/errors.ts';
import { AIMS, detailText, missedAims, TABLE_FILE, tableText } from './report.ts';
import { type FamilyReport, reportOfHidden, reportOfOrders } from './suite.ts';
import { HIDDEN, ORDERS, worldOf } from './world.ts';

const MISSED = 1;
const TO_MEND = 2;
const OPTIONS = { most: 400, anew: 3 };

const REPORTS: Readonly<Record<string, (catalog: readonly string[] | undefined) => Promise<FamilyReport>>> = {
  ecomagentbench: async (catalog) => reportOfHidden(await worldOf(HIDDEN, { perIntent: 25, catalog }), OPTIONS),
  shoppingbench: async (catalog) => reportOfOrders(await worldOf(ORDERS, { perIntent: 50, catalog }), OPTIONS),
};

async function measured(family: string | undefined, catalog: readonly string[] | undefined): Promise<FamilyReport[]> {
  const names = family === undefined ? Object.keys(REPORTS) : [family];
  const reports: FamilyReport[] = [];
  for (const name of names) {
    const report = REPORTS[name];
    if (report === undefined)
      throw new ConfigError(`--family is "${name}", expected ${Object.keys(REPORTS).join(' or ')}`);
    reports.push(await report(catalog));
  }
  return reports;
}

function tell(reports: readonly FamilyReport[], { details, keep }: { details: boolean; keep: boolean }): void {
  if (details) console.log(`${detailText(reports)}\n`);
  const table = tableText(reports);
  console.log(table);
  if (keep) {
    writeFileSync(TABLE_FILE, `${table}\n`);
    console.error('tools/mutations/table.txt is written; npm run docs takes it over into docs/gates.md');
  }
  const missed = missedAims(reports);
  for (const sentence of missed) console.error(sentence);
  if (missed.length > 0) process.exitCode = MISSED;
  else console.error(`every gate finds at least ${AIMS.recall} and refuses at most ${AIMS.refused}`);
}

try {
  const { values } = parseArgs({
    options: {
      /** Raw files, folders or a catalog file in the place of the bundled sample. */
      catalog: { type: 'string', multiple: true },
      family: { type: 'string' },
      /** Every operator with what was missed, and every unharmed text that was refused. */
      details: { type: 'boolean', default: false },
      /** Keeps the table, for docs/gates.md. */
      keep: { type: 'boolean', default: false },
    },
  });
  tell(await measured(values.family, values.catalog), values);
} catch (error) {
  const isMendable = error instanceof ConfigError || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS');
  if (!isMendable) throw error;
  console.error((error as Error).message);
  process.exitCode = TO_MEND;
}
