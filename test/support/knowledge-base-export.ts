import { definePlugin, type PluginContext } from 'mortise';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { openFolder } from '../../src/plugins/knowledge-base/content/export/folder-target.js';
import {
  exportMarkdown,
  type MarkdownExportOptions,
} from '../../src/plugins/knowledge-base/content/export/markdown.js';
import type { ExportReport } from '../../src/plugins/knowledge-base/content/export/report.js';
import { type ExportRequest, exportTo } from '../../src/plugins/knowledge-base/surfaces/export/export-to.js';

/** Exports the articles of a host to a folder, as `mortise kb export` does. */
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

declare module 'mortise' {
  interface PluginApis {
    'test-exporter': (request: ExportRequest) => Promise<ExportReport>;
  }
}

/**
 * Creates a host with the knowledge base and a plugin whose API exports in any format, which needs a plugin context.
 */
export function createExportingHost(options: Parameters<typeof createTestHost>[0]): Promise<TestHost> {
  const exporter = definePlugin({
    name: 'test-exporter',
    version: '1.0.0',
    requires: { 'knowledge-base': '*' },
    setup: (context: PluginContext) => (request: ExportRequest) =>
      exportTo(context.plugin('knowledge-base'), context, request),
  });
  return createTestHost({ ...options, plugins: [knowledgeBase(), exporter] });
}

/** Exports in any format, as `mortise kb export` does. */
export function exportFrom(host: TestHost, request: ExportRequest): Promise<ExportReport> {
  return host.plugin('test-exporter')(request);
}
