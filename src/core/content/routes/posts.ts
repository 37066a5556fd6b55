import { HostError } from '../../errors.js';
import { matchTags } from '../../rest/if-match.js';
import type { Registry } from '../../rest/registry.js';
import { paginate, respond } from '../../rest/response.js';
import type { Argument, RestRequest, RouteDefinition } from '../../rest/route.js';
import { postNotFound, VERSION_CONFLICT, versionConflict } from '../post-errors.js';
import { findPosts, POST_ORDERS } from '../post-query.js';
import type { Post, PostStatus } from '../posts.js';
import type { Publishing, Writer } from '../publishing.js';
import { POST_STATUSES } from '../statuses.js';
import type { PostType } from '../types/post-type.js';
import { type Reaches, readable } from '../visibility.js';
import { assertMetaKeys, assertRights, toPostInput } from './post-input.js';
import { pascalCase, postSchema, record, termArguments, termFilters, WRITABLE } from './post-schema.js';
import { createPostViews, type PostContext, type PostViewParts } from './post-view.js';
import {
  CONTEXT_ARG,
  ID_ARG,
  IDS_OR_NONE,
  LIST_ARGS,
  LOCALE_ARG,
  NAMESPACE,
  offsetOf,
  pageOf,
  requireRight,
  TIME_FILTER_ARG,
  toDate,
} from './shared.js';

export interface PostRouteParts extends PostViewParts {
  readonly registry: Registry;
  readonly publishing: Publishing;
  readonly posts: { get(id: number): Promise<Post | null> };
}

/** Maximum size of a request body in bytes (2 MiB). */
const BODY_LIMIT = 2 * 1024 * 1024;

const POST_LIST_ARGS = {
  ...LIST_ARGS,
  status: {
    type: 'array',
    items: { type: 'string', enum: [...POST_STATUSES, 'any'] },
    maxItems: 100,
    description:
      'Default: publish. Other statuses require permission to edit these posts. `any` includes everything except the trash.',
  },
  author: IDS_OR_NONE,
  author_exclude: IDS_OR_NONE,
  locale: LOCALE_ARG,
  after: { ...TIME_FILTER_ARG, description: "By date. Without an offset: in the site's time zone." },
  before: TIME_FILTER_ARG,
  modified_after: TIME_FILTER_ARG,
  modified_before: TIME_FILTER_ARG,
  orderby: { type: 'string', enum: POST_ORDERS, default: 'date' },
} as const;

const PARENT_ARGS = { parent: IDS_OR_NONE, parent_exclude: IDS_OR_NONE } as const;

const ANY: readonly PostStatus[] = POST_STATUSES.filter((status) => status !== 'trash');

/**
 * Declares the routes of a post type (list, read, create, update, delete) in WordPress's format.
 * @param override replaces the routes declared before the type's taxonomies or fields changed
 */
