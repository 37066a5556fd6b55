import path from 'node:path';
import type { CommandContext, ExitCode, OwnedCommands, PluginContext } from '../../../index.js';
import { invalidParam } from '../errors.js';
import { type Checkpoints, createCheckpoints } from '../import/checkpoints.js';
import { IMPORT_FORMATS, type ImportFormat } from '../import/formats.js';
import { loadImporter } from '../import/load-importer.js';
import { MEDIA_MODES, type MediaMode } from '../import/media/media-mode.js';
import { PROFILES, type ProfileName } from '../import/profiles/profile.js';
import type { UpdatePolicy } from '../import/run-import.js';
import { WXR_PROFILES, type WxrProfile } from '../import/wxr/mapping.js';
import type { KnowledgeBase } from '../knowledge-base.js';
import { printImport } from './import-report.js';
import { authorOf, ID } from './option-values.js';

/** `mortise kb import <folder>` */
export function registerImportCommand(cli: OwnedCommands, kb: KnowledgeBase, context: PluginContext): void {
  cli.command('kb import', {
    summary:
      'Import a folder of Markdown or HTML, a WordPress export, JSON that kb export wrote, a Zendesk help center, or a zip of any',
    arguments: [{ name: 'source', description: 'folder, file or zip to read', optional: true }],
    options: [
      {
        flags: '--from <format>',
        description:
          'what it is; auto takes folders for Markdown, or for HTML where there is no Markdown, and looks into files: WordPress exports (WXR) or JSON; zendesk is a file or folder with answers of its Help Center API',
        choices: IMPORT_FORMATS,
        default: 'auto',
      },
      {
        flags: '--profile <profile>',
        description: 'whose conventions it follows',
        choices: ['auto', ...PROFILES, ...WXR_PROFILES],
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
        description:
          'pictures and downloads: link to where they are, copy them into the library, or skip them; default link, and copy for JSON that has them beside it',
        choices: MEDIA_MODES,
      },
      {
        flags: '--media-folder <folder>',
        description: 'of a WordPress export: where its uploads are; of JSON: where the folder media is',
      },
      { flags: '--limit <number>', description: 'at most so many articles, to try it out', integer: ID },
      { flags: '--map <file>', description: 'YAML or JSON that says what keys, categories and authors there are here' },
      { flags: '--resume <token>', description: 'go on with an import that was interrupted, with its options' },
      { flags: '--dry-run', description: 'report, and change nothing' },
    ],
    run: (command) => importSource(kb, context, command),
  });
}

async function importSource(
  kb: KnowledgeBase,
  { users, hooks }: PluginContext,
  { args, options: given, output, signal }: CommandContext,
): Promise<ExitCode> {
  const checkpoints = createCheckpoints(kb.db);
  const { source, options } = await askedFor(checkpoints, args.source, given);
  const { readImportMap } = await import('../import/import-map.js');
  const author = await authorOf(users, given.author);
  const map = options.map === undefined ? undefined : await readImportMap(String(options.map));
  const isDry = options.dryRun === true;
  const token = isDry
    ? null
    : await checkpoints.begin({
        source: nameOf(source, options),
        options: kept(source, options),
        hasAuthor: author !== null,
      });
  const { importFrom } = await loadImporter();
  let bar = output.progress('Importing', 0);
  const report = await importFrom(kb, hooks, {
    path: source,
    from: options.from as ImportFormat,
    profile: options.profile as 'auto' | ProfileName | WxrProfile,
    name: nameOf(source, options),
    update: options.update as UpdatePolicy,
    under: options.category === undefined ? undefined : kb.categories.get(Number(options.category)).id,
    baseUrls: baseUrls(options.baseUrl),
    author,
    map,
    media: options.media as MediaMode | undefined,
    mediaFolder: options.mediaFolder === undefined ? undefined : String(options.mediaFolder),
    status: options.status as 'draft' | 'pending' | 'publish' | undefined,
    limit: options.limit === undefined ? undefined : Number(options.limit),
    dryRun: isDry,
    signal,
    onStart: (steps) => {
      if (token !== null) output.note(`Should it be interrupted: mortise kb import --resume=${token} goes on.`);
      bar = output.progress('Importing', steps);
    },
    onStep: () => bar.advance(),
  }).finally(() => bar.stop());
  printImport(report, given.format === 'table', output);
  if (report.interrupted) {
    const orResume = token === null ? '' : `, or mortise kb import --resume=${token},`;
    output.warn(`Interrupted. Run the same command again${orResume} to go on where it stopped.`);
    return 130;
  }
  if (token !== null) await checkpoints.end(token);
  return report.problems.length > 0 ? 3 : 0;
}

type Options = CommandContext['options'];

/** Returns what to import and how, from the options or from the resumed import. */
async function askedFor(
  checkpoints: Checkpoints,
  source: string | undefined,
  given: Options,
): Promise<{ readonly source: string; readonly options: Options }> {
  if (given.resume === undefined) {
    if (source !== undefined) return { source, options: given };
    throw invalidParam(
      'source',
      'Name the folder or file to import, or go on with an interrupted import: --resume=<token>.',
    );
  }
  const { options, hasAuthor } = await checkpoints.find(String(given.resume));
  if (hasAuthor && given.author === undefined) {
    throw invalidParam('author', 'The import was begun in the name of an author. Say --author=<user> again to go on.');
  }
  if (source !== undefined && path.resolve(source) !== options.path) {
    throw invalidParam('source', `The token is for "${options.path}". Leave the source out to go on with it.`);
  }
  return { source: String(options.path), options };
}

/** Options saved in a checkpoint. The author is left out for privacy. */
const KEPT = ['from', 'profile', 'source', 'update', 'category', 'baseUrl', 'status', 'media', 'limit'] as const;
/** Options that are paths. */
const PATHS = ['map', 'mediaFolder'] as const;

function kept(source: string, options: Options): Record<string, unknown> {
  const entries = [
    ['path', path.resolve(source)],
    ...KEPT.map((name) => [name, options[name]]),
    ...PATHS.map((name) => [name, options[name] === undefined ? undefined : path.resolve(String(options[name]))]),
  ];
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function nameOf(source: string, options: Options): string {
  return String(options.source ?? path.parse(path.resolve(source)).name);
}

/** Parses the base URLs. @throws HostError 400 `vendor_kb_invalid_param` */
function baseUrls(given: unknown): string[] {
  if (given === undefined) return [];
  const url = String(given);
  if (URL.canParse(url)) return [url];
  throw invalidParam('base-url', `--base-url must be an address such as https://example.com, not "${url}".`);
}
