import type { Database } from '../../database/database.js';
import { HostError } from '../../errors.js';
import type { Registry } from '../../rest/registry.js';
import { paginate, respond } from '../../rest/response.js';
import type { Argument, RestRequest, RouteDefinition } from '../../rest/route.js';
import type { JsonSchema } from '../../schema/schema.js';
import type { Site } from '../../site.js';
import { postNotFound } from '../post-errors.js';
import type { Post } from '../posts.js';
import { type TermEditing, type TermInput, termNotFound } from '../term-editing.js';
import { type CountedTerm, findTerms, TERM_ORDERS, type TermFilter } from '../term-query.js';
import type { ContentTypes } from '../types/content-types.js';
import type { Taxonomy } from '../types/taxonomy.js';
import type { Visibility } from '../visibility.js';
import { LINKS, pascalCase, record } from './post-schema.js';
import { CONTEXT_ARG, ID_ARG, LIST_ARGS, LOCALE_ARG, NAMESPACE, offsetOf, pageOf, requireRight } from './shared.js';

export interface TermRouteParts {
  readonly registry: Registry;
  readonly db: Database;
  readonly site: Site;
  readonly types: ContentTypes;
  readonly posts: { get(id: number): Promise<Post | null> };
  readonly visibility: Visibility;
  readonly termEditing: TermEditing;
}

const PARENT = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER } as const;

const TERM_LIST_ARGS = {
  ...LIST_ARGS,
  orderby: { type: 'string', enum: TERM_ORDERS, default: 'name' },
  hide_empty: { type: 'boolean', default: false, description: 'Only terms with published posts.' },
  post: { ...ID_ARG, required: false, description: 'Terms of this post, the primary one first.' },
  locale: LOCALE_ARG,
} as const;

const WRITABLE_TERM = {
  name: { type: 'string', minLength: 1, maxLength: 200 },
  slug: { type: 'string', maxLength: 1000 },
  description: { type: 'string', maxLength: 100_000, description: 'Plain text.' },
  locale: LOCALE_ARG,
} as const;

