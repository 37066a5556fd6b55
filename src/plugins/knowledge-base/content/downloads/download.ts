import { Readable } from 'node:stream';
import { utc } from '../../../../database.js';
import { HostError, type PluginContext } from '../../../../index.js';
import { canRunScripts } from '../../../../media.js';
import { networkKey } from '../../../../pages.js';
import { type RestRequest, type RestResponse, respond, respondFile } from '../../../../rest.js';
import type { Reader } from '../../domain/access/readers.js';
import type { Article } from '../../domain/articles/article.js';
import { incrementCounters } from '../../domain/articles/article-counters.js';
import type { ArticleAttachment } from '../../domain/attachments/attachment.js';
import type { AttachedFile } from '../../domain/attachments/attachment-access.js';
import type { Statistics } from '../statistics/statistics.js';

/** Sends the files of attachments. */
export interface Downloads {
  /**
   * Sends an attachment that this request may read (section "Download" of the specification).
   * With `inline=1`, browsers display types that cannot run scripts.
   * @throws HostError 416 `vendor_kb_range`
   */
  send(found: AttachedFile, request: DownloadRequest): Promise<RestResponse>;
  /** Waits for pending download counts. */
  settle(): Promise<void>;
}

/** Types that browsers may display. Everything else is saved, especially files that can contain scripts. */
const DISPLAYABLE_TYPES: ReadonlySet<string> = new Set([
  'application/pdf',
  'image/png',
  'image/jpeg',
  'image/webp',
  'text/plain',
]);

/** Headers that callbacks cannot change: they identify the bytes and prevent type sniffing. */
const FIXED = ['Content-Length', 'Content-Range', 'ETag', 'Accept-Ranges', 'X-Content-Type-Options'] as const;

/** Headers that callbacks cannot change for active content: they force saving and restrict scripts. */
const FIXED_OF_ACTIVE = [...FIXED, 'Content-Type', 'Content-Disposition', 'Content-Security-Policy'] as const;

export function createDownloads(
  context: Pick<PluginContext, 'db' | 'hooks' | 'limits' | 'log' | 'media' | 'visitors'>,
  record: Statistics['record'],
): Downloads {
  const { hooks, media } = context;
  const counting = createDownloadCount({ ...context, record });

  async function open(
    { attachment, article }: AttachedFile,
    range: { readonly start: number; readonly end: number } | undefined,
    request: DownloadRequest,
  ): Promise<Readable> {
    const bytes = await media.read(attachment.file.id, 'full', range);
    const isBeginning = range === undefined || range.start === 0;
    return isBeginning ? onFirstBytes(bytes, () => counting.count(attachment, article, request)) : bytes;
  }

  async function withCallbacks(
    { attachment, article }: AttachedFile,
    response: RestResponse,
    { user: viewer }: DownloadRequest,
  ): Promise<RestResponse> {
    const { headers } = response;
    const changed = await hooks.applyFiltersAsync('vendor_kb_download_headers', { ...headers }, attachment, article, {
      viewer,
    });
    const names: readonly string[] = canRunScripts(attachment.file.mimeType) ? FIXED_OF_ACTIVE : FIXED;
    const fixed = names.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]] as const]));
    const isFixed = new Set(names.map((name) => name.toLowerCase()));
    const others = Object.entries(changed).filter(([name]) => !isFixed.has(name.toLowerCase()));
    return respond(response.data, { status: response.status, headers: Object.fromEntries([...others, ...fixed]) });
  }

  return {
    settle: counting.settle,
    async send(found, request) {
      const { file } = found.attachment;
      const isShown = isAsked(request.query.inline) && DISPLAYABLE_TYPES.has(file.mimeType);
      const response = respondFile(request, {
        name: file.filename,
        type: file.mimeType.startsWith('text/') ? `${file.mimeType}; charset=utf-8` : file.mimeType,
        bytes: file.bytes,
        // Metadata may change without a change of the bytes.
        modifiedAt: file.version === 1 ? file.createdAt : file.modifiedAt,
        version: file.sha256,
        disposition: isShown ? 'inline' : 'attachment',
        cache: cacheFor(found, request),
        open: (range) => open(found, range, request),
      });
      return withCallbacks(found, await response.catch(asOurs), request);
    },
  };
}

