import {
  type CommandContext,
  type CommandOutput,
  type ExitCode,
  HostError,
  type OwnedCommands,
  type PluginContext,
} from '../../../index.js';
import { ARTICLE_STATUSES } from '../article.js';
import { loadExporter } from '../export/load-exporter.js';
import type { ExportReport } from '../export/report.js';
import type { KnowledgeBase } from '../knowledge-base.js';
import { ID } from './option-values.js';

/** How many warnings a person is shown; machines get all. */
const SHOWN = 20;

/** `mortise kb export <folder>` */
export function registerExportCommand(cli: OwnedCommands, kb: KnowledgeBase, { hooks }: PluginContext): void {
  cli.command('kb export', {
    summary: 'Write articles and categories into a folder or file, as an import reads them',
    arguments: [
      { name: 'destination', description: 'folder to write, or file of JSON; it must be empty or not there yet' },
    ],
    options: [
      {
        flags: '--to <format>',
        description: 'a folder of Markdown, or one file of JSON with everything there is',
        choices: ['markdown', 'json'],
        default: 'markdown',
      },
      { flags: '--source <name>', description: 'only what an import brought under this name, as the folder it was' },
      { flags: '--category <id>', description: 'only this category and what is below it', integer: ID },
      { flags: '--status <status>', description: 'only articles in this state', choices: ARTICLE_STATUSES },
      { flags: '--since <date>', description: 'only articles changed since, such as 2026-11-01' },
      { flags: '--revisions', description: 'of JSON: with the earlier versions of articles' },
      {
        flags: '--force',
        description: 'write into a folder that has files, or over a file; what has the same name is replaced',
      },
    ],
    run: (context) =>
      context.options.to === 'json' ? exportFile(kb, hooks, context) : exportFolder(kb, hooks, context),
  });
}

async function exportFolder(
  kb: KnowledgeBase,
  hooks: PluginContext['hooks'],
  { args, options, output, signal }: CommandContext,
): Promise<ExitCode> {
  const folder = args.destination ?? '';
  const since = dateOf(options.since);
  const { exportMarkdown, openFolder } = await loadExporter();
  const target = await openFolder(folder, { force: options.force === true });
  let bar = output.progress('Exporting', 0);
  let report: ExportReport;
  try {
    report = await exportMarkdown(kb, hooks, {
      statuses: ARTICLE_STATUSES.filter((status) =>
        options.status === undefined ? status !== 'trash' : status === options.status,
      ),
      source: options.source === undefined ? undefined : String(options.source),
      category: options.category === undefined ? undefined : Number(options.category),
      since,
      signal,
      write: target.write,
      onStart: (steps) => {
        bar = output.progress('Exporting', steps);
      },
      onStep: () => bar.advance(),
    });
    report.destination = folder;
    if (!report.interrupted) await target.finish();
  } finally {
    bar.stop();
    await target.discard();
  }
  await hooks.doActionAsync('vendor_kb_export_finished', report);
  print(report, options.format === 'table', output);
  return report.interrupted ? 130 : 0;
}

async function exportFile(
  kb: KnowledgeBase,
  hooks: PluginContext['hooks'],
  { args, options, output, signal }: CommandContext,
): Promise<ExitCode> {
  const file = args.destination ?? '';
  if (options.source !== undefined) {
    throw new HostError('vendor_kb_invalid_param', '--source is for --to=markdown: a file of JSON has no such parts.', {
      status: 400,
    });
  }
  const since = dateOf(options.since);
  const { exportJson, openFile } = await loadExporter();
  const target = await openFile(file, { force: options.force === true });
  let bar = output.progress('Exporting', 0);
  try {
    const { counts, interrupted } = await exportJson(kb, {
      // Everything, the trash as well, since it is to be the same elsewhere.
      statuses: ARTICLE_STATUSES.filter((status) => options.status === undefined || status === options.status),
      category: options.category === undefined ? undefined : kb.categories.get(Number(options.category)).id,
      since,
      revisions: options.revisions === true,
      signal,
      write: target.write,
      onStart: (steps) => {
        bar = output.progress('Exporting', steps);
      },
      onStep: () => bar.advance(),
    });
    if (!interrupted) await target.finish();
    bar.stop();
    const { articles, categories, redirects } = counts;
    const report = { destination: file, articles, categories, redirects, files: 1, warnings: [], interrupted };
    await hooks.doActionAsync('vendor_kb_export_finished', report);
    if (options.format !== 'table') output.record({ ...report, revisions: counts.revisions });
    else output.rows([counts], ['articles', 'categories', 'revisions', 'redirects']);
    if (interrupted) output.warn('Interrupted. Nothing was written.');
    return interrupted ? 130 : 0;
  } finally {
    bar.stop();
    await target.discard();
  }
}

/** @throws HostError 400 `vendor_kb_invalid_param` */
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
  const { articles, categories, redirects, files, warnings } = report;
  output.rows([{ articles, categories, redirects, files }], ['articles', 'categories', 'redirects', 'files']);
  if (report.interrupted) output.warn('Interrupted. Nothing was written.');
  if (warnings.length === 0) return;
  output.note(`What the files cannot say (${warnings.length}):`);
  for (const { path, message } of warnings.slice(0, SHOWN)) output.note(`  ${path}: ${message}`);
  if (warnings.length > SHOWN) output.note(`  ... and ${warnings.length - SHOWN} more; --format=json lists all.`);
}