export function declarePostRoutes(
  type: PostType,
  parts: PostRouteParts,
  { override }: { readonly override: boolean },
): void {
  const { rest, capabilities, labels } = type;
  if (!rest) return;
  const { base } = rest;
  const { registry, db, types, visibility, publishing } = parts;
  const views = createPostViews(type, base, parts);
  const taxonomies = types.taxonomiesOf(type);
  const fields = types.metaOf(type.name);
  const schema = postSchema(type, taxonomies, fields);
  const one = pascalCase(type.name);
  const singular = typeof labels.singular === 'string' ? labels.singular.toLowerCase() : type.name;
  const tags = [`Content: ${base}`];
  const readCapability = type.public ? 'public' : capabilities.edit;
  const path = `/${base}`;
  // These argument names depend on registrations, so the compiler only knows the fixed ones.
  const sorting = termArguments(taxonomies) as Readonly<Record<never, Argument>>;
  const narrowing = { ...(type.hierarchical ? PARENT_ARGS : {}), ...termFilters(taxonomies) } as typeof PARENT_ARGS;
  const writable = writableArguments(type);

  /** Answers 404 to callers who may not read the post, so that its existence is not revealed. */
  async function visible(request: RestRequest): Promise<Post> {
    const id = Number(request.args.id);
    const post = await parts.posts.get(id);
    if (post?.type !== type.name || !(await visibility.canRead(request, post))) throw postNotFound(id);
    return post;
  }

  function writerOf(request: RestRequest, unfilteredHtml: boolean): Writer {
    return { user: request.user, source: 'rest', unfilteredHtml, viewer: request };
  }

  async function respondWith(post: Post, request: RestRequest, context: PostContext, status = 200) {
    const headers = { ETag: views.etag(post, context), ...(status === 201 ? { Location: locationOf(post) } : {}) };
    return respond(await views.one(post, request, context), { status, headers });
  }

  function locationOf({ id }: Post): string {
    return parts.site.url(`${parts.site.root}/${NAMESPACE}${path}/${id}`);
  }

  function declare<const A extends Readonly<Record<string, Argument>>>(
    definition: Omit<RouteDefinition<string, A>, 'override' | 'tags'>,
  ): void {
    registry.route(NAMESPACE, { ...definition, tags, override } as RouteDefinition<string, A>, type.owner);
  }

  declare({
    method: 'GET',
    path,
    summary: `List posts of the type ${singular}`,
    description: 'Published posts, newest first. Users who can edit them also see other statuses.',
    operationId: `list${pascalCase(base)}`,
    args: { ...POST_LIST_ARGS, ...narrowing },
    permission: readCapability,
    returns: { type: 'array', items: schema },
    async handler(request) {
      const { args } = request;
      const context = await listContext(request, args.context);
      const reaches = await reachesOf(request, args.status);
      const order = args.order ?? (DESCENDING.has(args.orderby) ? 'desc' : 'asc');
      const { posts, total } = await findPosts(
        db,
        {
          type: type.name,
          reaches,
          viewer: request,
          search: args.search,
          authors: args.author,
          notAuthors: args.author_exclude,
          include: args.include,
          exclude: args.exclude,
          slugs: args.slug,
          parents: await knownParents(request, args.parent),
          notParents: await knownParents(request, args.parent_exclude),
          locale: args.locale,
          inTerms: termIds(args, ''),
          notInTerms: termIds(args, '_exclude').flat(),
          after: toDate(args.after, parts.site),
          before: toDate(args.before, parts.site),
          modifiedAfter: toDate(args.modified_after, parts.site),
          modifiedBefore: toDate(args.modified_before, parts.site),
        },
        { by: args.orderby, direction: order },
        { limit: args.per_page, offset: offsetOf(args) },
      );
      // A `map_meta_cap` filter can hide single posts, which the query cannot know.
      const items = await views.many(await readable(visibility, request, posts), request, context);
      return paginate(items, pageOf(args, total));
    },
  });

  declare({
    method: 'GET',
    path: `${path}/{id}`,
    summary: `Read a post of the type ${singular}`,
    description: 'Returns an `ETag`. Send it as `If-Match` with a change.',
    operationId: `get${one}`,
    args: { id: ID_ARG, context: CONTEXT_ARG },
    permission: readCapability,
    returns: schema,
    async handler(request) {
      const post = await visible(request);
      const { context } = request.args;
      if (context === 'edit') await requireRight(request, 'edit_post', { ...EDIT_CONTEXT, object: post });
      return respondWith(post, request, context);
    },
  });

  declare({
    method: 'POST',
    path,
    summary: `Create a post of the type ${singular}`,
    operationId: `create${one}`,
    args: { ...writable, ...sorting },
    permission: capabilities.edit,
    allowBatch: true,
    idempotency: 'accepted',
    returns: schema,
    successStatus: 201,
    bodyLimit: BODY_LIMIT,
    async handler(request) {
      const input = toPostInput(request.args, taxonomies);
      if (!input.title?.trim() && !input.content?.trim() && !input.excerpt?.trim()) {
        throw new HostError('empty_content', 'Requires a title, a content or an excerpt.', { status: 400 });
      }
      assertMetaKeys(input.meta, fields);
      await assertRights(request, type, taxonomies, input, null);
      await assertKnownParent(request, input.parentId);
      const writer = writerOf(request, await request.can('unfiltered_html'));
      const post = await publishing.create(type.name, { ...input, title: input.title ?? '' }, writer);
      return respondWith(post, request, 'edit', 201);
    },
  });

  declare({
    method: ['PUT', 'PATCH', 'POST'],
    path: `${path}/{id}`,
    summary: `Update a post of the type ${singular}`,
    description:
      'Absent fields stay unchanged. With `version` or `If-Match`, a change to an outdated version fails with 412.',
    operationId: `update${one}`,
    args: {
      ...writable,
      ...sorting,
      id: ID_ARG,
      version: { type: 'integer', minimum: 1, description: 'Version that the change is based on.' },
    },
    permission: { capability: 'edit_post', object: visible },
    allowBatch: true,
    returns: schema,
    bodyLimit: BODY_LIMIT,
    async handler(request) {
      const input = toPostInput(request.args, taxonomies);
      assertMetaKeys(input.meta, fields);
      const writer = writerOf(request, await request.can('unfiltered_html'));
      const post = await change(request, 'edit_post', request.args.version, async (before, version) => {
        await assertRights(request, type, taxonomies, input, before);
        if (input.parentId !== before.parentId) await assertKnownParent(request, input.parentId);
        return publishing.update(before.id, input, writer, version);
      });
      return respondWith(post, request, 'edit');
    },
  });

  declare({
    method: 'DELETE',
    path: `${path}/{id}`,
    summary: `Move a post of the type ${singular} to the trash, or delete it permanently`,
    operationId: `delete${one}`,
    args: { id: ID_ARG, force: { type: 'boolean', default: false, description: 'Delete permanently.' } },
    permission: { capability: 'delete_post', object: visible },
    allowBatch: true,
    returns: {
      anyOf: [
        schema,
        {
          title: `Deleted${one}`,
          ...record('Deleted post.', { deleted: { type: 'boolean' }, previous: schema }),
        },
      ],
    },
    async handler(request) {
      const writer = writerOf(request, false);
      if (request.args.force) {
        const previous = await change(request, 'delete_post', undefined, async (before, version) => {
          const seen = await views.one(before, request, 'edit');
          await publishing.delete(before.id, writer, version);
          return seen;
        });
        return { deleted: true, previous };
      }
      const trashed = await change(request, 'delete_post', undefined, (before, version) => {
        if (before.status !== 'trash') return publishing.update(before.id, { status: 'trash' }, writer, version);
        throw new HostError('rest_already_trashed', 'The post is already in the trash.', { status: 410 });
      });
      return respondWith(trashed, request, 'edit');
    },
  });

  /**
   * Changes a post in the version for which the permission was checked. Unless the caller named a version, a
   * concurrent change makes it load the post, check and try again.
   */
  async function change<T>(
    request: RestRequest,
    right: 'edit_post' | 'delete_post',
    requested: number | undefined,
    work: (before: Post, version: number) => Promise<T>,
  ): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      const before = await visible(request);
      const expected = requested ?? matchedVersion(request, before);
      await requireRight(request, right, {
        code: 'rest_forbidden',
        message: 'Your account cannot do that.',
        object: before,
      });
      try {
        return await work(before, expected ?? before.lockVersion);
      } catch (error) {
        const isOvertaken = error instanceof HostError && error.code === VERSION_CONFLICT;
        if (!isOvertaken || expected !== undefined || attempt === CHANGE_ATTEMPTS) throw error;
      }
    }
  }

  async function listContext(request: RestRequest, context: PostContext): Promise<PostContext> {
    if (context === 'edit') await requireRight(request, capabilities.edit, EDIT_CONTEXT);
    return context;
  }

  async function reachesOf(request: RestRequest, requested: readonly string[] = []): Promise<Reaches> {
    const statuses = requested.includes('any') ? ANY : (requested as readonly PostStatus[]);
    const visibleStatuses = statuses.length > 0 ? statuses : (['publish'] as const);
    const others = visibleStatuses.filter((status) => status !== 'publish');
    if (others.length > 0 && !(await request.can(capabilities.edit))) {
      const isPrivate = others.every((status) => status === 'private');
      const message = 'Your account cannot list unpublished posts.';
      const capability = isPrivate ? capabilities.readPrivate : capabilities.edit;
      await requireRight(request, capability, { code: 'rest_forbidden_status', message });
    }
    return visibility.reaches(request, type, visibleStatuses);
  }

  /** Drops the parents the caller may not read. */
  async function knownParents(request: RestRequest, ids: readonly number[] | undefined): Promise<number[] | undefined> {
    if (ids === undefined) return undefined;
    const parents = await Promise.all(ids.map(async (id) => (id === 0 ? null : parts.posts.get(id))));
    const found = await readable(
      visibility,
      request,
      parents.filter((post) => post !== null),
    );
    return ids.filter((id) => id === 0 || found.some((post) => post.id === id));
  }

  async function assertKnownParent(request: RestRequest, id: number | undefined): Promise<void> {
    if (id === undefined || id === 0 || (await knownParents(request, [id]))?.length) return;
    const message = `The parent ${id} does not exist.`;
    throw new HostError('rest_invalid_param', message, { status: 400, params: { parent: message } });
  }

  function termIds(args: object, ending: string): (readonly number[])[] {
    return taxonomies.flatMap(({ rest: place }) => {
      const ids = place ? (args as Record<string, unknown>)[place.base + ending] : undefined;
      return Array.isArray(ids) ? [ids as number[]] : [];
    });
  }
}

