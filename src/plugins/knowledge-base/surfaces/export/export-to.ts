import type { PostViewer } from '../../../../content.js';
import type { PluginContext } from '../../../../index.js';
import { type ExportFormat, FORMAT_OPTIONS, type FormatOption } from '../../content/export/formats.js';
import { exportMarkdown } from '../../content/export/markdown.js';
import { createMediaFiles } from '../../content/export/media-files.js';
import { type ExportReport, emptyReport } from '../../content/export/report.js';
import type { ExportFiles } from '../../content/export/staging.js';
import { type Destination, intoDocument, intoFolder } from '../../content/export/targets.js';
import { exportWxr } from '../../content/export/wxr/wxr.js';
import { JSON_FILE } from '../../content/json/records.js';
import { exportJson, type JsonExportOptions } from '../../content/json/write-export.js';
import type { KnowledgeBase } from '../../content/knowledge-base.js';
import { ARTICLE_STATUSES, type ArticleStatus, isPublic } from '../../domain/articles/article.js';
import { invalidParam } from '../../domain/errors.js';
import { exportHtml } from './html/html.js';

export interface ExportRequest extends Destination {
  readonly to: ExportFormat;
  /** Only articles with this status; default: all that the format supports. */
  readonly status?: ArticleStatus | undefined;
  /** Category id, including its subcategories. */
  readonly category?: number | undefined;
  /** Only articles changed at or after this time. */
  readonly since?: Date | undefined;
  /** Markdown: only content of this import, in its original folder structure. */
  readonly source?: string | undefined;
  /** JSON: include article versions. */
  readonly revisions?: boolean | undefined;
  /** Markdown: put images and attachments next to the texts. JSON: put attachments next to the document. */
  readonly media?: boolean | undefined;
  /**
   * HTML: viewer whose permissions apply.
   * @default an anonymous visitor
   */
  readonly viewer?: PostViewer | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called once with the number of steps. */
  readonly onStart?: ((steps: number) => void) | undefined;
  /** Called at each step. */
  readonly onStep?: (() => void) | undefined;
}

interface ExportParts {
  readonly kb: KnowledgeBase;
  readonly context: Pick<PluginContext, 'hooks' | 'templates' | 'pages'>;
  readonly request: ExportRequest;
}

/**
 * Exports to a folder, a file or an archive. The target appears only when it is complete; an interrupted export
 * leaves the previous one in place.
 * @throws HostError 409 `vendor_kb_export_exists`, 400 `vendor_kb_invalid_param` for an option the format does not
 *   support, 404 `vendor_kb_category_not_found`, `vendor_kb_export_source_unknown`, 507 `vendor_kb_export_no_room`
 */
export async function exportTo(
  kb: KnowledgeBase,
  context: ExportParts['context'],
  request: ExportRequest,
): Promise<ExportReport> {
  assertOptions(request);
  if (request.category !== undefined) kb.categories.get(request.category);
  const report = { ...(await EXPORTERS[request.to]({ kb, context, request })), destination: request.path };
  await context.hooks.doActionAsync('vendor_kb_export_finished', report);
  return report;
}

const EXPORTERS: Readonly<Record<ExportFormat, (parts: ExportParts) => Promise<ExportReport>>> = {
  markdown: ({ kb, context: { hooks }, request: { media, ...request } }) =>
    intoFolder(request, ({ write, copy }) => {
      const statuses = statesOf(request, (status) => status !== 'trash');
      return exportMarkdown(kb, hooks, { ...request, statuses, write, copyMedia: media ? copy : undefined });
    }),
  json: ({ kb, request }) => {
    // Includes the trash, because the import must reproduce the same content.
    const statuses = statesOf(request, () => true);
    if (request.media) return intoFolder(request, (files) => jsonWithMedia(kb, { ...request, statuses }, files));
    return intoDocument(request, JSON_FILE, async (write) => {
      const { counts, interrupted } = await exportJson(kb, { ...request, statuses, write });
      return { ...emptyReport(), ...counts, interrupted };
    });
  },
  wxr: ({ kb, request }) =>
    intoDocument(request, 'export.xml', (write) => {
      const statuses = statesOf(request, (status) => status !== 'trash');
      return exportWxr(kb, { ...request, statuses, write });
    }),
  html: ({ kb, context, request }) =>
    intoFolder(request, ({ write, copy }) => {
      const statuses = statesOf(request, (status) => isPublic({ status }));
      return exportHtml(kb, context, { ...request, statuses, write, copy });
    }),
};

/** Writes a folder with the document and the articles' attachments, stored by hash. */
async function jsonWithMedia(
  kb: KnowledgeBase,
  options: Omit<JsonExportOptions, 'write' | 'copyFile'>,
  { open, copy }: ExportFiles,
): Promise<ExportReport> {
  const report = emptyReport();
  const { warnings } = report;
  // A full export includes the attachments of restricted articles as well.
  const may = async () => true;
  const media = createMediaFiles(kb, {
    folder: 'media',
    folderOf: ({ sha256 }) => sha256,
    may,
    copy,
    warnings,
    isSite: false,
  });
  const document = await open(JSON_FILE);
  const { counts, interrupted } = await exportJson(kb, {
    ...options,
    write: document.write,
    copyFile: (file) => media.of(file),
  });
  await document.finish();
  return { ...report, ...counts, interrupted, files: media.count() + 1, media: media.count() };
}

function statesOf({ status }: ExportRequest, isUsual: (status: ArticleStatus) => boolean): ArticleStatus[] {
  return ARTICLE_STATUSES.filter((each) => (status === undefined ? isUsual(each) : each === status));
}

function assertOptions({ to, ...request }: ExportRequest): void {
  const requested: Readonly<Record<FormatOption, boolean>> = {
    source: request.source !== undefined,
    since: request.since !== undefined,
    revisions: request.revisions === true,
    media: request.media === true,
  };
  for (const [name, isGiven] of Object.entries(requested)) {
    const option = name as FormatOption;
    if (!isGiven || FORMAT_OPTIONS[to].includes(option)) continue;
    const others = Object.entries(FORMAT_OPTIONS).flatMap(([format, options]) =>
      options.includes(option) ? format : [],
    );
    throw invalidParam(option, `"${option}" is only for exports to ${others.join(' and ')}, not to ${to}.`);
  }
}
