import { randomUUID } from 'node:crypto';
import { type OwnedRest, paginate, type RestRequest, respond } from '../../../index.js';
import { EVERYTHING } from '../access/visibility.js';
import { type CategoryInput, noParent } from '../categories.js';
import { cannotReassign } from '../category-delete.js';
import { appearanceOf, translationKeyOfCategory } from '../category-members.js';
import type { Category } from '../category-tree.js';
import type { CategoryView } from '../category-view.js';
import { forbidden, invalidParam } from '../errors.js';
import type { KnowledgeBase } from '../knowledge-base.js';
import { ACCESS_RULE_ARG, assertMayManage, ruleIdFor } from './access-rule.js';
import {
  COLLECTION_ARGS,
  CONTEXT_ARG,
  ID_ARG,
  LOCALE_ARG,
  NAMESPACE,
  ORDER_ARG,
  offsetOf,
  pageOf,
  TITLE_ARG,
} from './arguments.js';
import { assertMedia, SEO_ARG, type SeoArgs, toSeo } from './article-fields.js';
import { existingCategory } from './existing-category.js';
import { contextOf, LIST_ARGS, listFor } from './list-articles.js';
import { ARTICLES } from './schemas/articles.js';
import { CATEGORIES, CATEGORY, DELETED_CATEGORY } from './schemas/categories.js';

const TAGS = ['Knowledge base: categories'];

const WRITABLE = {
  slug: { type: 'string', minLength: 1, maxLength: 191 },
  description: { type: 'string', maxLength: 100_000, description: 'Markdown, shown above the articles.' },
  parent: { type: 'integer', minimum: 0, description: '0 for the top level.' },
  order: ORDER_ARG,
  locale: LOCALE_ARG,
  icon: { type: ['string', 'null'], maxLength: 50 },
  color: { type: ['string', 'null'], pattern: '^#[0-9A-Fa-f]{6}$' },
  image: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: 'Id in the media library.' },
  seo: SEO_ARG,
  translation_of: {
    type: ['integer', 'null'],
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'A category that says the same in another language; null for none.',
  },
  access_rule: ACCESS_RULE_ARG,
} as const;

const CATEGORY_CONTEXT_ARG = {
  ...CONTEXT_ARG,
  description: 'edit counts what nobody but managers may know of, and needs manage_kb_categories.',
} as const;

