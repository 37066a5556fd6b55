import { type PluginContext, type RestRequest, respond, type UploadedFile, type User } from '../../../index.js';
import { MEGABYTE, MOST_MEGABYTES } from '../attachments/upload.js';
import { invalidParam } from '../errors.js';
import { IMPORT_FORMATS, MAX_MAP_BYTES } from '../import/formats.js';
import type { ImportMap } from '../import/import-map.js';
import { MEDIA_MODES, type MediaMode } from '../import/media/media-mode.js';
import { PROFILES } from '../import/profiles/profile.js';
import type { ImportAsking, ImportWish } from '../import/runs/ask-for-import.js';
import type { Run, RunOptions } from '../import/runs/run.js';
import { runView } from '../import/runs/run-view.js';
import type { Runs } from '../import/runs/runs.js';
import { WXR_PROFILES } from '../import/wxr/mapping.js';
import type { KnowledgeBase } from '../knowledge-base.js';
import { ID_ARG, NAMESPACE } from './arguments.js';
import { IMPORT_RUN } from './schemas/imports.js';

const TAGS = ['Knowledge base: import and export'];

/** Same options as `mortise kb import`. */
const IMPORT_ARGS = {
  from: {
    type: 'string',
    enum: IMPORT_FORMATS,
    default: 'auto',
    description: 'What the file is; auto looks into it.',
  },
  profile: {
    type: 'string',
    enum: ['auto', ...PROFILES, ...WXR_PROFILES],
    default: 'auto',
    description: 'Whose conventions it follows; some are of plugins of WordPress, whose articles alone are taken.',
  },
  source: {
    type: 'string',
    minLength: 1,
    maxLength: 200,
    description: "Name to know the source by the next time; default the file's, without its extension.",
  },
  update: {
    type: 'string',
    enum: ['skip', 'newer', 'overwrite'],
    default: 'newer',
    description: 'What to do with what was imported before.',
  },
  category: { ...ID_ARG, description: 'Everything goes below this category.' },
  base_url: { type: 'string', format: 'uri', maxLength: 2000, description: 'Where it was published.' },
  author: { ...ID_ARG, description: 'Whose the articles are that name nobody who is here; default who calls.' },
  status: { type: 'string', enum: ['draft', 'pending', 'publish'], description: 'State that new articles begin in.' },
  media: {
    type: 'string',
    enum: MEDIA_MODES,
    description:
      'What becomes of the pictures and downloads in a zip: `copy` takes them into the media library. Default `link`, and `copy` for an export as JSON.',
  },
  map: {
    type: 'string',
    maxLength: MAX_MAP_BYTES,
    description:
      'What keys, categories, authors, types and segments of the source are here, as a text of YAML or JSON; see the guide to importing.',
  },
  limit: { ...ID_ARG, description: 'At most so many articles, to try it out.' },
  dry_run: { type: 'boolean', default: false, description: 'Report, and change nothing.' },
  run: {
    ...ID_ARG,
    description: 'In place of a file: that of an earlier import which only reported, or failed; it is kept for a day.',
  },
} as const;

const UPLOADS = { maxFileSize: MOST_MEGABYTES * MEGABYTE, maxFiles: 1 } as const;

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
      'A form with the field `file`: JSON of an export, a WordPress export (WXR), what `from` lists besides, or a zip: of any of these with its files, or of a folder of Markdown. The file is read to its end before anything is kept of it (422). Then a job imports it; `Location` says where to follow it. One import at a time (409). Rules on who may read what take manage_kb_access; without it, what has or gets one is a problem in the report.',
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

  rest.route(NAMESPACE, {
    method: 'GET',
    path: '/import/{job}',
    summary: 'Follow an import',
    description: 'Its state and progress, and its report when it is over. It is known for ninety days.',
    operationId: 'getImport',
    tags: TAGS,
    args: { job: ID_ARG },
    permission: 'import_kb',
    returns: IMPORT_RUN,
    handler: async ({ args }) => runView(await runs.get(args.job), restUrl),
  });

  rest.route(NAMESPACE, {
    method: 'POST',
    path: '/import/{job}/cancel',
    summary: 'Cancel an import',
    description: 'One that runs ends with the next step, and is `running` until then. What it has brought in stays.',
    operationId: 'cancelImport',
    tags: TAGS,
    args: { job: ID_ARG },
    permission: 'import_kb',
    returns: IMPORT_RUN,
    handler: async ({ args }) => runView(await runs.cancel(args.job), restUrl),
  });

  async function inputOf({
    args,
    files: [file],
  }: RestRequest<ImportArgs>): Promise<{ readonly file: UploadedFile } | { readonly before: Run }> {
    if (file && args.run === undefined) return { file };
    if (!file && args.run !== undefined) return { before: await runs.get(args.run) };
    throw invalidParam('run', 'Send one file as the field "file" of a form, or name an earlier import with run.');
  }

  async function authorOf(id: number | undefined, caller: User): Promise<User> {
    if (id === undefined) return caller;
    const author = await users.get(id);
    if (!author) throw invalidParam('author', `There is no account ${id}.`);
    return author;
  }

  async function wishOf({ args, user }: RestRequest<ImportArgs> & { readonly user: User }): Promise<ImportWish> {
    const { from, profile, update, category, base_url, status, limit, media, map, source, dry_run: dryRun } = args;
    if (category !== undefined && !kb.categories.tree().get(category)) {
      throw invalidParam('category', `There is no category ${category}.`);
    }
    return {
      ...{ from, profile, update, dryRun, source },
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
  const { parseImportMap } = await import('../import/import-map.js');
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
