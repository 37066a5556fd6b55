import type { OwnedHooks } from '../../hooks/hooks.js';
import type { Access } from '../access/capabilities.js';
import type { Ask } from '../access/names.js';
import type { Posts } from '../content/posts.js';
import type { User } from '../user.js';
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

/** Who asks to see a file. */
export interface Viewer {
  readonly user: User | null;
  readonly can: Ask<boolean>;
}

export interface MediaReadingParts {
  readonly hooks: OwnedHooks;
  readonly media: Pick<MediaQueries, 'isPublic'>;
  readonly posts: Pick<Posts, 'get'>;
}

export interface MediaReading {
  /** Whether it may be found: everybody finds the files of public posts, who may upload finds all. */
  mayFind(viewer: Viewer, attachment: Attachment): Promise<boolean>;
  /**
   * Whether its bytes may be loaded by who has the address: of a file that belongs to no post everybody may, since it is
   * about to be shown somewhere; of others who may find it, and who may read the post.
   */
  mayLoad(viewer: Viewer, attachment: Attachment): Promise<boolean>;
}

export function createMediaReading({ hooks, media, posts }: MediaReadingParts): MediaReading {
  const asked = (may: boolean, viewer: Viewer, attachment: Attachment): Promise<boolean> =>
    hooks.applyFiltersAsync('media_may_read', may, attachment, viewer.user);
  const isVisible = async (viewer: Viewer, attachment: Attachment): Promise<boolean> =>
    (await media.isPublic(attachment)) || viewer.can('upload_files');
  const mayReadPost = async (viewer: Viewer, { postId }: Attachment): Promise<boolean> => {
    const post = viewer.user === null ? null : await posts.get(postId);
    return post !== null && viewer.can('read_post', post);
  };
  return {
    mayFind: async (viewer, attachment) => asked(await isVisible(viewer, attachment), viewer, attachment),
    mayLoad: async (viewer, attachment) =>
      asked(
        attachment.postId === 0 || (await isVisible(viewer, attachment)) || (await mayReadPost(viewer, attachment)),
        viewer,
        attachment,
      ),
  };
}
