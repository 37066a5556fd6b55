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
    summary: 'Write articles and categories into a folder, as an import reads them',
    arguments: [{ name: 'folder', description: 'folder to write; it must be empty or not there yet' }],
    options: [
      { flags: '--to <format>', description: 'what is written', choices: ['markdown'], default: 'markdown' },
      { flags: '--source <name>', description: 'only what an import brought under this name, as the folder it was' },
      { flags: '--category <id>', description: 'only this category and what is below it', integer: ID },
      { flags: '--status <status>', description: 'only articles in this state', choices: ARTICLE_STATUSES },
      { flags: '--since <date>', description: 'only articles changed since, such as 2026-11-01' },
      { flags: '--force', description: 'write into a folder that has files; those of the same name are replaced' },
    ],
    run: (context) => exportFolder(kb, hooks, context),
  });
}

async function exportFolder(
  kb: KnowledgeBase,
  hooks: PluginContext['hooks'],
  { args, options, output, signal }: CommandContext,
): Promise<ExitCode> {
  const folder = args.folder ?? '';
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
