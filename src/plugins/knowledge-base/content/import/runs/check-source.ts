import type { OwnedHooks } from '../../../../../hooks.js';
import { HostError } from '../../../../../index.js';
import type { KnowledgeBase } from '../../knowledge-base.js';
import type { ImportRequest } from '../import-from.js';
import { loadImporter } from '../load-importer.js';

/**
 * Reads a source completely, as an import does before it starts, without importing it.
 * @throws HostError 422 `vendor_kb_import_invalid` with problem and position
 */
export async function checkSource(kb: KnowledgeBase, hooks: OwnedHooks, request: ImportRequest): Promise<void> {
  const { importFrom } = await loadImporter();
  const stop = new AbortController();
  // Suppress actions, because no import takes place.
  const quiet = { applyFiltersAsync: hooks.applyFiltersAsync, doActionAsync: async () => undefined };
  const onStart = (): void => stop.abort();
  try {
    await importFrom(kb, quiet, { ...request, dryRun: true, signal: stop.signal, onStart });
  } catch (error) {
    throw error instanceof HostError && error.code === 'vendor_kb_import_source_missing' ? notThis(error) : error;
  }
}

/** Hides the path: it is an internal detail of the upload. */
function notThis(cause: HostError): HostError {
  const message = 'The file cannot be imported this way. Send an export, or set "from" to its format.';
  return new HostError('vendor_kb_import_invalid', message, { status: 422 }, { cause });
}
