// `npm run support`: composes many customer-service tasks, proves each, and prints their figures beside the papers'.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { openCatalog } from '../../catalog/index.ts';
import { prepareCatalog } from '../../catalog/ingest/index.ts';
import { SUPPORT } from '../../families/for-tools.ts';
import { familyNamed } from '../../families/index.ts';
import { ConfigError } from '../../schemas/errors.ts';
import { openStores } from '../../service/world.ts';
import { CATALOG_CACHE } from '../../shopping/catalog-world.ts';
import { requestsOf } from '../../tests/fixtures/requests.ts';
import { smallStore } from '../../tests/fixtures/stores.ts';
import { composedTasks, Measuring, RuleWitnesses } from './measure.ts';
import { familyTables, RESULTS_FILE, type Results, ruleText } from './tables.ts';

/** Stores whose every request is tried for rules that no composed task turns on. */
const STORES = 3;
const FAILED = 1;
const TO_MEND = 2;

async function measured(tasks: number, language: 'en' | 'zh'): Promise<Results> {
  const results: Results = { families: {}, rules: {} };
  for (const family of SUPPORT) {
    const { inputs } = familyNamed(family.name).sample;
    const { path } = await prepareCatalog({
      ...{ inputs, reviews: [], format: undefined, onProgress: () => {}, cacheFolder: CATALOG_CACHE },
    });
    const world = openStores(openCatalog(path), family.composition.desk.regime);
    const measuring = new Measuring(family);
    const witnesses = new RuleWitnesses(family);
    for (const task of composedTasks(family, world.storeIn(language), tasks)) {
      measuring.take(task);
      witnesses.take(task);
    }
    for (let seed = 1; seed <= STORES; seed++) {
      const store = smallStore({ seed, users: 40, language });
      for (const request of requestsOf(store, 1)) witnesses.takeRequest(store, request);
    }
    world.close();
    results.families[family.name] = measuring.measured;
    for (const [id, witness] of witnesses.found)
      if (results.rules[id] === undefined || results.rules[id].change === 'manner') results.rules[id] = witness;
    console.log(`## ${family.name}\n\n${familyTables(results, family.name)}\n`);
  }
  console.log(ruleText(results));
  return results;
}

try {
  const { values } = parseArgs({
    options: {
      /** Tasks of each family. */
      tasks: { type: 'string', default: '5000' },
      speech: { type: 'string', default: 'en' },
      /** Keeps the figures, for the families' pages. */
      keep: { type: 'boolean', default: false },
    },
  });
  const tasks = Number(values.tasks);
  if (!Number.isSafeInteger(tasks) || tasks < 1)
    throw new ConfigError(`--tasks is "${values.tasks}", expected a whole number of at least 1`);
  if (values.speech !== 'en' && values.speech !== 'zh')
    throw new ConfigError(`--speech is "${values.speech}", expected en or zh`);
  const results = await measured(tasks, values.speech);
  if (values.keep) {
    writeFileSync(RESULTS_FILE, `${JSON.stringify(results, null, 2)}\n`);
    console.error('tools/support/results.json is written; npm run docs takes it over into the pages of the families');
  }
  const exceptions = Object.values(results.families).flatMap((family) => Object.entries(family.exceptions));
  for (const [code, times] of exceptions) console.error(`${code}: ${times}`);
  if (exceptions.length > 0) process.exitCode = FAILED;
} catch (error) {
  const isMendable = error instanceof ConfigError || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS');
  if (!isMendable) throw error;
  console.error((error as Error).message);
  process.exitCode = TO_MEND;
}
