import { HostError } from '../../../../index.js';

/** Error for calls to a search engine whose documents are lost. */
export function indexLost(why: string, cause?: unknown): HostError {
  return new HostError(
    'vendor_kb_search_index_lost',
    `The search index thread stopped: ${why}. Try again. The index is being rebuilt, and searches use the database until then.`,
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
