import path from 'node:path';
import {
  type CommandContext,
  type CommandOutput,
  type ExitCode,
  HostError,
  type OwnedCommands,
  type PluginContext,
} from '../../../index.js';
import { IMPORT_FORMATS, type ImportFormat } from '../import/formats.js';
import { loadImporter } from '../import/load-importer.js';
import { MEDIA_MODES, type MediaMode } from '../import/media/media-mode.js';
import { PROFILES, type ProfileName } from '../import/profiles/profile.js';
import type { ImportReport, Tally } from '../import/report.js';
import type { UpdatePolicy } from '../import/run-import.js';
import type { KnowledgeBase } from '../knowledge-base.js';
import { authorOf, ID } from './option-values.js';

/** How many lines of each list the report shows a person; machines get all. */
const SHOWN = 20;

/** What the report calls the things that were read. */
const READ: Readonly<Record<string, string>> = { wordpress: 'posts', json: 'entries' };

/** `mortise kb import <folder>` */
export function registerImportCommand(cli: OwnedCommands, kb: KnowledgeBase, { users, hooks }: PluginContext): void {
  cli.command('kb import', {
    summary: 'Import a folder of Markdown, a WordPress export, or JSON that kb export wrote',
    arguments: [{ name: 'source', description: 'folder or file to read' }],
    options: [
      {
        flags: '--from <format>',
        description:
          'what it is; auto takes folders for Markdown and looks into files: WordPress exports (WXR) or JSON',
        choices: IMPORT_FORMATS,
        default: 'auto',
      },
      {
        flags: '--profile <profile>',
        description: 'whose conventions it follows',
        choices: ['auto', ...PROFILES],
        default: 'auto',
      },
      { flags: '--source <name>', description: "name to know it by next time, default the folder's" },
      {
        flags: '--update <policy>',
        description: 'what to do with what was imported before',
        choices: ['skip', 'newer', 'overwrite'],
        default: 'newer',
      },
      { flags: '--category <id>', description: 'put everything below this category', integer: ID },
      { flags: '--base-url <url>', description: 'where it was published: links there are links within it' },
      { flags: '--author <user>', description: 'id or login of the author' },
      {
        flags: '--status <status>',
        description: 'state that new articles begin in, whatever theirs is there',
        choices: ['draft', 'pending', 'publish'],
      },
      {
        flags: '--media <mode>',
        description: 'pictures and downloads: link to where they are, copy them into the library, or skip them',
        choices: MEDIA_MODES,
        default: 'link',
      },
      { flags: '--media-folder <folder>', description: 'of a WordPress export: where its uploads are' },
      { flags: '--limit <number>', description: 'at most so many articles, to try it out', integer: ID },
      { flags: '--dry-run', description: 'report, and change nothing' },
    ],
    run: (context) => importSource(kb, users, hooks, context),
  });
}

async function importSource(
  kb: KnowledgeBase,
  users: PluginContext['users'],
  hooks: PluginContext['hooks'],
  { args, options, output, signal }: CommandContext,
): Promise<ExitCode> {
  const source = args.source ?? '';
  const name = String(options.source ?? path.parse(path.resolve(source)).name);
  const author = await authorOf(users, options.author);
  const baseUrl = options.baseUrl === undefined ? undefined : String(options.baseUrl);
  if (baseUrl !== undefined && !URL.canParse(baseUrl)) {
    throw new HostError(
      'vendor_kb_invalid_param',
      `--base-url must be an address such as https://example.com, not "${baseUrl}".`,
      { status: 400 },
    );
  }
  const { importFrom } = await loadImporter();
  let bar = output.progress('Importing', 0);
  const report = await importFrom(kb, hooks, {
    path: source,
    from: options.from as ImportFormat,
    profile: options.profile as 'auto' | ProfileName,
    name,
    update: options.update as UpdatePolicy,
    under: options.category === undefined ? undefined : kb.categories.get(Number(options.category)).id,
    baseUrls: baseUrl === undefined ? [] : [baseUrl],
    author,
    media: options.media as MediaMode,
    mediaFolder: options.mediaFolder === undefined ? undefined : String(options.mediaFolder),
    status: options.status as 'draft' | 'pending' | 'publish' | undefined,
    limit: options.limit === undefined ? undefined : Number(options.limit),
    dryRun: options.dryRun === true,
    signal,
    onStart: (steps) => {
      bar = output.progress('Importing', steps);
    },
    onStep: () => bar.advance(),
  }).finally(() => bar.stop());
  print(report, options.format === 'table', output);
  if (report.interrupted) {
    output.warn('Interrupted. Run the same command again to go on where it stopped.');
    return 130;
  }
  return report.problems.length > 0 ? 3 : 0;
}

function print(report: ImportReport, forPerson: boolean, output: CommandOutput): void {
  if (!forPerson) {
    output.record({ ...report });
    return;
  }
  const tallies: [what: string, tally: Tally][] = [
    ['articles', report.articles],
    ['categories', report.categories],
    ['categories of folders without a page', report.generatedCategories],
    ['redirects', report.redirects],
    ['pictures and downloads', report.media],
  ];
  output.rows(
    tallies.map(([what, { created, updated, unchanged }]) => ({ what, created, updated, unchanged })),
    ['what', 'created', 'updated', 'unchanged'],
  );
  const { links } = report;
  output.note(
    `${report.files} ${READ[report.profile] ?? 'files'} read as ${report.profile}. Links: ${links.resolved} lead to imported pages, ${links.external} elsewhere, ` +
      `${links.assets} to files, ${links.unresolved.length} nowhere${report.dryRun ? '. Nothing was changed (dry run)' : ''}.`,
  );
  list(
    output,
    'Not imported',
    report.problems.map(({ key, code, message }) => `${key}: ${message} (${code})`),
  );
  list(
    output,
    'Imported otherwise than the source has them',
    report.warnings.map(({ key, message }) => `${key}: ${message}`),
  );
  list(output, 'No pages, left out', report.skipped);
  list(
    output,
    'Something else than pages, left out',
    report.listed.map(({ key, type, title }) => `${type}: ${title} (${key})`),
  );
  list(
    output,
    'With tags that only their generator understands',
    report.templateTags.map(({ key, tags }) => `${key}: ${tags.join(', ')}`),
  );
  if (report.media.left > 0) output.note(`${report.media.left} pictures and downloads were left where they are.`);
  list(
    output,
    'Pictures and downloads that are not at hand, linked where they are',
    report.media.linked.map(({ key, link }) => `${key}: ${link}`),
  );
  if (report.beyondLimit > 0) output.note(`${report.beyondLimit} articles and redirects are beyond the limit.`);
  if (report.comments > 0) output.note(`${report.comments} comments were left out.`);
  list(output, 'Changed here since the last import, left alone (--update=overwrite replaces them)', report.edited);
  list(
    output,
    'Links without a target',
    links.unresolved.map(({ key, line, link }) => `${key}:${line}: ${link}`),
  );
  list(
    output,
    'Links to headings that are not there',
    links.brokenFragments.map(({ key, link }) => `${key}: ${link}`),
  );
}

function list(output: CommandOutput, title: string, lines: readonly string[]): void {
  if (lines.length === 0) return;
  output.note('');
  output.note(`${title} (${lines.length}):`);
  for (const line of lines.slice(0, SHOWN)) output.note(`  ${line}`);
  if (lines.length > SHOWN) output.note(`  ... and ${lines.length - SHOWN} more; --format=json lists all.`);
}
