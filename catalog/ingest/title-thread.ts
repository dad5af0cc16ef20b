import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { useLexicon } from '../../lexicon/index.ts';
import type { Lexicon } from '../../schemas/lexicon.ts';
import { unchangingFile } from '../../text/files/sqlite-file.ts';
import { buffersIn } from '../memory/buffer-pool.ts';
import { CACHE_KB_OF_ONE_PASS } from '../store/sqlite.ts';
import { readTitles, type UnreadTitles } from '../store/text-stated.ts';
import { failureOf } from './answering-thread.ts';

/** Settings by which titles are read. */
export interface TitleSettings {
  readonly lexicon: Lexicon;
}

/** A catalog whose titles are to be read, and where it lies. */
export interface TitlesToRead {
  readonly path: string;
  readonly unread: UnreadTitles;
}

const { lexicon } = workerData as TitleSettings;
useLexicon(lexicon);

parentPort?.on('message', ({ path, unread }: TitlesToRead) => {
  let db: DatabaseSync | null = null;
  try {
    // Whoever wrote it waits: the file stays as it is.
    db = new DatabaseSync(unchangingFile(path), { readOnly: true });
    db.exec(`PRAGMA cache_size = -${CACHE_KB_OF_ONE_PASS}`);
    const stated = readTitles(db, unread);
    parentPort?.postMessage(stated, buffersIn(stated));
  } catch (error) {
    parentPort?.postMessage(failureOf(error, {}));
  } finally {
    db?.close();
  }
});
