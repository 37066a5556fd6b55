import type { OwnedHooks } from '../../../index.js';
import type { ExportFile, ExportReport } from '../export/report.js';
import type { ImportItem } from '../import/item.js';
import type { ImportReport } from '../import/report.js';
import type { WxrMapping } from '../import/wxr/mapping.js';

/** What an import reads, as callbacks see it. */
export interface ImportInfo {
  /** The name it is known by next time. */
  readonly source: string;
  readonly dryRun: boolean;
}

declare module '../../../index.js' {
  interface Actions {
    /** An import begins; nothing is in the database yet. */
    vendor_kb_import_started(info: ImportInfo, items: number): void | Promise<void>;
    /** An article or a category was created, changed or found unchanged; its links follow later. */
    vendor_kb_item_imported(
      item: ImportItem,
      result: { readonly id: number; readonly outcome: 'created' | 'updated' | 'unchanged' },
    ): void | Promise<void>;
    /** An import is over, be it interrupted. */
    vendor_kb_import_finished(report: ImportReport): void | Promise<void>;
    /** An export is over; its files are in their place unless it was interrupted. */
    vendor_kb_export_finished(report: ExportReport): void | Promise<void>;
  }
  interface Filters {
    /** One page of a source before it is imported; null leaves it out and lists it. */
    vendor_kb_import_item(item: ImportItem | null, info: ImportInfo): ImportItem | null | Promise<ImportItem | null>;
    /** What the post types and taxonomies of a WordPress export become. */
    vendor_kb_import_mappers(mapping: WxrMapping, info: ImportInfo): WxrMapping | Promise<WxrMapping>;
    /** One file of an export before it is written; null leaves it out. */
    vendor_kb_export_item(file: ExportFile | null): ExportFile | null | Promise<ExportFile | null>;
  }
}

/** Reading and writing take long: a callback may too. */
const TIMEOUT_MS = 30_000;

/**
 * Follows imports and exports: there a callback that fails is left out. What a filter makes of an item or a file is what
 * is imported or written, and it may be there to take secrets out, so one that fails ends the work.
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
