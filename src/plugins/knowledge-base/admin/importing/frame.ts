import { createStrings, formError, HostError, type Site, type Strings } from '../../../../index.js';
import { kbCatalogues } from '../../strings/catalogues.js';
import { importingCatalogues } from '../../strings/importing/catalogues.js';

/** Where imports are, below the admin area. */
export const IMPORT_PATH = '/kb/import';
export const RUN_PATH = `${IMPORT_PATH}/{id}` as const;

export function runPath(id: number): string {
  return RUN_PATH.replace('{id}', String(id));
}

export const OPTIONS_PATH = `${RUN_PATH}/options` as const;

export function optionsPath(id: number): string {
  return OPTIONS_PATH.replace('{id}', String(id));
}

/** What the pages have in common. */
export const IMPORT_PAGE = { capability: 'import_kb', template: 'core/admin/detail' } as const;

/** The texts of the pages. */
export function importTexts({ locale, timezone }: Pick<Site, 'locale' | 'timezone'>): Strings {
  return createStrings(locale, [kbCatalogues, importingCatalogues], { timeZone: timezone });
}

/** The title of a page, in the language of whoever reads the menu. */
export const importTitle = (locale: string): string => createStrings(locale, importingCatalogues).text('import.title');

/** What went wrong and what to do, with the code that a search for help goes by. */
export function faultWords({ code, message }: Pick<HostError, 'code' | 'message'>, { has, text }: Strings): string {
  const key = `error-${code.replace(/^vendor_kb_/, '')}`;
  return text('import.failed-notice', { message: has(key) ? text(key, { message }) : message, code });
}

/** @throws HostError 422 `form_invalid` with these words; what is no fault of the import as it is */
export function refuseImport(error: unknown, texts: Strings, field?: string): never {
  if (!(error instanceof HostError) || error.status >= 500 || !error.code.startsWith('vendor_kb_')) throw error;
  const words = faultWords(error, texts);
  throw formError(field === undefined ? {} : { [field]: words }, words);
}
