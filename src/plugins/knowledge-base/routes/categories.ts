import { type OwnedRest, paginate, respond } from '../../../index.js';
import { findArticles } from '../article-query.js';
import type { CategoryInput } from '../categories.js';
import type { Category } from '../category-tree.js';
import { createCategoryView } from '../category-view.js';
import type { KnowledgeBase } from '../knowledge-base.js';
import { COLLECTION_ARGS, ID_ARG, NAMESPACE, offsetOf, pageOf, TITLE_ARG } from './arguments.js';
import { ARTICLES } from './schemas/articles.js';
import { CATEGORIES, CATEGORY, DELETED_CATEGORY } from './schemas/categories.js';

const TAGS = ['Knowledge base: categories'];

const WRITABLE = {
  slug: { type: 'string', minLength: 1, maxLength: 191 },
  description: { type: 'string', maxLength: 100_000, description: 'Markdown, shown above the articles.' },
  parent: { type: 'integer', minimum: 0, description: '0 for the top level.' },
  order: { type: 'integer' },
  locale: { type: 'string', pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$', maxLength: 35 },
  icon: { type: ['string', 'null'], maxLength: 50 },
} as const;

/** Categories: list, read, their articles, create, change, delete. */
export function registerCategoryRoutes(rest: OwnedRest, kb: KnowledgeBase): void {
  const { categories } = kb;
  const viewOf = createCategoryView(kb);
  const view = async (category: Category) => viewOf(category, await categories.counts());

  rest.route(NAMESPACE, {
    method: 'GET',
    path: '/categories',
    summary: 'List categories',
    operationId: 'listCategories',
    tags: TAGS,
    args: {
      page: COLLECTION_ARGS.page,
      per_page: COLLECTION_ARGS.per_page,
      order: COLLECTION_ARGS.order,
      search: COLLECTION_ARGS.search,
      include: COLLECTION_ARGS.include,
      exclude: COLLECTION_ARGS.exclude,
      parent: { type: 'integer', minimum: 0 },
      hide_empty: { type: 'boolean', default: false, description: 'Only those with articles in them or below.' },
      tree: { type: 'boolean', default: false, description: 'Nested: the top level with its children.' },
      locale: { type: 'string' },
      orderby: { type: 'string', enum: ['order', 'name', 'count'], default: 'order' },
    },
    permission: 'public',
    returns: CATEGORIES,
    async handler({ args }) {
      const counts = await categories.counts();
      const locale = args.locale?.toLowerCase();
      const word = args.search?.toLowerCase();
      const parent = args.tree ? (args.parent ?? 0) : args.parent;
      const found = categories
        .tree()
        .all()
        .filter(
          (category) =>
            (!locale || category.locale === locale) &&
            (parent === undefined || category.parentId === parent) &&
            (!word || category.name.toLowerCase().includes(word)) &&
            (!args.include || args.include.includes(category.id)) &&
            !args.exclude?.includes(category.id) &&
            (!args.hide_empty || countBelow(kb, counts, category) > 0),
        );
      const sorted = found.sort(comparison(counts, args.orderby));
      if (args.order === 'desc') sorted.reverse();
      const start = offsetOf(args);
      const items = sorted
        .slice(start, start + args.per_page)
        .map((category) => viewOf(category, counts, { tree: args.tree }));
      return paginate(items, pageOf(args, sorted.length), 'vendor_kb_invalid_page');
    },
  });

  rest.route(NAMESPACE, {
    method: 'GET',
    path: '/categories/{id}',
    summary: 'Read a category',
    operationId: 'getCategory',
    tags: TAGS,
    args: { id: ID_ARG },
    permission: 'public',
    returns: CATEGORY,
    handler: ({ args }) => view(categories.get(args.id)),
  });

  rest.route(NAMESPACE, {
    method: 'GET',
    path: '/categories/{id}/articles',
    summary: 'List the published articles of a category',
    operationId: 'listArticlesOfCategory',
    tags: TAGS,
    args: {
      ...COLLECTION_ARGS,
      id: ID_ARG,
      subtree: { type: 'boolean', default: false, description: 'Also what is below the category.' },
      orderby: { type: 'string', enum: ['date', 'modified', 'title', 'order'], default: 'order' },
    },
    permission: 'public',
    returns: ARTICLES,
    async handler(request) {
      const { args } = request;
      categories.get(args.id);
      const { articles, total } = await findArticles(
        kb.db,
        {
          statuses: ['publish'],
          categories: args.subtree ? categories.tree().subtree(args.id) : [args.id],
          search: args.search,
          include: args.include,
          exclude: args.exclude,
        },
        { by: args.orderby, direction: args.order ?? 'asc' },
        { limit: args.per_page, offset: offsetOf(args) },
      );
      const items = await kb.views.many(articles, request, 'view');
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
    async handler({ args }) {
      const category = await categories.create({ ...toInput(args), name: args.name });
      return respond(await view(category), {
        status: 201,
        headers: { Location: kb.restUrl(`/categories/${category.id}`) },
      });
    },
  });

  rest.route(NAMESPACE, {
    method: ['PUT', 'PATCH'],
    path: '/categories/{id}',
    summary: 'Change a category',
    description: 'What is not sent stays.',
    operationId: 'updateCategory',
    tags: TAGS,
    args: { ...WRITABLE, id: ID_ARG, name: TITLE_ARG },
    permission: 'manage_kb_categories',
    allowBatch: true,
    returns: CATEGORY,
    strictBody: true,
    async handler({ args }) {
      return view(await categories.update(args.id, { ...toInput(args), ...(args.name ? { name: args.name } : {}) }));
    },
  });

  rest.route(NAMESPACE, {
    method: 'DELETE',
    path: '/categories/{id}',
    summary: 'Delete a category',
    description: 'Refused (409) while there is something in it and nothing is said of where that goes.',
    operationId: 'deleteCategory',
    tags: TAGS,
    args: {
      id: ID_ARG,
      reassign: {
        type: 'integer',
        minimum: 0,
        description: 'Where its articles go; 0 leaves them without a category.',
      },
      children: { type: 'string', enum: ['lift', 'delete'], description: 'What becomes of the categories below.' },
    },
    permission: 'manage_kb_categories',
    allowBatch: true,
    returns: DELETED_CATEGORY,
    async handler({ args }) {
      const previous = await view(categories.get(args.id));
      await categories.delete(args.id, { reassign: args.reassign, children: args.children });
      return { deleted: true, previous };
    },
  });
}

type Counts = ReadonlyMap<number, number>;

function countBelow(kb: KnowledgeBase, counts: Counts, category: Category): number {
  const ids = kb.categories.tree().subtree(category.id);
  return ids.reduce((sum, id) => sum + (counts.get(id) ?? 0), 0);
}

function comparison(counts: Counts, by: 'order' | 'name' | 'count'): (a: Category, b: Category) => number {
  if (by === 'name') return (a, b) => a.name.localeCompare(b.name);
  if (by === 'count') return (a, b) => (counts.get(a.id) ?? 0) - (counts.get(b.id) ?? 0);
  return (a, b) => a.order - b.order || a.id - b.id;
}

function toInput(args: {
  slug?: string;
  description?: string;
  parent?: number;
  order?: number;
  locale?: string;
  icon?: string | null;
}): CategoryInput {
  const { slug, description, parent, order, locale, icon } = args;
  return {
    ...(slug === undefined ? {} : { slug }),
    ...(description === undefined ? {} : { description }),
    ...(parent === undefined ? {} : { parentId: parent }),
    ...(order === undefined ? {} : { order }),
    ...(locale === undefined ? {} : { locale }),
    ...(icon === undefined ? {} : { meta: { icon } }),
  };
}
