import type { Database } from '../../../../database.js';
import type { Locks } from '../../../../services.js';
import type { SearchEngine } from './engine.js';
import { createFullTextEngine } from './full-text/full-text-engine.js';
import { createSearchEngine } from './minisearch-engine.js';
import { createThreadedEngine } from './threaded/threaded-engine.js';
import type { Vocabulary } from './vocabulary.js';

/** Location of the index: the memory of the process, a worker thread, or the database. */
export type SearchEngineName = 'memory' | 'worker' | 'database';

export function chooseEngine(
  name: SearchEngineName,
  parts: {
    readonly db: Database;
    readonly locks: Pick<Locks, 'acquire'>;
    readonly vocabularyOf: (locale: string) => Vocabulary;
    /** Script of the worker thread. */
    readonly script: URL;
  },
): SearchEngine {
  switch (name) {
    case 'memory':
      return createSearchEngine(parts);
    case 'worker':
      return createThreadedEngine(parts);
    case 'database':
      return createFullTextEngine(parts);
  }
}
