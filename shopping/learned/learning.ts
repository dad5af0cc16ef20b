import { availableParallelism } from 'node:os';
import type { Catalog } from '../../catalog/index.ts';
import { AnsweringThread } from '../../catalog/ingest/index.ts';
import { byCodeUnit } from '../../text/order.ts';
import type { FieldsToLearn } from './learning-thread.ts';
import { type LearnedWhole, learnedText, learnWhole } from './stored-fields.ts';

/** Fewer values are learned before another thread has started. */
const LEAST_VALUES_FOR_THREAD = 150_000;
const YOUNG_MEGABYTES = 24;

/**
 * Learns what a catalog's own values tell, as text to be kept in it: of many values half of the fields in another thread, which
 * changes nothing in what is learned.
 */
export async function learnCatalog(catalog: Catalog, leastValues = LEAST_VALUES_FOR_THREAD): Promise<string> {
  const { here, there, values } = halves(catalog);
  if (values < leastValues || availableParallelism() === 1)
    return learnedText(learnWhole(catalog, catalog.fieldNames()));
  const url = new URL('./learning-thread.ts', import.meta.url);
  const thread = new AnsweringThread<FieldsToLearn, LearnedWhole[]>(
    url,
    null,
    YOUNG_MEGABYTES,
    ({ message }) => new Error(message),
  );
  try {
    const learning = thread.ask({ path: catalog.path, fields: there }, []);
    const own = learnWhole(catalog, here);
    return learnedText([...own, ...(await learning)]);
  } finally {
    await thread.close();
  }
}

/** The fields of a catalog in two parts of about as many values, which are what takes time. */
function halves(catalog: Catalog) {
  const parts = [0, 1].map(() => ({ fields: [] as string[], values: 0 }));
  for (const { name, values } of catalog
    .fieldCounts()
    .sort((a, b) => b.values - a.values || byCodeUnit(a.name, b.name))) {
    const smaller = parts.reduce((one, other) => (other.values < one.values ? other : one));
    smaller.fields.push(name);
    smaller.values += values;
  }
  const [here, there] = parts as [(typeof parts)[0], (typeof parts)[0]];
  return { here: here.fields, there: there.fields, values: here.values + there.values };
}
