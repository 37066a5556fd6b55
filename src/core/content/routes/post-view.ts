import type { Hooks } from '../../../hooks/hooks.js';
import type { Database } from '../../database/database.js';
import { escapeHtml } from '../../html/safe-html.js';
import type { RestRequest } from '../../rest/route.js';
import type { Site } from '../../site.js';
import { type Post, toPost } from '../posts.js';
import type { Rendering } from '../rendering.js';
import type { ContentTypes } from '../types/content-types.js';
import type { MetaCheck } from '../types/meta-field.js';
import type { PostType } from '../types/post-type.js';
import type { Taxonomy } from '../types/taxonomy.js';
import { readable, type Visibility } from '../visibility.js';
import { NAMESPACE } from './shared.js';

export type PostContext = 'view' | 'embed' | 'edit';

/** Converts posts of one type to REST resources in WordPress's format. */
export interface PostViews {
  one(post: Post, request: RestRequest, context: PostContext): Promise<Record<string, unknown>>;
  /** Converts several posts. With `edit`, sources are included only for posts the caller may edit. */
  many(posts: readonly Post[], request: RestRequest, context: PostContext): Promise<Record<string, unknown>[]>;
  etag(post: Post, context: PostContext): string;
}

export interface PostViewParts {
  readonly db: Database;
  readonly site: Site;
  readonly hooks: Hooks;
  readonly types: ContentTypes;
  readonly rendering: Rendering;
  readonly visibility: Visibility;
  readonly checkMeta: MetaCheck;
}

/** Related data, read once for a whole list. */
interface Surroundings {
  /** Parents the caller may read. */
  readonly parents: ReadonlySet<number>;
  /** Term ids by post and taxonomy. */
  readonly terms: ReadonlyMap<string, readonly number[]>;
}

