import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import type { PluginContext } from '../../../../index.js';
import type { CommandContext, ExitCode, OwnedCommands } from '../../../../operations.js';
import { type Checkpoints, createCheckpoints } from '../../content/import/checkpoints.js';
import { IMPORT_FORMATS, type ImportFormat } from '../../content/import/formats.js';
import { loadImporter } from '../../content/import/load-importer.js';
import { MEDIA_MODES, type MediaMode } from '../../content/import/media/media-mode.js';
import { PROFILES, type ProfileName } from '../../content/import/profiles/profile.js';
import type { UpdatePolicy } from '../../content/import/sources.js';
import { WXR_PROFILES, type WxrProfile } from '../../content/import/wxr/mapping.js';
import type { KnowledgeBase } from '../../content/knowledge-base.js';
import { invalidParam } from '../../domain/errors.js';
import { printImport } from './import-report.js';
import { authorOf, ID } from './option-values.js';

/**
 * Percent of live memory that V8 lets garbage take before it collects; its default is up to 300. Imports create much
 * garbage, and collecting it earlier costs a few percent of the CPU time.
 */
const HEAP_GROWTH = 50;

/** `mortise kb import <folder>` */
export function registerImportCommand(cli: OwnedCommands, kb: KnowledgeBase, context: PluginContext): void {
  cli.command('kb import', {
    summary:
      'Import a folder of Markdown or HTML, a WordPress export, JSON of kb export, a Zendesk help center, or a ZIP archive of any of these',
    arguments: [{ name: 'source', description: 'folder, file or ZIP archive to read', optional: true }],
    options: [
      {
        flags: '--from <format>',
        description:
          'format; auto detects Markdown or HTML folders, WordPress exports (WXR) and JSON; zendesk: file or folder with responses of its Help Center API',
        choices: IMPORT_FORMATS,
        default: 'auto',
      },
      {
        flags: '--profile <profile>',
        description: 'conventions of the source',
        choices: ['auto', ...PROFILES, ...WXR_PROFILES],
        default: 'auto',
      },
      { flags: '--source <name>', description: "name of the source for the next import; default: the folder's" },
      {
        flags: '--update <policy>',
        description: 'policy for pages imported earlier',
        choices: ['skip', 'newer', 'overwrite'],
        default: 'newer',
      },
      { flags: '--category <id>', description: 'parent category of everything', integer: ID },
      { flags: '--base-url <url>', description: 'original URL; links to it become internal links' },
      { flags: '--author <user>', description: 'ID or login of the author' },
      {
        flags: '--status <status>',
        description: 'status of new articles, regardless of the source',
        choices: ['draft', 'pending', 'publish'],
      },
      {
        flags: '--media <mode>',
        description:
          'images and downloads: link to the original, copy into the library, or skip; default: link, or copy for JSON with files',
        choices: MEDIA_MODES,
      },
      {
        flags: '--media-folder <folder>',
        description: 'WordPress export: folder of its uploads; JSON: parent of the media folder',
      },
      { flags: '--limit <number>', description: 'maximum number of articles, for a test', integer: ID },
      { flags: '--map <file>', description: 'YAML or JSON file that maps keys, categories and authors' },
      { flags: '--resume <token>', description: 'resume an interrupted import with its options' },
      { flags: '--dry-run', description: 'only report what would change' },
    ],
    run: (command) => importSource(kb, context, command),
  });
}

async function importSource(
  kb: KnowledgeBase,
  { users, hooks }: PluginContext,
  { args, options: givenOptions, output, signal }: CommandContext,
): Promise<ExitCode> {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH}`);
  const checkpoints = createCheckpoints(kb.db);
  const { source, options } = await askedFor(checkpoints, args.source, givenOptions);
  const { readImportMap } = await import('../../content/import/import-map.js');
  const author = await authorOf(users, givenOptions.author);
  const map = options.map === undefined ? undefined : await readImportMap(String(options.map));
  const isDry = options.dryRun === true;
  const token = isDry
    ? null
    : await checkpoints.begin({
        source: nameOf(source, options),
        options: reportFields(source, options),
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
      if (token !== null) output.note(`If it is interrupted, resume with: mortise kb import --resume=${token}`);
      bar = output.progress('Importing', steps);
    },
    onStep: () => bar.advance(),
  }).finally(() => bar.stop());
  printImport(report, givenOptions.format === 'table', output);
  if (report.interrupted) {
    const orResume = token === null ? '' : `, or mortise kb import --resume=${token},`;
    output.warn(`Interrupted. Run the same command again${orResume} to resume.`);
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
  givenOptions: Options,
): Promise<{ readonly source: string; readonly options: Options }> {
  if (givenOptions.resume === undefined) {
    if (source !== undefined) return { source, options: givenOptions };
    throw invalidParam('source', 'Pass the folder or file to import, or --resume=<token> to resume an import.');
  }
  const { options, hasAuthor } = await checkpoints.find(String(givenOptions.resume));
  if (hasAuthor && givenOptions.author === undefined) {
    throw invalidParam('author', 'The import was started for an author. Pass --author=<user> again to resume it.');
  }
  if (source !== undefined && path.resolve(source) !== options.path) {
    throw invalidParam('source', `The token is for "${options.path}". Omit the source to resume it.`);
  }
  return { source: String(options.path), options };
}

/** Options saved in a checkpoint. The author is left out for privacy. */
const CHECKPOINT_OPTIONS = [
  'from',
  'profile',
  'source',
  'update',
  'category',
  'baseUrl',
  'status',
  'media',
  'limit',
] as const;
/** Options that are paths. */
const PATHS = ['map', 'mediaFolder'] as const;

function reportFields(source: string, options: Options): Record<string, unknown> {
  const entries = [
    ['path', path.resolve(source)],
    ...CHECKPOINT_OPTIONS.map((name) => [name, options[name]]),
    ...PATHS.map((name) => [name, options[name] === undefined ? undefined : path.resolve(String(options[name]))]),
  ];
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function nameOf(source: string, options: Options): string {
  return String(options.source ?? path.parse(path.resolve(source)).name);
}

/** Parses the base URLs. @throws HostError 400 `vendor_kb_invalid_param` */
function baseUrls(value: unknown): string[] {
  if (value === undefined) return [];
  const url = String(value);
  if (URL.canParse(url)) return [url];
  throw invalidParam('base-url', `--base-url must be a URL such as https://example.com, not "${url}".`);
}
