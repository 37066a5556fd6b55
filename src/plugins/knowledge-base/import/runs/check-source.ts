import { HostError, type OwnedHooks } from '../../../../index.js';
import type { KnowledgeBase } from '../../knowledge-base.js';
import type { ImportRequest } from '../import-from.js';
import { loadImporter } from '../load-importer.js';

/**
 * Reads a source to its end, as an import does before it begins, and stops there.
 * @throws HostError 422 `vendor_kb_import_invalid` with what is wrong, and where
 */
export async function checkSource(kb: KnowledgeBase, hooks: OwnedHooks, request: ImportRequest): Promise<void> {
  const { importFrom } = await loadImporter();
  const stop = new AbortController();
  // Nobody is told of an import that does not take place.
  const quiet = { applyFiltersAsync: hooks.applyFiltersAsync, doActionAsync: async () => undefined };
  const onStart = (): void => stop.abort();
  try {
    await importFrom(kb, quiet, { ...request, dryRun: true, signal: stop.signal, onStart });
  } catch (error) {
    throw error instanceof HostError && error.code === 'vendor_kb_import_source_missing' ? notThis(error) : error;
  }
}

/** A folder was expected, and where uploads lie is nobody's business. */
function notThis(cause: HostError): HostError {
  const message =
    'The file is nothing that can be imported in this way. Send an export, or say with "from" what it is.';
  return new HostError('vendor_kb_import_invalid', message, { status: 422 }, { cause });
}
