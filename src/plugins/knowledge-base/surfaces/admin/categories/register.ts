import {
  type ActionOutcome,
  type AdminRequest,
  type AreaRequest,
  adminForm,
  formError,
  hiddenFields,
  orderingTexts,
  type SubmittedForm,
} from '../../../../../admin.js';
import type { PluginContext } from '../../../../../index.js';
import { idOf } from '../../../../../pages.js';
import { trimSlashes } from '../../../../../utilities.js';
import type { KbArea } from '../../../catalogues.js';
import type { KnowledgeBase } from '../../../content/knowledge-base.js';
import { orderKey } from '../../../domain/article-order/numbers.js';
import { languageName } from '../../pages/visit.js';
import { existingCategory } from '../../routes/existing-category.js';
import { createCategory, removeCategory, updateCategory } from '../../saving/save-category.js';
import { CATEGORY_PATH, ORDER_PATH, pathOf } from '../article-form/paths.js';
import { categoryFormFields, submittedCategory } from './category-form.js';
import { draggedTo, visibleSiblings } from './dragged.js';
import { MOVES, moveCategory, putInOrder } from './move.js';
import type { CategoriesPage } from './template-data.js';
import { treeRows } from './tree-rows.js';

const TREE_PATH = '/kb/categories';
const NEW_PATH = '/kb/categories/new';
const SIGNS = { up: '↑', down: '↓', in: '→', out: '←' } as const;

