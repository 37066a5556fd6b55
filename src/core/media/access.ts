import type { OwnedHooks } from '../../hooks/hooks.js';
import type { Access } from '../access/capabilities.js';
import type { Content } from '../content/content.js';
import type { PostViewer } from '../content/managed-posts.js';
import type { Attachment } from './attachment.js';
import type { MediaQueries } from './media-queries.js';

declare module '../access/names.js' {
  interface Capabilities {
    /** About a file of the media library: to change and replace it. */
    edit_attachment: Attachment | null;
    /** About a file of the media library: to remove it. */
    delete_attachment: Attachment | null;
  }
}

/** Whoever uploaded a file, and whoever may do the same with other people's posts. */
export function registerMediaAccess(access: Access, media: Pick<MediaQueries, 'get'>): void {
  const load = (id: string): Promise<Attachment | null> | null =>
    /^\d{1,15}$/.test(id) ? media.get(Number(id)) : null;
  access.meta(
    'edit_attachment',
    (user, attachment) =>
      attachment === null || attachment.authorId === user.id ? ['upload_files'] : ['upload_files', 'edit_others_posts'],
    { owner: 'core', load },
  );
  access.meta(
    'delete_attachment',
    (user, attachment) => [
      'upload_files',
      attachment === null || attachment.authorId === user.id ? 'delete_posts' : 'delete_others_posts',
    ],
    { owner: 'core', load },
  );
}

export interface MediaReadingParts {
  readonly hooks: OwnedHooks;
  readonly media: Pick<MediaQueries, 'isVisible'>;
  readonly content: Pick<Content, 'posts' | 'types'>;
}

export interface MediaReading {
  /** Whether it may be found: everybody finds the files of posts they may read, and who may upload finds others too. */
  mayFind(viewer: PostViewer, attachment: Attachment): Promise<boolean>;
  /**
   * Whether its bytes may be loaded by who has the address: of a file that belongs to no post everybody may, since it is
   * about to be shown somewhere; of others who may find it, and who may read the post.
   */
  mayLoad(viewer: PostViewer, attachment: Attachment): Promise<boolean>;
}

export function createMediaReading({ hooks, media, content }: MediaReadingParts): MediaReading {
  const asked = (may: boolean, viewer: PostViewer, attachment: Attachment): Promise<boolean> =>
    hooks.applyFiltersAsync('media_may_read', may, attachment, viewer.reader, viewer);

  /** Of a post that a plugin manages, it has said so already. */
  async function mayReadPost(viewer: PostViewer, { postId }: Attachment): Promise<boolean> {
    const post = viewer.reader === null ? null : await content.posts.get(postId);
    const isManaged = content.types().some(({ name, managed }) => name === post?.type && managed !== null);
    return post !== null && !isManaged && viewer.can('read_post', post);
  }

  return {
    mayFind: async (viewer, attachment) => asked(await media.isVisible(attachment, viewer), viewer, attachment),
    mayLoad: async (viewer, attachment) =>
      asked(
        attachment.postId === 0 ||
          (await media.isVisible(attachment, viewer)) ||
          (await mayReadPost(viewer, attachment)),
        viewer,
        attachment,
      ),
  };
}
