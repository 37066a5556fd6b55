import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { TestHost } from 'mortise/testing';
import { openFile } from '../../src/plugins/knowledge-base/content/export/file-target.js';
import { importJson } from '../../src/plugins/knowledge-base/content/json/import-json.js';
import type { JsonImportOptions } from '../../src/plugins/knowledge-base/content/json/json-run.js';
import type { Records } from '../../src/plugins/knowledge-base/content/json/records.js';
import { exportJson, type JsonExportOptions } from '../../src/plugins/knowledge-base/content/json/write-export.js';
import { ARTICLE_STATUSES } from '../../src/plugins/knowledge-base/domain/articles/article.js';

/** Complete export document. */
export type ExportDocument = { [Section in keyof Records]: Records[Section][] } & {
  format: string;
  version: number;
  exported_at: string;
  site: { url: string; locale: string };
  counts: Record<keyof Records, number>;
};

/** Exports the knowledge base of a host to a file, as `mortise kb export --to=json --revisions` does. */
export async function exportJsonInto(
  host: TestHost,
  file: string,
  options: Partial<JsonExportOptions> = {},
): Promise<ExportDocument> {
  const target = await openFile(file, { force: true });
  await exportJson(host.plugin('knowledge-base'), {
    statuses: ARTICLE_STATUSES,
    revisions: true,
    ...options,
    write: target.write,
  });
  await target.finish();
  return JSON.parse(await readFile(file, 'utf8')) as ExportDocument;
}

export function importJsonFrom(host: TestHost, file: string, options: Partial<JsonImportOptions> = {}) {
  return importJson(host.plugin('knowledge-base'), host.hooks, file, { name: 'copy', ...options });
}

/** Imports a text or document, which is first written to the folder. */
export async function importDocument(
  host: TestHost,
  folder: string,
  document: unknown,
  options: Partial<JsonImportOptions> = {},
) {
  const file = path.join(folder, 'given.json');
  await writeFile(file, typeof document === 'string' ? document : JSON.stringify(document));
  return importJsonFrom(host, file, options);
}

/** Returns an export in a form that does not depend on its time or on the order of IDs. */
export function comparable({ exported_at: _, ...document }: ExportDocument) {
  const byKey = <Entry>(entries: readonly Entry[], key: (entry: Entry) => string) =>
    entries.toSorted((one, other) => (key(one) < key(other) ? -1 : 1));
  return {
    ...document,
    categories: byKey(document.categories, ({ uuid }) => uuid),
    articles: byKey(document.articles, ({ uuid }) => uuid),
    revisions: byKey(document.revisions, ({ article, version }) => `${article} ${String(version).padStart(10, '0')}`),
    redirects: byKey(document.redirects, ({ locale, path: old }) => `${locale} ${old}`),
    synonyms: byKey(document.synonyms, ({ locale, words }) => `${locale} ${words.join(' ')}`),
    promotions: byKey(document.promotions, ({ locale, query }) => `${locale} ${query}`),
  };
}