/** Registers the category tree page with its edit and move actions. */
export function registerCategories(area: KbArea, access: PluginContext['access'], kb: KnowledgeBase): void {
  const textOf = ({ query }: AdminRequest, name: string): string =>
    typeof query[name] === 'string' ? query[name] : '';
  const saver = (request: AdminRequest) => ({ reader: request, source: 'admin' as const });

  async function load(request: AreaRequest): Promise<CategoriesPage> {
    const { texts: strings } = request;
    const { text, number } = strings;
    const tree = kb.categories.tree();
    const visibility = await kb.access.visibility(kb.access.viewerOf(request));
    const counts = await kb.navigation.counts(visibility);
    const locales = [...(await kb.navigation.locales())].sort();
    const locale = locales.find((locale) => locale === textOf(request, 'locale')) ?? kb.site.locale;
    const below = idOf(textOf(request, 'below')) ?? 0;
    const search = textOf(request, 'search').trim().slice(0, 200);
    const page = idOf(textOf(request, 'page')) ?? 1;
    const { rows, isLevel, pages } = treeRows(tree, visibility.admitsCategory, { locale, below, search, page });
    const { ofCategory } = kb.access.rules.snapshot();
    const mayOrder = await request.can('edit_others_kb_articles');
    const address = (query: Record<string, string>): string => request.link(TREE_PATH, { locale, ...query });
    return {
      strings,
      search: { action: request.link(TREE_PATH), value: search, locale },
      locales:
        locales.length < 2
          ? []
          : locales.map((each) => ({
              label: languageName(each),
              link: request.link(TREE_PATH, { locale: each }),
              current: each === locale,
            })),
      crumbs:
        below === 0
          ? []
          : [
              { label: text('categories.title'), link: address({}) },
              ...tree.ancestry(below).map(({ id, name }) => ({ label: name, link: address({ below: String(id) }) })),
            ],
      form: { action: request.link(TREE_PATH, request.query), hidden: hiddenFields(request, 'move') },
      texts: orderingTexts(request.strings, { sides: true }),
      rows: rows.map((category) => {
        const { id, name, depth, children, parentId } = category;
        const siblings = visibleSiblings(tree, visibility, category);
        const isFirst = siblings[0] === category;
        const can = { up: !isFirst, down: siblings.at(-1) !== category, in: !isFirst, out: parentId !== 0 };
        const count = counts.get(id) ?? 0;
        return {
          id,
          name,
          depth: isLevel ? 1 : depth,
          link: request.link(pathOf(CATEGORY_PATH, id)),
          count: text('category.count', { count }),
          isGuarded: ofCategory.has(id),
          // Search results are listed without their siblings, so they have no position.
          list:
            search === ''
              ? { seen: orderKey(siblings), first: siblings.indexOf(category) + 1, total: siblings.length }
              : null,
          below:
            isLevel && children.length > 0
              ? {
                  label: text('categories.below', { count: number(children.length) }),
                  link: address({ below: String(id) }),
                }
              : null,
          add: { label: text('categories.add-below'), link: request.link(NEW_PATH, { parent: String(id) }) },
          order: mayOrder && count > 1 ? { label: text('order.of'), link: request.link(pathOf(ORDER_PATH, id)) } : null,
          aside: { in: can.in ? `in ${id}` : null, out: can.out ? `out ${id}` : null },
          buttons: MOVES.filter((move) => can[move]).map((move) => ({
            value: `${move} ${id}`,
            sign: SIGNS[move],
            label: text(`categories.move-${move}`, { name }),
          })),
        };
      }),
      pages: Array.from({ length: pages > 1 ? pages : 0 }, (_, index) => ({
        label: number(index + 1),
        link: address({ below: below === 0 ? '' : String(below), search, page: String(index + 1) }),
        current: index + 1 === page,
      })),
    };
  }

  area.page({
    path: TREE_PATH,
    title: 'categories.title',
    capability: 'manage_kb_categories',
    icon: 'document',
    section: 'content',
    order: 22,
    template: 'kb/admin/categories',
    stylesheets: ['kb/categories.css'],
    scripts: ['core/ordering.js'],
    load,
    heading: (_data, { link, texts }) => ({
      actions: [{ label: texts.text('categories.new'), link: link(NEW_PATH), primary: true }],
    }),
    actions: {
      async move(request, form) {
        const { text } = request.texts;
        const [name = '', id = ''] = form.text('step').split(' ');
        const move = MOVES.find((each) => each === name);
        if (!move && name !== 'order') throw formError({}, request.strings.text('admin.no-action'));
        const category = await existingCategory(kb, idOf(id) ?? 0, request);
        const moved = move
          ? await moveCategory(kb, category, move, saver(request))
          : await putInOrder(kb, category, await draggedTo(kb, category, request, form), saver(request));
        if (!moved) return { notice: text('categories.at-end', { name: category.name }) };
        return { notice: text('categories.moved', { name: category.name, place: moved.place, total: moved.total }) };
      },
    },
  });

  area.page({
    path: NEW_PATH,
    parent: TREE_PATH,
    title: 'categories.new',
    capability: 'manage_kb_categories',
    scripts: ['core/complete.js'],
    async load(request) {
      const { texts: strings } = request;
      const above = kb.categories.tree().get(idOf(textOf(request, 'parent')) ?? 0);
      const blank = {
        id: 0,
        name: '',
        slug: '',
        description: '',
        order: 0,
        meta: {},
        locale: above?.locale ?? kb.site.locale,
        parentId: above?.id ?? 0,
      };
      const fields = await categoryFormFields(kb, request, blank, strings, access);
      return {
        forms: [adminForm(request, { action: 'create', fields, submit: strings.text('categories.create') })],
      };
    },
    actions: {
      async create(request, form) {
        const { texts } = request;
        const { name } = await createCategory(kb, await submittedCategory(kb, request, form, 0, texts), saver(request));
        return { to: TREE_PATH, notice: texts.text('categories.created', { name }) };
      },
    },
  });

  area.page({
    path: CATEGORY_PATH,
    parent: TREE_PATH,
    title: 'categories.edit',
    capability: 'manage_kb_categories',
    scripts: ['core/complete.js'],
    async load(request) {
      const { texts: strings } = request;
      const { text } = strings;
      const category = await existingCategory(kb, idOf(request.params.id) ?? 0, request);
      return {
        title: category.name,
        forms: [
          adminForm(request, {
            action: 'save',
            fields: await categoryFormFields(kb, request, category, strings, access),
          }),
          adminForm(request, {
            action: 'delete',
            title: text('categories.delete'),
            description: text('categories.delete-about'),
            danger: true,
            submit: text('categories.delete'),
            fields: [
              {
                kind: 'select',
                name: 'children',
                label: text('categories.children'),
                value: '',
                options: (['', 'lift', 'delete'] as const).map((value) => ({
                  value,
                  label: text(`categories.children-${value || 'none'}`),
                })),
              },
              {
                kind: 'text',
                name: 'reassign',
                label: text('categories.reassign'),
                hint: text('categories.reassign-hint'),
              },
            ],
          }),
        ],
      };
    },
    actions: {
      async save(request, form) {
        const { texts } = request;
        const id = idOf(request.params.id) ?? 0;
        await updateCategory(kb, id, await submittedCategory(kb, request, form, id, texts), saver(request));
        return { notice: texts.text('write.saved') };
      },
      delete: remove,
    },
  });

  async function remove(request: AreaRequest<'id'>, form: SubmittedForm): Promise<ActionOutcome> {
    const { text } = request.texts;
    const category = await existingCategory(kb, idOf(request.params.id) ?? 0, request);
    const typed = trimSlashes(form.text('reassign').trim());
    const target = kb.categories.tree().byPath(category.locale, typed.normalize('NFC'));
    if (typed !== '' && typed !== '0' && !target) {
      throw formError({ reassign: text('write.place-unknown', { path: typed }) });
    }
    const children = (['lift', 'delete'] as const).find((each) => each === form.text('children'));
    const reassign = typed === '' ? undefined : (target?.id ?? 0);
    await removeCategory(kb, category.id, { children, reassign }, saver(request));
    return { to: TREE_PATH, notice: text('categories.deleted', { name: category.name }) };
  }
}
