import type { PostViewer } from '../../../../content.js';
import { HostError, type PluginContext, type User } from '../../../../index.js';
import type { CommandContext, CommandOutput, ExitCode, OwnedCommands } from '../../../../operations.js';
import { EXPORT_FORMATS, type ExportFormat } from '../../content/export/formats.js';
import type { ExportReport } from '../../content/export/report.js';
import type { KnowledgeBase } from '../../content/knowledge-base.js';
import { ARTICLE_STATUSES, type ArticleStatus } from '../../domain/articles/article.js';
import { loadExporter } from '../export/documents.js';
import { ID } from './option-values.js';

/** Columns shown even if zero. */
const SHOWN_ALWAYS: ReadonlySet<string> = new Set(['articles', 'categories', 'files']);
/** Maximum warnings printed for a person. Machine-readable output has all. */
const MAX_PRINTED = 20;

/** `mortise kb export <folder>` */
export function registerExportCommand(cli: OwnedCommands, kb: KnowledgeBase, context: PluginContext): void {
  cli.command('kb export', {
    summary: 'Export articles and categories to a folder or file for import, WordPress or a browser',
    arguments: [{ name: 'destination', description: 'folder or file to write; must be empty or new' }],
    options: [
      {
        flags: '--to <format>',
        description:
          'markdown: a folder; json: one file with everything; wxr: one file for WordPress; ' +
          'html: a static site with public articles, or those visible to --user',
        choices: EXPORT_FORMATS,
        default: 'markdown',
      },
      { flags: '--source <name>', description: 'Markdown: only articles of an import, as the original folder' },
      { flags: '--category <id>', description: 'only this category and its descendants', integer: ID },
      { flags: '--status <status>', description: 'only articles with this status', choices: ARTICLE_STATUSES },
      { flags: '--since <date>', description: 'only articles changed since this date, such as 2026-11-01' },
      { flags: '--revisions', description: 'JSON: include earlier versions' },
      {
        flags: '--media',
        description: 'Markdown: include images and attachments; JSON: a folder with attachments',
      },
      { flags: '--zip', description: 'write a ZIP archive' },
      {
        flags: '--force',
        description: 'overwrite existing files',
      },
    ],
    run: (command) => runExport(kb, context, command),
  });
}

async function runExport(
  kb: KnowledgeBase,
  context: PluginContext,
  { args, options, output, signal, user }: CommandContext,
): Promise<ExitCode> {
  const { exportTo } = await loadExporter();
  let bar = output.progress('Exporting', 0);
  const report = await exportTo(kb, context, {
    path: args.destination ?? '',
    to: options.to as ExportFormat,
    status: options.status as ArticleStatus | undefined,
    category: options.category === undefined ? undefined : Number(options.category),
    since: dateOf(options.since),
    source: options.source === undefined ? undefined : String(options.source),
    revisions: options.revisions === true,
    media: options.media === true,
    zip: options.zip === true,
    force: options.force === true,
    viewer: user === null ? undefined : readerOf(context.access, user),
    signal,
    onStart: (steps) => {
      bar = output.progress('Exporting', steps);
    },
    onStep: () => bar.advance(),
  }).finally(() => bar.stop());
  print(report, options.format === 'table', output);
  return report.interrupted ? 130 : 0;
}

/** Creates a viewer for an account, without unlocked passwords. */
function readerOf({ can }: PluginContext['access'], user: User): PostViewer {
  return { reader: user, can: (capability, ...object) => can(user, capability, ...object), cookies: new Map() };
}

/** Parses a date. @throws HostError 400 `vendor_kb_invalid_param` */
function dateOf(value: unknown): Date | undefined {
  if (value === undefined) return undefined;
  const date = new Date(String(value));
  if (/^\d{4}-\d{2}-\d{2}/.test(String(value)) && !Number.isNaN(date.getTime())) return date;
  throw new HostError(
    'vendor_kb_invalid_param',
    `--since must be a date such as 2026-11-01 or 2026-11-01T12:00:00Z, not "${String(value)}".`,
    { status: 400 },
  );
}

function print(report: ExportReport, forPerson: boolean, output: CommandOutput): void {
  if (!forPerson) {
    output.record({ ...report });
    return;
  }
  const { articles, categories, revisions, redirects, synonyms, promotions, files, media, warnings } = report;
  const counts = { articles, categories, revisions, redirects, synonyms, promotions, files, media };
  const visible = Object.entries(counts).flatMap(([name, count]) => (count > 0 || SHOWN_ALWAYS.has(name) ? name : []));
  output.rows([counts], visible);
  if (report.interrupted) output.warn('Interrupted. Nothing was exported.');
  if (warnings.length === 0) return;
  output.note(`Omitted or changed (${warnings.length}):`);
  for (const { path, message } of warnings.slice(0, MAX_PRINTED)) output.note(`  ${path}: ${message}`);
  if (warnings.length > MAX_PRINTED)
    output.note(`  ... and ${warnings.length - MAX_PRINTED} more; use --format=json to list all.`);
}
