import { formError } from '../../../../../admin.js';
import { HostError } from '../../../../../index.js';
import type { Strings } from '../../../../../text.js';

/** Path of the imports, relative to the admin area. */
export const IMPORT_PATH = '/kb/import';
export const RUN_PATH = `${IMPORT_PATH}/{id}` as const;

export function runPath(id: number): string {
  return RUN_PATH.replace('{id}', String(id));
}

export const OPTIONS_PATH = `${RUN_PATH}/options` as const;

export function optionsPath(id: number): string {
  return OPTIONS_PATH.replace('{id}', String(id));
}

/** Settings shared by the import pages. */
export const IMPORT_PAGE = { capability: 'import_kb', template: 'core/admin/detail' } as const;

/** Returns the error message and what to do, with the code to search for. */
export function importErrorText(
  { code, message }: Pick<HostError, 'code' | 'message'>,
  { has, text }: Strings,
): string {
  const key = `import.error-${code.replace(/^vendor_kb_/, '')}`;
  return text('import.failed-notice', { message: has(key) ? text(key, { message }) : message, code });
}

/**
 * Throws the error with a translated message. @throws HostError 422 `form_invalid`; errors that are not the import's
 * fault are rethrown
 */
export function refuseImport(error: unknown, texts: Strings, field?: string): never {
  if (!(error instanceof HostError) || error.status >= 500 || !error.code.startsWith('vendor_kb_')) throw error;
  const message = importErrorText(error, texts);
  throw formError(field === undefined ? {} : { [field]: message }, message);
}
