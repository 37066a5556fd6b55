import type { OwnedHooks } from '../../../../hooks.js';
import type { ExportFile, ExportReport } from '../export/report.js';
import type { ImportItem } from './item.js';
import type { ImportReport } from './report.js';
import type { WxrMapping } from './wxr/mapping.js';

/** Import source as passed to callbacks. */
export interface ImportInfo {
  /** Name that identifies the source in later imports. */
  readonly source: string;
  readonly dryRun: boolean;
}

declare module '../../../../index.js' {
  interface Actions {
    /** An import started; nothing has been written to the database yet. */
    vendor_kb_import_started(info: ImportInfo, items: number): void | Promise<void>;
    /** An article or a category was created, updated or found unchanged. Its links are resolved later. */
    vendor_kb_item_imported(
      item: ImportItem,
      result: { readonly id: number; readonly outcome: 'created' | 'updated' | 'unchanged' },
    ): void | Promise<void>;
    /** An import finished or was interrupted. */
    vendor_kb_import_finished(report: ImportReport): void | Promise<void>;
    /** An export finished or was interrupted. Its files are in place unless it was interrupted. */
    vendor_kb_export_finished(report: ExportReport): void | Promise<void>;
  }
  interface Filters {
    /** Filters a page of the source before it is imported. Return null to skip it; the report lists it. */
    vendor_kb_import_item(item: ImportItem | null, info: ImportInfo): ImportItem | null | Promise<ImportItem | null>;
    /** Filters the mapping of post types and taxonomies of a WordPress export. */
    vendor_kb_import_mappers(mapping: WxrMapping, info: ImportInfo): WxrMapping | Promise<WxrMapping>;
    /** Filters a file of an export before it is written. Return null to skip it. */
    vendor_kb_export_item(file: ExportFile | null): ExportFile | null | Promise<ExportFile | null>;
  }
}

/** Milliseconds before a callback times out. Generous, because imports and exports are slow themselves. */
const TIMEOUT_MS = 30_000;

/**
 * Defines the import and export hooks. Failing actions are skipped. A failing filter aborts the run, because it may
 * be there to remove secrets.
 */
export function defineImportHooks({ define }: OwnedHooks): void {
  const shared = { since: '0.1.0', async: 'allowed', timeoutMs: TIMEOUT_MS } as const;
  const follows = { ...shared, decorating: true, kind: 'action' } as const;
  define('vendor_kb_import_started', follows);
  define('vendor_kb_item_imported', follows);
  define('vendor_kb_import_finished', follows);
  define('vendor_kb_export_finished', follows);
  define('vendor_kb_import_item', { ...shared, kind: 'filter', accepts: isItem });
  define('vendor_kb_import_mappers', { ...shared, kind: 'filter', accepts: isMapping });
  define('vendor_kb_export_item', { ...shared, kind: 'filter', accepts: isFile });
}

function isItem(value: unknown): boolean {
  const { key, title, body, slug } = (value ?? {}) as Partial<ImportItem>;
  return value === null || [key, title, body, slug].every((member) => typeof member === 'string');
}

function isMapping(value: unknown): boolean {
  const { types, taxonomies } = (value ?? {}) as Partial<WxrMapping>;
  return typeof types === 'object' && types !== null && typeof taxonomies === 'object' && taxonomies !== null;
}

function isFile(value: unknown): boolean {
  const { path, text } = (value ?? {}) as Partial<ExportFile>;
  return value === null || (typeof path === 'string' && typeof text === 'string');
}
