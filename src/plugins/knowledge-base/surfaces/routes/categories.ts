import { type OwnedRest, paginate, type RestRequest, respond } from '../../../../rest.js';
import type { KnowledgeBase } from '../../content/knowledge-base.js';
import type { CategoryView } from '../../content/views/category-view.js';
import { EVERYTHING } from '../../domain/access/visibility.js';
import type { Category } from '../../domain/categories/category-tree.js';
import { forbidden, invalidParam } from '../../domain/errors.js';
import { LOCALE_ARG } from '../../domain/locale.js';
import { createCategory, removeCategory, updateCategory } from '../saving/save-category.js';
import { ACCESS_RULE_ARG } from './access-rule.js';
import {
  COLLECTION_ARGS,
  CONTEXT_ARG,
  ID_ARG,
  NAMESPACE,
  ORDER_ARG,
  offsetOf,
  pageOf,
  TEXTS_ARG,
  TITLE_ARG,
} from './arguments.js';
import { SEO_ARG } from './article-fields.js';
import { existingCategory } from './existing-category.js';
import { contextOf, LIST_ARGS, listFor } from './list-articles.js';
import { ARTICLES } from './schemas/articles.js';
import { CATEGORIES, CATEGORY, DELETED_CATEGORY } from './schemas/categories.js';

const TAGS = ['Knowledge base: categories'];

const WRITABLE = {
  slug: { type: 'string', minLength: 1, maxLength: 191 },
  description: { type: 'string', maxLength: 100_000, description: 'Markdown shown above the articles.' },
  parent: { type: 'integer', minimum: 0, description: '0: top level.' },
  order: ORDER_ARG,
  locale: LOCALE_ARG,
  icon: { type: ['string', 'null'], maxLength: 50 },
  color: { type: ['string', 'null'], pattern: '^#[0-9A-Fa-f]{6}$' },
  image: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: 'Media library ID.' },
  seo: SEO_ARG,
  translation_of: {
    type: ['integer', 'null'],
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'Category in another language that this is a translation of; null: none.',
  },
  access_rule: ACCESS_RULE_ARG,
} as const;

const CATEGORY_CONTEXT_ARG = {
  ...CONTEXT_ARG,
  description: 'edit includes hidden articles in counts and requires manage_kb_categories.',
} as const;

