import { contains, type Database } from '../../../../database.js';
import type { Media } from '../../../../media.js';
import type { AttachmentRow } from './attachment.js';

type FileOf = Pick<AttachmentRow, 'article_id' | 'media_id' | 'is_own_file'>;

/** Cleans up files that are no longer attached to articles. */
export interface FileUses {
  /**
   * Deletes files that were uploaded for their article and are no longer used.
   * Uses are other articles, texts, featured images and posts. Runs in the caller's transaction, after the
   * attachments were deleted.
   */
  removeUnused(dropped: readonly FileOf[]): Promise<void>;
}

export function createFileUses({
  db,
  media,
  mediaPath,
}: {
  readonly db: Database;
  readonly media: Pick<Media, 'get' | 'delete'>;
  readonly mediaPath: string;
}): FileUses {
  async function isAttached(mediaId: number): Promise<boolean> {
    const others = db.query.selectFrom('kb_attachments').select('id').where('media_id', '=', mediaId).limit(1);
    return (await others.executeTakeFirst()) !== undefined;
  }

  async function isShown(mediaId: number): Promise<boolean> {
    const posts = db.query
      .selectFrom('posts')
      .select('id')
      .where((post) =>
        post.or([
          post('featured_media', '=', mediaId),
          contains(post.ref('posts.content'), `${mediaPath}/${mediaId}-`),
        ]),
      )
      .limit(1);
    return (await posts.executeTakeFirst()) !== undefined;
  }

  async function isUnused({ article_id, media_id }: FileOf): Promise<boolean> {
    const file = await media.get(media_id);
    return file !== null && file.postId === article_id && !(await isAttached(media_id)) && !(await isShown(media_id));
  }

  return {
    async removeUnused(dropped) {
      for (const row of dropped) {
        if (row.is_own_file === 1 && (await isUnused(row))) await media.delete(row.media_id);
      }
    },
  };
}