const isAsked = (value: unknown): boolean => value === '1' || value === 'true';

/** Returns the Cache-Control header. A rule may be added at any time, so caches must revalidate. */
function cacheFor({ access }: AttachedFile, { user }: DownloadRequest): string {
  if (access.vary !== 'public') return 'private, no-store';
  return user ? 'private, no-cache' : 'public, no-cache';
}

function asOurs(error: unknown): never {
  if (!(error instanceof HostError) || error.status !== 416) throw error;
  const message = 'The file has no bytes in this range. Content-Range has its size.';
  throw new HostError('vendor_kb_range', message, { ...error.data, status: 416 }, { cause: error });
}

/** Passes bytes through and calls `tell` once, when the first of them are read. */
function onFirstBytes(source: Readable, callback: () => void): Readable {
  async function* entries(): AsyncGenerator<Uint8Array> {
    let hasCalled = false;
    for await (const chunk of source as AsyncIterable<Uint8Array>) {
      yield chunk;
      if (!hasCalled) callback();
      hasCalled = true;
    }
  }
  // Prevents an unhandled error before reading starts. The reader still receives it.
  source.on('error', () => undefined);
  const bytes = Readable.from(entries(), { objectMode: false });
  bytes.once('close', () => source.destroy());
  return bytes;
}

/** The request data that a download depends on, from REST or a page. */
type DownloadRequest = Reader & Pick<RestRequest, 'method' | 'query'>;

/** Counts downloads, once per visitor and file in 30 minutes. Bots are not counted. */
interface DownloadCount {
  /** Starts counting without blocking. Never fails. */
  count(attachment: ArticleAttachment, article: Article, request: DownloadRequest): void;
  /** Waits for pending counts. */
  settle(): Promise<void>;
}

type Parts = Pick<PluginContext, 'db' | 'hooks' | 'limits' | 'log' | 'visitors'> & {
  readonly record: Statistics['record'];
};

const ONCE = { max: 1, window: '30m' } as const;

function createDownloadCount({ db, hooks, limits, log, visitors, record }: Parts): DownloadCount {
  const running = new Set<Promise<void>>();

  /** Counts a download. @returns whether the attachment still exists */
  async function add({ id, articleId }: ArticleAttachment): Promise<boolean> {
    return db.transaction(async () => {
      const { numUpdatedRows } = await db.query
        .updateTable('kb_attachments')
        .set((row) => ({ downloads: row('downloads', '+', 1), last_download_at: utc.encode(new Date()) }))
        .where('id', '=', id)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return false;
      await incrementCounters(db, articleId, { downloads: 1 });
      return true;
    });
  }

  async function countOne(attachment: ArticleAttachment, article: Article, request: DownloadRequest): Promise<void> {
    const visitor = visitors.identify(request);
    if (await visitor.isBot()) return;
    const { user, remoteAddress } = request;
    // The network is all that is known of visitors who opted out.
    const who = user ? `u:${user.id}` : ((await visitor.key({ scope: 'download' })) ?? networkKey(remoteAddress));
    const { allowed } = await limits.consume('download', `${attachment.id}\n${who}`, ONCE);
    if (!allowed || !(await add(attachment))) return;
    record({ kind: 'download', articleId: article.id, locale: article.locale }, request);
    await hooks.doActionAsync('vendor_kb_attachment_downloaded', attachment, article, { viewer: request.user });
  }

  return {
    count(attachment, article, request) {
      const one = countOne(attachment, article, request)
        .catch((error: unknown) => {
          log.warn({ err: error, attachment: attachment.id }, 'A download could not be counted');
        })
        .finally(() => running.delete(one));
      running.add(one);
    },
    async settle() {
      await Promise.all(running);
    },
  };
}
