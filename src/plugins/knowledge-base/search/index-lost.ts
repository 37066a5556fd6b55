import { HostError } from '../../../index.js';

/** Error for calls to a search engine whose documents are lost. */
export function indexLost(why: string, cause?: unknown): HostError {
  return new HostError(
    'vendor_kb_search_index_lost',
    `The thread that the search index was in is not there any more: ${why}. Ask again: the index is built anew, and until it is whole searches ask the database.`,
    { status: 503 },
    { cause },
  );
}

/** Runs `ask`, or `otherwise` if the documents were lost. */
export async function orWhereLost<T>(ask: () => Promise<T>, otherwise: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof HostError && error.code === 'vendor_kb_search_index_lost') return otherwise();
    throw error;
  }
}