/** Declares the routes of a taxonomy (list, read, create, update, delete) in WordPress's format. */
export function declareTermRoutes(taxonomy: Taxonomy, parts: TermRouteParts): void {
  const { rest, capabilities, labels } = taxonomy;
  if (!rest) return;
  const { base } = rest;
  const { registry, db, site, types, posts, visibility, termEditing } = parts;
  const one = pascalCase(taxonomy.name);
  const schema = termSchema(taxonomy);
  const tags = [`Content: ${base}`];
  const singular = typeof labels.singular === 'string' ? labels.singular.toLowerCase() : taxonomy.name;
  const path = `/${base}`;
  // Only hierarchical taxonomies have a `parent` argument. In the others it is never sent.
  const inside = (taxonomy.hierarchical ? { parent: PARENT } : {}) as { readonly parent: typeof PARENT };

  const restUrl = (below: string): string => site.url(`${site.root}/${NAMESPACE}${below}`);

  function view(term: CountedTerm): Record<string, unknown> {
    const sorted = types.typesOf(taxonomy).flatMap((type) => (type.rest ? [type.rest.base] : []));
    return {
      id: term.id,
      count: term.count,
      description: term.description,
      link: null,
      name: term.name,
      slug: term.slug,
      taxonomy: term.taxonomy,
      locale: term.locale,
      ...(taxonomy.hierarchical ? { parent: term.parentId } : {}),
      meta: {},
      _links: {
        self: [{ href: restUrl(`${path}/${term.id}`) }],
        collection: [{ href: restUrl(path) }],
        ...(taxonomy.hierarchical && term.parentId !== 0
          ? { up: [{ embeddable: true, href: restUrl(`${path}/${term.parentId}`) }] }
          : {}),
        'wp:post_type': sorted.map((place) => ({ href: restUrl(`/${place}?${base}=${term.id}`) })),
      },
    };
  }

  const filterOf = (more: Omit<TermFilter, 'taxonomy' | 'countedTypes'>): TermFilter => ({
    ...more,
    taxonomy: taxonomy.name,
    countedTypes: types.typesOf(taxonomy).flatMap((type) => (type.public && !type.managed ? [type.name] : [])),
  });

  async function counted(id: number): Promise<CountedTerm> {
    const [term] = (await findTerms(db, filterOf({ include: [id] }), BY_NAME, { limit: 1, offset: 0 })).terms;
    if (!term) throw termNotFound(id);
    return term;
  }

  function declare<const A extends Readonly<Record<string, Argument>>>(
    definition: Omit<RouteDefinition<string, A>, 'tags'>,
  ): void {
    registry.route(NAMESPACE, { ...definition, tags } as RouteDefinition<string, A>, taxonomy.owner);
  }

  async function assertContext(request: RestRequest, context: string): Promise<void> {
    if (context === 'edit') await requireRight(request, capabilities.assign, EDIT_CONTEXT);
  }

  declare({
    method: 'GET',
    path,
    summary: `List terms: ${base}`,
    operationId: `list${one}Terms`,
    args: { ...TERM_LIST_ARGS, ...inside },
    permission: 'public',
    returns: { type: 'array', items: schema },
    async handler(request) {
      const { args } = request;
      await assertContext(request, args.context);
      const post = args.post === undefined ? undefined : await posts.get(args.post);
      // Callers who may not read the post must not see its terms.
      if (post === null || (post && !(await visibility.canRead(request, post)))) throw postNotFound(args.post ?? 0);
      const filter = filterOf({
        search: args.search,
        include: args.include,
        exclude: args.exclude,
        slugs: args.slug,
        parent: args.parent,
        post: post?.id,
        locale: args.locale,
        hideEmpty: args.hide_empty,
      });
      const by = post && request.query.orderby === undefined ? 'menu_order' : args.orderby;
      const order = { by, direction: args.order ?? 'asc' } as const;
      const found = await findTerms(db, filter, order, { limit: args.per_page, offset: offsetOf(args) });
      return paginate(found.terms.map(view), pageOf(args, found.total));
    },
  });

  declare({
    method: 'GET',
    path: `${path}/{id}`,
    summary: `Read a term: ${singular}`,
    operationId: `get${one}Term`,
    args: { id: ID_ARG, context: CONTEXT_ARG },
    permission: 'public',
    returns: schema,
    async handler(request) {
      await assertContext(request, request.args.context);
      return view(await counted(request.args.id));
    },
  });

  declare({
    method: 'POST',
    path,
    summary: `Create a term: ${singular}`,
    operationId: `create${one}Term`,
    args: { ...WRITABLE_TERM, ...inside, name: { ...WRITABLE_TERM.name, required: true } },
    permission: capabilities.manage,
    allowBatch: true,
    idempotency: 'accepted',
    returns: schema,
    successStatus: 201,
    async handler({ args, user }) {
      const term = await termEditing.create(
        taxonomy,
        { ...toTermInput(args), name: args.name },
        { user, source: 'rest' },
      );
      const headers = { Location: restUrl(`${path}/${term.id}`) };
      return respond(view({ ...term, count: 0 }), { status: 201, headers });
    },
  });

  declare({
    method: ['PUT', 'PATCH', 'POST'],
    path: `${path}/{id}`,
    summary: `Change a term: ${singular}`,
    description: 'Absent fields stay unchanged.',
    operationId: `update${one}Term`,
    args: { ...WRITABLE_TERM, ...inside, id: ID_ARG },
    permission: capabilities.manage,
    allowBatch: true,
    returns: schema,
    async handler({ args, user }) {
      const term = await termEditing.update(taxonomy, args.id, toTermInput(args), { user, source: 'rest' });
      return view(await counted(term.id));
    },
  });

  declare({
    method: 'DELETE',
    path: `${path}/{id}`,
    summary: `Delete a term: ${singular}`,
    description:
      'Removes it from its posts and moves its children up one level. Terms have no trash: pass `force=true`.',
    operationId: `delete${one}Term`,
    args: { id: ID_ARG, force: { type: 'boolean', default: false } },
    permission: capabilities.manage,
    allowBatch: true,
    returns: {
      title: `Deleted${one}Term`,
      ...record('Deleted term.', { deleted: { type: 'boolean' }, previous: schema }),
    },
    async handler({ args, user }) {
      const previous = view(await counted(args.id));
      if (!args.force) {
        const message = 'Terms cannot be moved to the trash. Send force=true to delete it.';
        throw new HostError('rest_trash_not_supported', message, { status: 501 });
      }
      await termEditing.delete(taxonomy, args.id, { user, source: 'rest' });
      return { deleted: true, previous };
    },
  });
}

const BY_NAME = { by: 'name', direction: 'asc' } as const;
const EDIT_CONTEXT = { code: 'rest_forbidden_context', message: 'context=edit requires permission to assign terms.' };

function toTermInput(args: {
  name?: string;
  slug?: string;
  description?: string;
  parent?: number;
  locale?: string;
}): TermInput {
  const { name, slug, description, parent, locale } = args;
  return { name, slug, description, parentId: parent, locale };
}

function termSchema({ name, hierarchical }: Taxonomy): JsonSchema {
  return {
    title: `${pascalCase(name)}Term`,
    ...record(`Term of the taxonomy ${name}.`, {
      id: { type: 'integer', minimum: 1 },
      count: { type: 'integer', minimum: 0, description: 'Number of published posts.' },
      description: { type: 'string' },
      link: { type: ['string', 'null'], description: 'Always null: terms have no page.' },
      name: { type: 'string', description: 'Plain text.' },
      slug: { type: 'string' },
      taxonomy: { type: 'string' },
      locale: { type: 'string', description: 'BCP 47, lowercase.' },
      ...(hierarchical
        ? { parent: { type: 'integer', minimum: 0, description: 'ID of the parent term; 0: top level.' } as const }
        : {}),
      meta: { type: 'object', description: 'Empty.', additionalProperties: {} },
      _links: LINKS,
    }),
  };
}
