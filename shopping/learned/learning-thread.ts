import { parentPort } from 'node:worker_threads';
import { openCatalog } from '../../catalog/index.ts';
import { failureOf } from '../../catalog/ingest/index.ts';
import { learnWhole } from './stored-fields.ts';

/** Fields of a catalog that a thread is to learn: by the tables of the program, since what a person says of a field is not learned. */
export interface FieldsToLearn {
  readonly path: string;
  readonly fields: readonly string[];
}

parentPort?.on('message', ({ path, fields }: FieldsToLearn) => {
  try {
    const catalog = openCatalog(path);
    parentPort?.postMessage(learnWhole(catalog, fields));
    catalog.close();
  } catch (error) {
    parentPort?.postMessage(failureOf(error, {}));
  }
});
