import type { TestHost } from 'mortise/testing';
import { openFolder } from '../../src/plugins/knowledge-base/export/folder-target.js';
import { exportMarkdown, type MarkdownExportOptions } from '../../src/plugins/knowledge-base/export/markdown.js';
import type { ExportReport } from '../../src/plugins/knowledge-base/export/report.js';

/** Exports a host's articles into a folder, as `mortise kb export` does. */
export async function exportInto(
  host: TestHost,
  folder: string,
  options: Partial<MarkdownExportOptions> & { readonly force?: boolean } = {},
): Promise<ExportReport> {
  const target = await openFolder(folder, { force: options.force ?? false });
  const statuses = ['draft', 'pending', 'publish', 'archived'] as const;
  const report = await exportMarkdown(host.plugin('knowledge-base'), host.hooks, {
    statuses,
    ...options,
    write: target.write,
  });
  await target.finish();
  return report;
}
