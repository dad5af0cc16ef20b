// `npm run mutations`: plants defects into good samples, and prints how many each gate finds and what it refuses unharmed.
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { SUITES } from '../../families/for-tools.ts';
import type { FamilyReport } from '../../mutations/suite.ts';
import { ConfigError } from '../../schemas/errors.ts';
import { AIMS, detailText, missedAims, TABLE_FILE, tableText } from './report.ts';

const MISSED = 1;
const TO_MEND = 2;
const OPTIONS = { most: 400, anew: 3 };

const HELP = `npm run mutations -- [options]

Plants defects into good samples of every family, and prints how many each gate finds and what it refuses unharmed.

  --family <name>      only this family
  --catalog <path>     raw files, a folder or a catalog file in the place of the bundled sample (repeatable)
  --format <name>      format of its files, where that is not found by looking: a known one, or mapping:<file>
  --details            every operator with what was missed, and every unharmed text that was refused
  --keep               keep the table, for docs/gates.md`;

interface Measured {
  readonly family?: string | undefined;
  readonly catalog?: readonly string[] | undefined;
  readonly format?: string | undefined;
}

async function measured({ family, catalog, format }: Measured): Promise<FamilyReport[]> {
  const chosen = SUITES.filter((suite) => family === undefined || suite.family === family);
  if (chosen.length === 0)
    throw new ConfigError(`--family is "${family}", expected ${SUITES.map((suite) => suite.family).join(' or ')}`);
  const reports: FamilyReport[] = [];
  for (const suite of chosen) reports.push(await suite.report({ ...OPTIONS, catalog, format }));
  return reports;
}

/** The table that is kept, with those of other families as they were measured last. */
function withOthers(reports: readonly FamilyReport[]): string {
  const known = readFileSync(TABLE_FILE, 'utf8').trimEnd().split('\n\n');
  return SUITES.flatMap(({ family }) => {
    const report = reports.find((one) => one.family === family);
    return report === undefined ? known.filter((table) => table.startsWith(`${family} `)) : [tableText([report])];
  }).join('\n\n');
}

function tell(reports: readonly FamilyReport[], { details, keep }: { details: boolean; keep: boolean }): void {
  if (details) console.log(`${detailText(reports)}\n`);
  const table = tableText(reports);
  console.log(table);
  if (keep) {
    writeFileSync(TABLE_FILE, `${withOthers(reports)}\n`);
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
      catalog: { type: 'string', multiple: true },
      format: { type: 'string' },
      family: { type: 'string' },
      details: { type: 'boolean', default: false },
      keep: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) console.log(HELP);
  else tell(await measured(values), values);
} catch (error) {
  const isMendable = error instanceof ConfigError || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS');
  if (!isMendable) throw error;
  console.error((error as Error).message);
  process.exitCode = TO_MEND;
}
