import type { PluginContext } from '../../../../index.js';
import { respond } from '../../../../rest.js';
import { FORMAT_OPTIONS } from '../../content/export/formats.js';
import { streamOf } from '../../content/export/stream.js';
import type { KnowledgeBase } from '../../content/knowledge-base.js';
import { ARTICLE_STATUSES } from '../../domain/articles/article.js';
import { invalidParam } from '../../domain/errors.js';
import { DAY_OR_MOMENT_ARG, toBound } from '../../domain/moments.js';
import { DOCUMENT_FORMATS, EXPORT_DOCUMENTS, type ExportDocument } from '../export/documents.js';
import { assertMayManage } from './access-rule.js';
import { ID_ARG, NAMESPACE } from './arguments.js';
import { FILE } from './schemas/attachments.js';

/** Registers the route that exports the knowledge base, or a part of it, as one file. */
export function registerExportRoute({ rest, hooks }: PluginContext, kb: KnowledgeBase): void {
  rest.route(NAMESPACE, {
    method: 'GET',
    path: '/export',
    summary: 'Export articles',
    description:
      'Returns a file for import. It is streamed, so its size does not matter; an import rejects an incomplete file. Contains articles of every status and all access rules, so it also requires manage_kb_access.',
    operationId: 'exportArticles',
    tags: ['Knowledge base: import and export'],
    args: {
      format: { type: 'string', enum: DOCUMENT_FORMATS, default: 'json' },
      category: { ...ID_ARG, description: 'Only this category and its descendants.' },
      status: {
        type: 'array',
        items: { type: 'string', enum: ARTICLE_STATUSES },
        minItems: 1,
        description: 'Only articles with these statuses.',
      },
      since: {
        ...DAY_OR_MOMENT_ARG,
        description: 'Only articles changed at or after this day (UTC) or time.',
      },
      revisions: { type: 'boolean', default: false, description: 'Include earlier versions.' },
    },
    permission: 'export_kb',
    returns: FILE,
    async handler(request) {
      const { args } = request;
      await assertMayManage(request);
      const { category, since } = args;
      if (category !== undefined && !kb.categories.tree().get(category)) {
        throw invalidParam('category', `Category ${category} does not exist.`);
      }
      if (args.revisions && !FORMAT_OPTIONS[args.format].includes('revisions')) {
        throw invalidParam('revisions', `Earlier versions require format=json; ${args.format} does not support them.`);
      }
      const format: ExportDocument = EXPORT_DOCUMENTS[args.format];
      const name = `knowledge-base-${new Date().toISOString().slice(0, 10)}.${format.extension}`;
      const body = await streamOf(async (write, signal) => {
        const report = await format.write(kb, hooks, {
          category,
          write,
          signal,
          revisions: args.revisions,
          since: since === undefined ? undefined : toBound(since),
          statuses: args.status ?? ARTICLE_STATUSES,
        });
        await hooks.doActionAsync('vendor_kb_export_finished', { ...report, destination: name, files: 1 });
      });
      return respond(body, {
        headers: {
          'Content-Type': format.type,
          'Content-Disposition': `attachment; filename="${name}"`,
          'Cache-Control': 'private, no-store',
          'X-Content-Type-Options': 'nosniff',
        },
      });
    },
  });
}
