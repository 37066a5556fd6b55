import type { CommandContext, CommandDefinitions, ExitCode } from '../core/commands.js';
import { HostError } from '../core/errors.js';
import type { Host } from '../core/host/host.js';
import type { Attachment } from '../core/media/attachment.js';
import { findUser } from './find-user.js';
import { importFiles } from './media-import.js';
import { reasonOf } from './reason.js';

const COLUMNS = ['id', 'filename', 'mime_type', 'bytes', 'width', 'height', 'post', 'author', 'date'] as const;
/** Ids loaded per query. */
const BATCH = 200;

/** Commands of `mortise media`. */
export function mediaCommands(host: Host): CommandDefinitions {
  return {
    'media import': {
      summary: 'Import files into the media library; existing files are skipped',
      arguments: [{ name: 'paths', description: 'files, and folders with files', variadic: true }],
      options: [
        { flags: '--author <login>', description: 'uploader of the files' },
        { flags: '--post <id>', description: 'post that the files are attached to' },
        { flags: '--duplicates', description: 'import files again that are already in the library' },
        { flags: '--dry-run', description: 'only show the files to import' },
      ],
      async run({ values, options, output, signal }) {
        const author = options.author === undefined ? null : await findUser(host, String(options.author));
        return importFiles(host.media, values, {
          output,
          signal,
          authorId: author?.id ?? 0,
          postId: idOf(options.post, 0),
          duplicates: options.duplicates === true,
          dryRun: options.dryRun === true,
        });
      },
    },
    'media list': {
      summary: 'List media files',
      options: [
        { flags: '--search <text>', description: 'part of the title, file name, alternative text or caption' },
        { flags: '--type <type>', description: 'such as image/png, or image for all images' },
        { flags: '--post <id>', description: 'only files of this post; 0: unattached files' },
      ],
      run: (context) => listFiles(host, context),
    },
    'media regenerate': {
      summary: 'Regenerate missing or outdated image sizes',
      arguments: [{ name: 'ids', description: 'only these', variadic: true, optional: true }],
      options: [{ flags: '--force', description: 'regenerate all image sizes' }],
      run: (context) => regenerate(host, context),
    },
    'media sweep': {
      summary: 'Delete files that have been unused for a day; a running site does this daily',
      async run({ output }) {
        const removed = await host.media.sweep();
        if (removed === null) {
          output.warn('Another process is already sweeping.');
          return 3;
        }
        output.record({ removed });
        return 0;
      },
    },
  };
}

async function listFiles({ media }: Host, { options, output }: CommandContext): Promise<void> {
  const query = {
    search: typeof options.search === 'string' ? options.search : undefined,
    mimeType: typeof options.type === 'string' ? options.type : undefined,
    parents: options.post === undefined ? undefined : [idOf(options.post, 0)],
    orderBy: 'id',
    direction: 'asc',
    perPage: 100,
  } as const;
  const found: Attachment[] = [];
  for (let page = 1; ; page += 1) {
    const { attachments, total } = await media.list({ ...query, page });
    found.push(...attachments);
    if (attachments.length === 0 || found.length >= total) break;
  }
  output.rows(found.map(describe), COLUMNS);
}

function describe({ id, filename, mimeType, bytes, width, height, postId, authorId, createdAt }: Attachment) {
  const post = postId === 0 ? null : postId;
  const author = authorId === 0 ? null : authorId;
  return { id, filename, mime_type: mimeType, bytes, width, height, post, author, date: createdAt.toISOString() };
}

async function regenerate({ media }: Host, { values, options, output, signal }: CommandContext): Promise<ExitCode> {
  const ids = values.map((id) => idOf(id, 1));
  const failures: { id: number; reason: string }[] = [];
  let changed = 0;
  let unchanged = 0;
  const bar = output.progress('Making sizes', ids.length > 0 ? ids.length : (await media.list()).total);
  try {
    for await (const id of ids.length > 0 ? ids : allIds(media)) {
      if (signal.aborted) break;
      try {
        const result = await media.regenerate(id, { force: options.force === true });
        if (result.changed) changed += 1;
        else unchanged += 1;
      } catch (error) {
        failures.push({ id, reason: reasonOf(error) });
      }
      bar.advance();
    }
  } finally {
    bar.stop();
  }
  for (const { id, reason } of failures) output.warn(`${id}: ${reason}`);
  output.record({ changed, unchanged, failed: failures.length });
  return failures.length > 0 ? 3 : 0;
}

async function* allIds(media: Host['media']): AsyncGenerator<number> {
  for (let last = 0; ; ) {
    const ids = await media.idsAfter(last, BATCH);
    if (ids.length === 0) return;
    yield* ids;
    last = ids.at(-1) ?? last;
  }
}

/** @throws HostError `cli_argument_invalid` for an invalid id */
function idOf(value: unknown, least: 0 | 1): number {
  if (value === undefined) return 0;
  const id = /^\d{1,15}$/.test(String(value)) ? Number(value) : -1;
  if (id >= least) return id;
  throw new HostError('cli_argument_invalid', `"${value}" is not an ID. Use a whole number.`, { status: 400 });
}
