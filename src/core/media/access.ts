import type { OwnedHooks } from '../../hooks/hooks.js';
import type { Access } from '../access/capabilities.js';
import type { Content } from '../content/content.js';
import type { PostViewer } from '../content/managed-posts.js';
import type { Attachment } from './attachment.js';
import type { MediaQueries } from './media-queries.js';

declare module '../access/names.js' {
  interface Capabilities {
    /** Meta capability to edit or replace a file of the media library. */
    edit_attachment: Attachment | null;
    /** Meta capability to delete a file of the media library. */
    delete_attachment: Attachment | null;
  }
}

/** Registers the file capabilities: for own files as for own posts, for the files of others as for others' posts. */
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
  /** Whether a viewer may find the file: anyone for files of posts they may read, uploaders for other files as well. */
  mayFind(viewer: PostViewer, attachment: Attachment): Promise<boolean>;
  /**
   * Whether a viewer with the URL may load the bytes. Files without a post are open to everyone, since they are about
   * to be shown somewhere. Other files are open to viewers who may find them or read their post.
   */
  mayLoad(viewer: PostViewer, attachment: Attachment): Promise<boolean>;
}

export function createMediaReading({ hooks, media, content }: MediaReadingParts): MediaReading {
  const applyFilter = (may: boolean, viewer: PostViewer, attachment: Attachment): Promise<boolean> =>
    hooks.applyFiltersAsync('media_may_read', may, attachment, viewer.reader, viewer);

  /** For posts of managed types, `isVisible` has already asked the plugin. */
  async function mayReadPost(viewer: PostViewer, { postId }: Attachment): Promise<boolean> {
    const post = viewer.reader === null ? null : await content.posts.get(postId);
    const isManaged = content.types().some(({ name, managed }) => name === post?.type && managed !== null);
    return post !== null && !isManaged && viewer.can('read_post', post);
  }

  return {
    mayFind: async (viewer, attachment) => applyFilter(await media.isVisible(attachment, viewer), viewer, attachment),
    mayLoad: async (viewer, attachment) =>
      applyFilter(
        attachment.postId === 0 ||
          (await media.isVisible(attachment, viewer)) ||
          (await mayReadPost(viewer, attachment)),
        viewer,
        attachment,
      ),
  };
}