/** Categories: list, read, their articles, create, change, delete. */
export function registerCategoryRoutes(rest: OwnedRest, kb: KnowledgeBase): void {
  const { access, categories, categoryView: viewOf, navigation } = kb;

  /** A category as this request sees it: with the articles counted that it may read. */
  async function view(category: Category, request: RestRequest, context = 'edit'): Promise<CategoryView> {
    const viewer = access.viewerOf(request);
    const visibility = await access.visibility(viewer);
    const total = await totalFor(context, request);
    return viewOf(category, { counts: await navigation.counts(visibility), viewer, visibility, total });
  }

  /** @throws HostError 401 or 403 for `edit` without the right to manage categories */
  async function totalFor(context: string, request: RestRequest): Promise<Counts | null> {
    if (context !== 'edit') return null;
    if (await request.can('manage_kb_categories')) return navigation.counts(EVERYTHING);
    const message = 'context=edit is for those who may manage categories.';
    throw forbidden('rest_forbidden_context', message, 'manage_kb_categories', request);
  }

  /** @throws HostError 400 `vendor_kb_invalid_param` for files that this caller does not find */
  async function assertPictures(
    { image, seo }: { image?: number; seo?: SeoArgs },
    before: Pick<Category, 'meta'>,
    request: RestRequest,
  ): Promise<void> {
    const shown = appearanceOf(before);
    await assertMedia(kb, { name: 'image', id: image, before: shown.image }, request);
    await assertMedia(kb, { name: 'seo', id: seo?.og_image, before: shown.seo.og_image }, request);
  }

  /** @throws HostError 400 `vendor_kb_invalid_param` for a parent that is closed to this caller */
  async function assertParent(parent: number | undefined, present: number, request: RestRequest): Promise<void> {
    if (parent === undefined || parent === present) return;
    const { admitsCategory } = await access.visibility(access.viewerOf(request));
    if (!admitsCategory(parent)) throw noParent(parent);
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
      offset: COLLECTION_ARGS.offset,
      context: CATEGORY_CONTEXT_ARG,
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
      const isMeant = (category: Category): boolean =>
        (!word || category.name.toLowerCase().includes(word)) && (!args.include || args.include.includes(category.id));
      // A tree shows what is meant with all that stands above it.
      const keeps = (category: Category): boolean =>
        isLeft(category) && (isMeant(category) || (args.tree && category.children.some(keeps)));
      const compare = comparison(counts, args.orderby, args.order);
      const sorted = categories
        .tree()
        .all()
        .filter((category) => (parent === undefined || category.parentId === parent) && keeps(category))
        .sort(compare);
      const start = offsetOf(args);
      const look = { counts, viewer, visibility, total, ...(args.tree ? { tree: { keeps, compare } } : {}) };
      const shown = sorted.slice(start, start + args.per_page);
      const items = await Promise.all(shown.map((category) => viewOf(category, look)));
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
    summary: 'List the articles of a category',
    description: 'The published ones in their order; with the right to edit also others.',
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
      const { args, user } = request;
      const ruleId = await ruleIdFor(kb, args.access_rule, null, request);
      await assertPictures(args, { meta: {} }, request);
      await assertParent(args.parent, 0, request);
      const input = { ...toInput(args), ruleId, name: args.name };
      const locale = input.locale ?? kb.site.locale;
      const category = await withTranslation(request, { id: 0, locale }, input, (joined) =>
        categories.create({ ...input, ...joined }, { user, source: 'rest' }),
      );
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
      const before = await existingCategory(kb, args.id, request);
      const { id, parentId } = before;
      await assertPictures(args, before, request);
      await assertParent(args.parent, parentId, request);
      const ruleId = await ruleIdFor(kb, args.access_rule, access.rules.ofCategory(id), request);
      if (args.parent !== undefined && args.parent !== parentId) await assertMayFree([parentId], request);
      const changes = { ...toInput(args, before.meta), ruleId, ...(args.name ? { name: args.name } : {}) };
      const place = { id, locale: changes.locale ?? before.locale };
      const category = await withTranslation(request, place, changes, (joined) =>
        categories.update(id, { ...changes, ...joined }, { user, source: 'rest' }),
      );
      return view(category, request);
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
      const before = await existingCategory(kb, args.id, request);
      if (args.reassign && !(await access.visibility(access.viewerOf(request))).admitsCategory(args.reassign)) {
        throw cannotReassign(args.reassign, before.locale);
      }
      await assertMayFree(categories.tree().subtree(args.id), request);
      const previous = await view(before, request);
      const options = { reassign: args.reassign, children: args.children };
      await categories.delete(args.id, options, { user, source: 'rest' });
      return { deleted: true, previous };
    },
  });

  /** Does a save, and has it share a key with the category that the body says it is a translation of. */
  function withTranslation(
    request: RestRequest<{ translation_of?: number | null }>,
    { id, locale }: Pick<Category, 'id' | 'locale'>,
    { meta }: CategoryInput,
    save: (joined: CategoryInput) => Promise<Category>,
  ): Promise<Category> {
    const { translation_of: of } = request.args;
    if (of === undefined) return save({});
    if (of === null) return save({ meta: { ...meta, translation_key: null } });
    return kb.db.transaction(async () => {
      const other = await existingCategory(kb, of, request);
      const key = translationKeyOfCategory(other) ?? randomUUID();
      const twin = categories
        .tree()
        .all()
        .find(
          (each) => each.id !== id && each.locale === locale.toLowerCase() && translationKeyOfCategory(each) === key,
        );
      if (twin || other.locale === locale.toLowerCase()) {
        throw invalidParam('translation_of', `The category ${of} is there in the locale "${locale}" already.`);
      }
      if (translationKeyOfCategory(other) === null) {
        await categories.update(of, { meta: { translation_key: key } }, { user: request.user, source: 'rest' });
      }
      return save({ meta: { ...meta, translation_key: key } });
    });
  }
}

type Counts = ReadonlyMap<number, number>;

function countBelow(kb: KnowledgeBase, counts: Counts, category: Category): number {
  const ids = kb.categories.tree().subtree(category.id);
  return ids.reduce((sum, id) => sum + (counts.get(id) ?? 0), 0);
}

function comparison(
  counts: Counts,
  by: 'order' | 'name' | 'count',
  direction: 'asc' | 'desc' = 'asc',
): (one: Category, other: Category) => number {
  const upwards = (one: Category, other: Category): number => {
    if (by === 'name') return one.name.localeCompare(other.name);
    if (by === 'count') return (counts.get(one.id) ?? 0) - (counts.get(other.id) ?? 0);
    return one.order - other.order || one.id - other.id;
  };
  return direction === 'asc' ? upwards : (one, other) => upwards(other, one);
}

function toInput(
  args: {
    slug?: string;
    description?: string;
    parent?: number;
    order?: number;
    locale?: string;
    icon?: string | null;
    color?: string | null;
    image?: number;
    seo?: SeoArgs;
  },
  before: Category['meta'] = {},
): CategoryInput {
  const { slug, description, parent, order, locale, icon, color, image, seo } = args;
  const appearance = { icon, color, image, seo: seo && { ...(before.seo as object | undefined), ...toSeo(seo) } };
  const meta = Object.fromEntries(Object.entries(appearance).filter(([, value]) => value !== undefined));
  return {
    ...(slug === undefined ? {} : { slug }),
    ...(description === undefined ? {} : { description }),
    ...(parent === undefined ? {} : { parentId: parent }),
    ...(order === undefined ? {} : { order }),
    ...(locale === undefined ? {} : { locale }),
    ...(Object.keys(meta).length === 0 ? {} : { meta }),
  };
}
