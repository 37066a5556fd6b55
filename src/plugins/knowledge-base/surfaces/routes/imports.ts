import type { PluginContext, User } from '../../../../index.js';
import { type RestRequest, respond, type UploadedFile } from '../../../../rest.js';
import { runRoutes } from '../../../../runs.js';
import { IMPORT_FORMATS, MAX_MAP_BYTES } from '../../content/import/formats.js';
import type { ImportMap } from '../../content/import/import-map.js';
import { MEDIA_MODES, type MediaMode } from '../../content/import/media/media-mode.js';
import { PROFILES } from '../../content/import/profiles/profile.js';
import type { ImportAsking, ImportWish } from '../../content/import/runs/ask-for-import.js';
import type { Run, RunOptions } from '../../content/import/runs/run.js';
import { runView } from '../../content/import/runs/run-view.js';
import type { Runs } from '../../content/import/runs/runs.js';
import { WXR_PROFILES } from '../../content/import/wxr/mapping.js';
import type { KnowledgeBase } from '../../content/knowledge-base.js';
import { MAX_MEGABYTES, MEGABYTE } from '../../domain/attachments/upload.js';
import { invalidParam } from '../../domain/errors.js';
import { ID_ARG, NAMESPACE } from './arguments.js';
import { IMPORT_RUN } from './schemas/imports.js';

const TAGS = ['Knowledge base: import and export'];

/** Same options as `mortise kb import`. */
const IMPORT_ARGS = {
  from: {
    type: 'string',
    enum: IMPORT_FORMATS,
    default: 'auto',
    description: 'Format of the file; auto detects it.',
  },
  profile: {
    type: 'string',
    enum: ['auto', ...PROFILES, ...WXR_PROFILES],
    default: 'auto',
    description: 'Conventions of the source; for WordPress plugins, only their articles are imported.',
  },
  source: {
    type: 'string',
    minLength: 1,
    maxLength: 200,
    description: 'Name of the source for the next import; default: the file name without its extension.',
  },
  update: {
    type: 'string',
    enum: ['skip', 'newer', 'overwrite'],
    default: 'newer',
    description: 'Policy for pages imported earlier.',
  },
  category: { ...ID_ARG, description: 'Parent category of everything.' },
  base_url: { type: 'string', format: 'uri', maxLength: 2000, description: 'Original URL.' },
  author: { ...ID_ARG, description: 'Author of articles whose author is unknown; default: the caller.' },
  status: { type: 'string', enum: ['draft', 'pending', 'publish'], description: 'Status of new articles.' },
  media: {
    type: 'string',
    enum: MEDIA_MODES,
    description:
      'Images and downloads in a ZIP: `copy` adds them to the media library. Default: `link`, or `copy` for a JSON export.',
  },
  map: {
    type: 'string',
    maxLength: MAX_MAP_BYTES,
    description: 'Map of keys, categories, authors, types and segments as YAML or JSON; see the import guide.',
  },
  limit: { ...ID_ARG, description: 'Maximum number of articles, for a test.' },
  dry_run: { type: 'boolean', default: false, description: 'Only report what would change.' },
  run: {
    ...ID_ARG,
    description: 'ID of an earlier dry run or failed import, to reuse its file. Files are kept for a day.',
  },
} as const;

const UPLOADS = { maxFileSize: MAX_MEGABYTES * MEGABYTE, maxFiles: 1 } as const;

/** Registers the routes that start, follow and cancel imports. */
export function registerImportRoutes(
  { rest, users }: PluginContext,
  kb: KnowledgeBase,
  runs: Runs,
  asking: ImportAsking,
): void {
  const { restUrl } = kb;

  rest.route(NAMESPACE, {
    method: 'POST',
    path: '/import',
    summary: 'Import articles',
    description:
      'Form with the field `file`: a JSON export, a WordPress export (WXR), another format of `from`, or a ZIP archive of any of these with its files or of a Markdown folder. The file is validated completely before the import (422). Then a job imports it; follow it at `Location`. Only one import at a time (409). Access rules require manage_kb_access; otherwise, articles with rules are reported as problems.',
    operationId: 'startImport',
    tags: TAGS,
    args: IMPORT_ARGS,
    permission: 'import_kb',
    uploads: UPLOADS,
    strictBody: true,
    successStatus: 202,
    returns: IMPORT_RUN,
    async handler(request) {
      const input = await inputOf(request);
      const wish = await wishOf(request);
      const run = await ('file' in input
        ? asking.withFile(input.file, wish, request)
        : asking.withFileOf(input.before, wish, request));
      return respond(runView(run, restUrl), { status: 202, headers: { Location: restUrl(`/import/${run.id}`) } });
    },
  });

  runRoutes(rest, {
    namespace: NAMESPACE,
    path: '/import',
    param: 'job',
    permission: 'import_kb',
    tags: TAGS,
    returns: IMPORT_RUN,
    view: (run) => runView(run, restUrl),
    runs,
    routes: {
      get: {
        summary: 'Read an import',
        description:
          'Returns its status, its progress, and its report when it has ended. Imports are kept for ninety days.',
        operationId: 'getImport',
      },
      cancel: {
        summary: 'Cancel an import',
        description:
          'A running import stops after its current step and stays `running` until then. Imported articles stay.',
        operationId: 'cancelImport',
      },
    },
  });

  async function inputOf({
    args,
    files: [file],
  }: RestRequest<ImportArgs>): Promise<{ readonly file: UploadedFile } | { readonly before: Run }> {
    if (file && args.run === undefined) return { file };
    if (!file && args.run !== undefined) return { before: await runs.get(args.run) };
    throw invalidParam('run', 'Send one file as the form field "file", or the ID of an earlier import as run.');
  }

  async function authorOf(id: number | undefined, caller: User): Promise<User> {
    if (id === undefined) return caller;
    const author = await users.get(id);
    if (!author) throw invalidParam('author', `Account ${id} does not exist.`);
    return author;
  }

  async function wishOf({ args, user }: RestRequest<ImportArgs> & { readonly user: User }): Promise<ImportWish> {
    const { from, profile, update, category, base_url, status, limit, media, map, source, dry_run: dryRun } = args;
    if (category !== undefined && !kb.categories.tree().get(category)) {
      throw invalidParam('category', `Category ${category} does not exist.`);
    }
    return {
      from,
      profile,
      update,
      dryRun,
      source,
      category: category ?? null,
      baseUrl: base_url ?? null,
      status: status ?? null,
      limit: limit ?? null,
      media: media ?? null,
      map: map === undefined ? null : await mapOf(map),
      author: await authorOf(args.author, user),
    };
  }
}

/** The YAML parser is loaded only when needed. */
async function mapOf(text: string): Promise<ImportMap> {
  const { parseImportMap } = await import('../../content/import/import-map.js');
  return parseImportMap(text);
}

type ImportArgs = Pick<RunOptions, 'from' | 'profile' | 'update'> & {
  readonly category?: number;
  readonly base_url?: string;
  readonly status?: 'draft' | 'pending' | 'publish';
  readonly limit?: number;
  readonly media?: MediaMode;
  readonly map?: string;
  readonly source?: string;
  readonly author?: number;
  readonly dry_run: boolean;
  readonly run?: number;
};