/** Registers the routes for categories and their articles. */
export function registerCategoryRoutes(rest: OwnedRest, kb: KnowledgeBase): void {
  const { access, categories, categoryView: viewOf, navigation } = kb;

  /** Builds a category for this request, counting the articles that it may read. */
  async function view(category: Category, request: RestRequest, context = 'edit'): Promise<CategoryView> {
    const viewer = access.viewerOf(request);
    const visibility = await access.visibility(viewer);
    const total = await totalFor(context, request);
    return viewOf(category, { counts: await navigation.counts(visibility), viewer, visibility, total });
  }

  /** Returns the total counts for `edit`. @throws HostError 401 or 403 without permission to manage categories */
  async function totalFor(context: string, request: RestRequest): Promise<Counts | null> {
    if (context !== 'edit') return null;
    if (await request.can('manage_kb_categories')) return navigation.counts(EVERYTHING);
    const message = 'context=edit requires permission to manage categories.';
    throw forbidden('rest_forbidden_context', message, 'manage_kb_categories', request);
  }

  /** Returns the categories of an article; none if the caller may not read it. */
  async function categoriesOf(id: number, request: RestRequest): Promise<readonly number[]> {
    const article = await kb.articles.get(id);
    return article && (await access.accessTo(article, request)).allowed ? article.categoryIds : [];
  }

  rest.route(NAMESPACE, {
    method: 'GET',
    path: '/categories',
    summary: 'List categories',
    operationId: 'listCategories',
    tags: TAGS,
    args: {
      page: COLLECTION_ARGS.page,
      per_page: COLLECTION_ARGS.per_page,
      offset: COLLECTION_ARGS.offset,
      context: CATEGORY_CONTEXT_ARG,
      order: COLLECTION_ARGS.order,
      search: COLLECTION_ARGS.search,
      include: COLLECTION_ARGS.include,
      exclude: COLLECTION_ARGS.exclude,
      slug: TEXTS_ARG,
      parent: { type: 'integer', minimum: 0 },
      post: { ...ID_ARG, description: 'Only the categories of this article.' },
      hide_empty: {
        type: 'boolean',
        default: false,
        description: 'Only categories with articles in them or in descendants.',
      },
      tree: { type: 'boolean', default: false, description: 'As a tree: the top level with its children.' },
      locale: { type: 'string' },
      orderby: {
        type: 'string',
        enum: ['order', 'id', 'include', 'name', 'slug', 'count'],
        default: 'order',
        description: '`include` requires include, and keeps its order.',
      },
    },
    permission: 'public',
    returns: CATEGORIES,
    async handler(request) {
      const { args } = request;
      const viewer = access.viewerOf(request);
      const visibility = await access.visibility(viewer);
      const counts = await navigation.counts(visibility);
      const total = await totalFor(args.context, request);
      const locale = args.locale?.toLowerCase();
      const word = args.search?.toLowerCase();
      const parent = args.tree ? (args.parent ?? 0) : args.parent;
      const isLeft = (category: Category): boolean =>
        visibility.admitsCategory(category.id) &&
        (!locale || category.locale === locale) &&
        !args.exclude?.includes(category.id) &&
        (!args.hide_empty || countBelow(kb, counts, category) > 0);
      const ofArticle = args.post === undefined ? null : await categoriesOf(args.post, request);
      const isMeant = ({ id, name, slug }: Category): boolean =>
        (!word || name.toLowerCase().includes(word)) &&
        (!args.include || args.include.includes(id)) &&
        (!args.slug || args.slug.includes(slug)) &&
        (!ofArticle || ofArticle.includes(id));
      // A tree includes the ancestors of every match.
      const keeps = (category: Category): boolean =>
        isLeft(category) && (isMeant(category) || (args.tree && category.children.some(keeps)));
      const compare = comparison(counts, args);
      const sorted = categories
        .tree()
        .all()
        .filter((category) => (parent === undefined || category.parentId === parent) && keeps(category))
        .sort(compare);
      const start = offsetOf(args);
      const look = { counts, viewer, visibility, total, ...(args.tree ? { tree: { keeps, compare } } : {}) };
      const pageCategories = sorted.slice(start, start + args.per_page);
      const items = await Promise.all(pageCategories.map((category) => viewOf(category, look)));
      return paginate(items, pageOf(args, sorted.length), 'vendor_kb_invalid_page');
    },
  });

  rest.route(NAMESPACE, {
    method: 'GET',
    path: '/categories/{id}',
    summary: 'Read a category',
    operationId: 'getCategory',
    tags: TAGS,
    args: { id: ID_ARG, context: CATEGORY_CONTEXT_ARG },
    permission: 'public',
    returns: CATEGORY,
    async handler(request) {
      const category = await access.readableCategory(categories.get(request.args.id), request);
      return view(category, request, request.args.context);
    },
  });

  rest.route(NAMESPACE, {
    method: 'GET',
    path: '/categories/{id}/articles',
    summary: 'List articles of a category',
    description: 'Published articles in order. Users who can edit articles also see other statuses.',
    operationId: 'listArticlesOfCategory',
    tags: TAGS,
    args: { ...LIST_ARGS, id: ID_ARG, orderby: { ...LIST_ARGS.orderby, default: 'order' } },
    permission: 'public',
    returns: ARTICLES,
    async handler(request) {
      const { args } = request;
      const context = await contextOf(args.context, request);
      const category = await access.readableCategory(categories.get(args.id), request);
      const ids = args.subtree ? categories.tree().subtree(category.id) : [category.id];
      const { articles, total } = await listFor(kb, ids, request);
      const items = await kb.views.many(articles, request, context);
      return paginate(items, pageOf(args, total), 'vendor_kb_invalid_page');
    },
  });

  rest.route(NAMESPACE, {
    method: 'POST',
    path: '/categories',
    summary: 'Create a category',
    operationId: 'createCategory',
    tags: TAGS,
    args: { ...WRITABLE, name: { ...TITLE_ARG, required: true } },
    permission: 'manage_kb_categories',
    allowBatch: true,
    idempotency: 'accepted',
    returns: CATEGORY,
    successStatus: 201,
    strictBody: true,
    async handler(request) {
      const category = await createCategory(kb, request.args, { reader: request, source: 'rest' });
      return respond(await view(category, request), {
        status: 201,
        headers: { Location: kb.restUrl(`/categories/${category.id}`) },
      });
    },
  });

  rest.route(NAMESPACE, {
    method: ['PUT', 'PATCH'],
    path: '/categories/{id}',
    summary: 'Change a category',
    description: 'Absent fields stay unchanged.',
    operationId: 'updateCategory',
    tags: TAGS,
    args: { ...WRITABLE, id: ID_ARG, name: TITLE_ARG },
    permission: 'manage_kb_categories',
    allowBatch: true,
    returns: CATEGORY,
    strictBody: true,
    async handler(request) {
      const { id, ...changes } = request.args;
      const category = await updateCategory(kb, id, changes, { reader: request, source: 'rest' });
      return view(category, request);
    },
  });

  rest.route(NAMESPACE, {
    method: 'DELETE',
    path: '/categories/{id}',
    summary: 'Delete a category',
    description: 'Fails with 409 if it has content and no target is given.',
    operationId: 'deleteCategory',
    tags: TAGS,
    args: {
      id: ID_ARG,
      reassign: {
        type: 'integer',
        minimum: 0,
        description: 'New category of its articles; 0: none.',
      },
      children: { type: 'string', enum: ['lift', 'delete'], description: 'Treatment of subcategories.' },
    },
    permission: 'manage_kb_categories',
    allowBatch: true,
    returns: DELETED_CATEGORY,
    async handler(request) {
      const { id, ...options } = request.args;
      const previous = await view(await existingCategory(kb, id, request), request);
      await removeCategory(kb, id, options, { reader: request, source: 'rest' });
      return { deleted: true, previous };
    },
  });
}

type CategoryOrder = 'order' | 'id' | 'include' | 'name' | 'slug' | 'count';

type Counts = ReadonlyMap<number, number>;

function countBelow(kb: KnowledgeBase, counts: Counts, category: Category): number {
  const ids = kb.categories.tree().subtree(category.id);
  return ids.reduce((sum, id) => sum + (counts.get(id) ?? 0), 0);
}

function comparison(
  counts: Counts,
  { orderby, order, include }: { orderby: CategoryOrder; order?: 'asc' | 'desc'; include?: readonly number[] },
): (one: Category, other: Category) => number {
  if (orderby === 'include') {
    if (!include) throw invalidParam('orderby', 'include requires include.');
    return (one, other) => include.indexOf(one.id) - include.indexOf(other.id);
  }
  const upwards = (one: Category, other: Category): number => {
    if (orderby === 'id') return one.id - other.id;
    if (orderby === 'name') return one.name.localeCompare(other.name);
    if (orderby === 'slug') return one.slug.localeCompare(other.slug);
    if (orderby === 'count') return (counts.get(one.id) ?? 0) - (counts.get(other.id) ?? 0);
    return one.order - other.order || one.id - other.id;
  };
  return order === 'desc' ? (one, other) => upwards(other, one) : upwards;
}