export function createPostViews(type: PostType, base: string, parts: PostViewParts): PostViews {
  const { db, site, hooks, types, rendering, visibility, checkMeta } = parts;
  const restUrl = (path: string): string => site.url(`${site.root}/${NAMESPACE}${path}`);
  const supports = new Set(type.supports);

  async function parentsOf(posts: readonly Post[], request: RestRequest): Promise<Set<number>> {
    const ids = [...new Set(posts.map(({ parentId }) => parentId))].filter((id) => id !== 0);
    if (ids.length === 0) return new Set();
    const rows = await db.query.selectFrom('posts').selectAll().where('id', 'in', ids).execute();
    return new Set((await readable(visibility, request, rows.map(toPost))).map(({ id }) => id));
  }

  async function termsOf(posts: readonly Post[], taxonomies: readonly Taxonomy[]): Promise<Map<string, number[]>> {
    const terms = new Map<string, number[]>();
    if (posts.length === 0 || taxonomies.length === 0) return terms;
    const rows = await db.query
      .selectFrom('post_terms')
      .innerJoin('terms', 'terms.id', 'post_terms.term_id')
      .select(['post_terms.post_id', 'terms.id', 'terms.taxonomy'])
      .where(
        'post_terms.post_id',
        'in',
        posts.map(({ id }) => id),
      )
      .orderBy('post_terms.position')
      .execute();
    for (const { post_id, id, taxonomy } of rows) {
      const key = `${post_id}:${taxonomy}`;
      terms.set(key, [...(terms.get(key) ?? []), id]);
    }
    return terms;
  }

  async function surroundings(posts: readonly Post[], request: RestRequest): Promise<Surroundings> {
    return {
      parents: type.hierarchical ? await parentsOf(posts, request) : new Set(),
      terms: await termsOf(posts, types.taxonomiesOf(type)),
    };
  }

  /** Stored values that still match their schema: an earlier release of a plugin may have allowed others. */
  function metaOf(post: Post): Record<string, unknown> {
    const fields = types.metaOf(type.name);
    const invalid = checkMeta(fields, post.meta);
    const visibleFields: Record<string, unknown> = {};
    for (const [key, field] of fields) {
      if (!field.rest) continue;
      const isStored = Object.hasOwn(post.meta, key) && !Object.hasOwn(invalid, key);
      const value = isStored ? post.meta[key] : field.default;
      if (value !== undefined) visibleFields[key] = value;
    }
    return visibleFields;
  }

  async function view(
    post: Post,
    request: RestRequest,
    context: PostContext,
    { parents, terms }: Surroundings,
  ): Promise<Record<string, unknown>> {
    const raw = (text: string): { raw?: string } => (context === 'edit' ? { raw: text } : {});
    const isFull = context !== 'embed';
    const parent = parents.has(post.parentId) ? post.parentId : 0;
    const date = (post.publishedAt ?? post.createdAt).toISOString();
    const modified = post.modifiedAt.toISOString();
    const data: Record<string, unknown> = {
      id: post.id,
      date,
      date_gmt: date,
      slug: post.slug,
      status: post.status,
      type: post.type,
      link: hooks.applyFilters('post_link', null, post),
      title: { ...raw(post.title), rendered: escapeHtml(post.title) },
      locale: post.locale,
      modified,
      modified_gmt: modified,
      version: post.lockVersion,
    };
    if (supports.has('content') && isFull) {
      const rendered = request.wants('content') ? await rendering.content(post) : '';
      data.content = { ...raw(post.content), rendered, protected: false, format: post.contentFormat };
    }
    if (supports.has('excerpt')) {
      const rendered = request.wants('excerpt') ? escapeHtml(await rendering.excerpt(post)) : '';
      data.excerpt = { ...raw(post.excerpt), rendered, protected: false };
    }
    if (supports.has('author')) data.author = post.authorId;
    if (supports.has('featured-media')) data.featured_media = post.featuredMedia;
    if (supports.has('menu-order')) data.menu_order = post.menuOrder;
    if (type.hierarchical) data.parent = parent;
    if (supports.has('meta') && isFull) data.meta = metaOf(post);
    const taxonomies = types.taxonomiesOf(type);
    for (const { name, rest } of taxonomies) {
      if (rest && isFull) data[rest.base] = terms.get(`${post.id}:${name}`) ?? [];
    }
    data._links = links(post, parent, taxonomies);
    return data;
  }

  function links(post: Post, parent: number, taxonomies: readonly Taxonomy[]): Record<string, unknown[]> {
    const media = supports.has('featured-media') ? post.featuredMedia : 0;
    const terms = taxonomies.flatMap(({ name, rest }) =>
      rest ? [{ taxonomy: name, embeddable: true, href: restUrl(`/${rest.base}?post=${post.id}`) }] : [],
    );
    return {
      self: [{ href: restUrl(`/${base}/${post.id}`) }],
      collection: [{ href: restUrl(`/${base}`) }],
      ...(supports.has('author') && post.authorId !== 0
        ? { author: [{ href: restUrl(`/users/${post.authorId}`) }] }
        : {}),
      ...(parent === 0 ? {} : { up: [{ embeddable: true, href: restUrl(`/${base}/${parent}`) }] }),
      ...(media === 0 ? {} : { 'wp:featuredmedia': [{ embeddable: true, href: restUrl(`/media/${media}`) }] }),
      ...(terms.length > 0 ? { 'wp:term': terms } : {}),
    };
  }

  return {
    async one(post, request, context) {
      return view(post, request, context, await surroundings([post], request));
    },
    async many(posts, request, context) {
      const around = await surroundings(posts, request);
      return Promise.all(
        posts.map(async (post) => {
          const isHidden = context === 'edit' && !(await request.can('edit_post', post));
          return view(post, request, isHidden ? 'view' : context, around);
        }),
      );
    },
    etag: (post, context) => `"p${post.id}-v${post.lockVersion}-${context}"`,
  };
}
