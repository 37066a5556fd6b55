import { utc } from '../../../../database.js';
import type { PluginContext } from '../../../../index.js';
import { networkKey } from '../../../../pages.js';
import type { RestRequest } from '../../../../rest.js';
import type { Reader } from '../../domain/access/readers.js';
import type { Article } from '../../domain/articles/article.js';
import { incrementCounters } from '../../domain/articles/article-counters.js';
import type { ArticleAttachment } from '../../domain/attachments/attachment.js';
import type { Statistics } from '../statistics/statistics.js';

/** The request data that a download depends on, from REST or a page. */
export type DownloadRequest = Reader & Pick<RestRequest, 'method' | 'query'>;

/** Counts downloads, once per visitor and file in 30 minutes. Bots are not counted. */
export interface DownloadCount {
  /** Starts counting without blocking. Never fails. */
  count(attachment: ArticleAttachment, article: Article, request: DownloadRequest): void;
  /** Waits for pending counts. */
  settle(): Promise<void>;
}

type Parts = Pick<PluginContext, 'db' | 'hooks' | 'limits' | 'log' | 'visitors'> & {
  readonly record: Statistics['record'];
};

const ONCE = { max: 1, window: '30m' } as const;

export function createDownloadCount({ db, hooks, limits, log, visitors, record }: Parts): DownloadCount {
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