/** Maximum attempts of an unconditional change when concurrent changes come first. */
const CHANGE_ATTEMPTS = 20;

const EDIT_CONTEXT = { code: 'rest_forbidden_context', message: 'context=edit requires permission to edit posts.' };
const DESCENDING: ReadonlySet<string> = new Set(['date', 'modified', 'relevance', 'id']);

/** Writable members that the post type supports. */
function writableArguments({ supports, hierarchical }: PostType): typeof WRITABLE {
  const left = new Set<string>();
  if (!supports.includes('content')) for (const name of ['content', 'content_format']) left.add(name);
  if (!supports.includes('excerpt')) left.add('excerpt');
  if (!supports.includes('author')) left.add('author');
  if (!supports.includes('featured-media')) left.add('featured_media');
  if (!supports.includes('menu-order')) left.add('menu_order');
  if (!supports.includes('meta')) left.add('meta');
  if (!hierarchical) left.add('parent');
  // Arguments that are left out are never set, as if not sent.
  return Object.fromEntries(Object.entries(WRITABLE).filter(([name]) => !left.has(name))) as typeof WRITABLE;
}

/** @throws HostError 412 `rest_post_version_conflict` if no ETag of `If-Match` is the post's */
function matchedVersion({ headers }: RestRequest, post: Post): number | undefined {
  const verdict = matchTags(headers['if-match'], `"p${post.id}-v${post.lockVersion}-`);
  if (verdict === 'mismatch') throw versionConflict(post);
  return verdict === 'match' ? post.lockVersion : undefined;
}
