import type { Access, MetaMapper } from '../../access/capabilities.js';
import { capabilityName } from '../../access/capability-name.js';
import { DO_NOT_ALLOW } from '../../access/judge.js';
import type { PrimitiveCapability } from '../../access/names.js';
import type { User } from '../../user.js';
import type { Post, PostStatus } from '../posts.js';
import { isPublicStatus } from '../statuses.js';
import type { PostType } from './post-type.js';

declare module '../../access/names.js' {
  interface Capabilities {
    /** Meta capability to read a post of any registered type. */
    read_post: GuardedPost | null;
    /** Meta capability to edit a post of any registered type. */
    edit_post: GuardedPost | null;
    /** Meta capability to delete a post of any registered type. */
    delete_post: GuardedPost | null;
    /** Meta capability: `read_post` under the type's name, as in WordPress. */
    read_page: GuardedPost | null;
    /** Meta capability: `edit_post` under the type's name. */
    edit_page: GuardedPost | null;
    /** Meta capability: `delete_post` under the type's name. */
    delete_page: GuardedPost | null;
  }
}

/** Capabilities of one post type. */
export interface PostCapabilities {
  /** Singular noun in the capability names: `post`. */
  readonly singular: string;
  readonly edit: PrimitiveCapability;
  readonly editOthers: PrimitiveCapability;
  readonly editPublished: PrimitiveCapability;
  readonly editPrivate: PrimitiveCapability;
  readonly readPrivate: PrimitiveCapability;
  readonly publish: PrimitiveCapability;
  readonly delete: PrimitiveCapability;
  readonly deleteOthers: PrimitiveCapability;
  readonly deletePublished: PrimitiveCapability;
  readonly deletePrivate: PrimitiveCapability;
}

/** WordPress's names for the capabilities of posts. Other types follow the same pattern. */
const PATTERNS = {
  edit: 'edit_posts',
  editOthers: 'edit_others_posts',
  editPublished: 'edit_published_posts',
  editPrivate: 'edit_private_posts',
  readPrivate: 'read_private_posts',
  publish: 'publish_posts',
  delete: 'delete_posts',
  deleteOthers: 'delete_others_posts',
  deletePublished: 'delete_published_posts',
  deletePrivate: 'delete_private_posts',
} as const satisfies Record<Exclude<keyof PostCapabilities, 'singular'>, PrimitiveCapability>;

const ACTS = ['read', 'edit', 'delete'] as const;
/** Action on a post that needs a capability. */
export type PostAct = (typeof ACTS)[number];

/** The members of a post that decide access to it. An unsaved post has no id. */
export type GuardedPost = Pick<Post, 'type' | 'status' | 'authorId' | 'statusBeforeTrash'> & Partial<Pick<Post, 'id'>>;

export function postCapabilities([singular, plural]: readonly [string, string]): PostCapabilities {
  const names = Object.entries(PATTERNS).map(([right, pattern]) => [
    right,
    capabilityName(pattern.replace('posts', plural)),
  ]);
  return { singular, ...Object.fromEntries(names) };
}

/** Access control for posts of every type. */
export interface PostAccess {
  /** Registers the capabilities of a type, unless they are registered already. */
  add(type: PostType): void;
}

/**
 * Registers `read_post`, `edit_post` and `delete_post` with WordPress's rules.
 * They map a post to primitive capabilities by its type, status and author.
 * @param load loads the post with this id, for `mortise caps why`
 */
export function createPostAccess(
  access: Access,
  typeOf: (name: string) => PostType | undefined,
  load: (id: number) => Promise<Post | null>,
): PostAccess {
  const loadText = (id: string): Promise<Post | null> | null => (/^\d{1,15}$/.test(id) ? load(Number(id)) : null);

  function mapper(act: PostAct): MetaMapper<GuardedPost | null> {
    return (user, post) => {
      const type = post ? typeOf(post.type) : undefined;
      // Posts of an unregistered type are closed to everyone.
      if (!post || !type) return [DO_NOT_ALLOW];
      return type.managed ? type.managed.capabilities(act, user, post) : required(act, type, post, user);
    };
  }

  function addQuestions(singular: string, owner: string): void {
    for (const act of ACTS) {
      access.meta(capabilityName(`${act}_${singular}`), mapper(act), { owner, load: loadText });
    }
  }

  addQuestions('post', 'core');

  return {
    add({ capabilities, owner, labels, managed }) {
      if (managed) return;
      const { singular, ...names } = capabilities;
      if (singular === 'post' || access.capabilities().some(({ name }) => name === `edit_${singular}`)) return;
      const roles = access.roles();
      for (const [right, name] of Object.entries(names)) {
        if (access.hasCapability(name)) continue;
        const pattern = PATTERNS[right as keyof typeof PATTERNS];
        const holders = roles.filter((role) => role.capabilities.includes(pattern)).map((role) => role.name);
        access.capability(name, { label: labelOf(name, labels.plural), roles: holders, owner });
      }
      addQuestions(singular, owner);
    },
  };
}

/** Makes the label `Edit others recipes` from `edit_others_recipes`. */
function labelOf(capability: string, plural: PostType['labels']['plural']): string {
  const label = capability.replaceAll('_', ' ');
  return `${label.charAt(0).toUpperCase()}${label.slice(1)}${typeof plural === 'string' ? ` (${plural})` : ''}`;
}

/** WordPress's `map_meta_cap` for posts. Posts in the trash count with their previous status. */
function required(act: PostAct, type: PostType, post: GuardedPost, user: User): string[] {
  const { capabilities: names } = type;
  const isOwn = post.authorId !== 0 && post.authorId === user.id;
  if (act === 'read') {
    if (isPublicStatus(post.status) && type.public) return ['read'];
    if (isOwn) return ['read'];
    return post.status === 'private' ? [names.readPrivate] : required('edit', type, post, user);
  }
  const rights =
    act === 'edit'
      ? { base: names.edit, others: names.editOthers, published: names.editPublished, hidden: names.editPrivate }
      : {
          base: names.delete,
          others: names.deleteOthers,
          published: names.deletePublished,
          hidden: names.deletePrivate,
        };
  const status: PostStatus = post.status === 'trash' ? (post.statusBeforeTrash ?? 'draft') : post.status;
  const needed = [rights.base];
  if (!isOwn) needed.push(rights.others);
  if (isPublicStatus(status) || status === 'future') needed.push(rights.published);
  if (!isOwn && status === 'private') needed.push(rights.hidden);
  return needed;
}
