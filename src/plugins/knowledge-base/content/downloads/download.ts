import type { Readable } from 'node:stream';
import { HostError, type PluginContext } from '../../../../index.js';
import { canRunScripts } from '../../../../media.js';
import { type RestResponse, respond, respondFile } from '../../../../rest.js';
import type { AttachedFile } from '../../domain/attachments/attachment-access.js';
import { onFirstBytes } from '../../domain/attachments/first-bytes.js';
import type { Statistics } from '../statistics/statistics.js';
import type { DownloadRequest } from './download-count.js';
import { createDownloadCount } from './download-count.js';

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
const SHOWN: ReadonlySet<string> = new Set(['application/pdf', 'image/png', 'image/jpeg', 'image/webp', 'text/plain']);

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
    answer: RestResponse,
    { user: viewer }: DownloadRequest,
  ): Promise<RestResponse> {
    const { headers } = answer;
    const changed = await hooks.applyFiltersAsync('vendor_kb_download_headers', { ...headers }, attachment, article, {
      viewer,
    });
    const names: readonly string[] = canRunScripts(attachment.file.mimeType) ? FIXED_OF_ACTIVE : FIXED;
    const fixed = names.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]] as const]));
    const isFixed = new Set(names.map((name) => name.toLowerCase()));
    const others = Object.entries(changed).filter(([name]) => !isFixed.has(name.toLowerCase()));
    return respond(answer.data, { status: answer.status, headers: Object.fromEntries([...others, ...fixed]) });
  }

  return {
    settle: counting.settle,
    async send(found, request) {
      const { file } = found.attachment;
      const isShown = isAsked(request.query.inline) && SHOWN.has(file.mimeType);
      const answer = respondFile(request, {
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
      return withCallbacks(found, await answer.catch(asOurs), request);
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
