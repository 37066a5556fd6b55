import { type OwnedRest, paginate, type RestRequest, respond } from '../../../index.js';
import { findArticles } from '../article-query.js';
import type { CategoryInput } from '../categories.js';
import type { Category } from '../category-tree.js';
import { type CategoryView, createCategoryView } from '../category-view.js';
import type { KnowledgeBase } from '../knowledge-base.js';
import { ACCESS_RULE_ARG, assertMayManage, ruleIdFor } from './access-rule.js';
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
  access_rule: ACCESS_RULE_ARG,
} as const;

/** Categories: list, read, their articles, create, change, delete. */
export function registerCategoryRoutes(rest: OwnedRest, kb: KnowledgeBase): void {
  const { access, categories, navigation } = kb;
  const viewOf = createCategoryView(kb);

  /** A category as this request sees it: with the articles counted that it may read. */
  async function view(category: Category, request: RestRequest): Promise<CategoryView> {
    const visibility = await access.visibility(access.viewerOf(request));
    return viewOf(category, { counts: await navigation.counts(visibility), visibility });
  }

  /** @throws HostError 401 or 403 where what is in the category would come out from below its rule */
  async function assertMayFree(ids: readonly number[], request: RestRequest): Promise<void> {
    const { ofCategory } = access.rules.snapshot();
    const above = ids.flatMap((id) => categories.tree().ancestry(id));
    if (above.some(({ id }) => ofCategory.has(id))) await assertMayManage(request);
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
    async handler(request) {
      const { args } = request;
      const visibility = await access.visibility(access.viewerOf(request));
      const counts = await navigation.counts(visibility);
      const locale = args.locale?.toLowerCase();
      const word = args.search?.toLowerCase();
      const parent = args.tree ? (args.parent ?? 0) : args.parent;
      const found = categories
        .tree()
        .all()
        .filter(
          (category) =>
            visibility.admitsCategory(category.id) &&
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
        .map((category) => viewOf(category, { counts, visibility, tree: args.tree }));
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
    handler: async (request) => view(await access.readableCategory(categories.get(request.args.id), request), request),
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
      const category = await access.readableCategory(categories.get(args.id), request);
      const { articles, total } = await findArticles(
        kb.db,
        {
          visibility: await access.visibility(access.viewerOf(request)),
          statuses: ['publish'],
          categories: args.subtree ? categories.tree().subtree(category.id) : [category.id],
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
    async handler(request) {
      const { args, user } = request;
      const ruleId = await ruleIdFor(kb, args.access_rule, null, request);
      const input = { ...toInput(args), ruleId, name: args.name };
      const category = await categories.create(input, { user, source: 'rest' });
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
    description: 'What is not sent stays.',
    operationId: 'updateCategory',
    tags: TAGS,
    args: { ...WRITABLE, id: ID_ARG, name: TITLE_ARG },
    permission: 'manage_kb_categories',
    allowBatch: true,
    returns: CATEGORY,
    strictBody: true,
    async handler(request) {
      const { args, user } = request;
      const { id, parentId } = categories.get(args.id);
      const ruleId = await ruleIdFor(kb, args.access_rule, access.rules.ofCategory(id), request);
      if (args.parent !== undefined && args.parent !== parentId) await assertMayFree([parentId], request);
      const input = { ...toInput(args), ruleId, ...(args.name ? { name: args.name } : {}) };
      return view(await categories.update(id, input, { user, source: 'rest' }), request);
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
    async handler(request) {
      const { args, user } = request;
      await assertMayFree(categories.tree().subtree(args.id), request);
      const previous = await view(categories.get(args.id), request);
      const options = { reassign: args.reassign, children: args.children };
      await categories.delete(args.id, options, { user, source: 'rest' });
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
