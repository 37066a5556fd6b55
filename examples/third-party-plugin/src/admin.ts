import { adminForm, createErrorTexts, formError, listQuery, listTable, type OwnedAdmin, pagePart } from 'mortise/admin';
import { MAX_PORTIONS } from './recipe.js';
import type { Recipes } from './recipes.js';

/** Texts of the titles. A translated plugin reads them with `readCatalogues`. */
const TEXTS = {
  recipes: 'All recipes',
  'recipes-lead': 'All recipes of this site.',
  add: 'Add recipe',
  delete: 'Delete recipe',
};

/** Registers the recipe list and a page that confirms deletion. */
export function registerAdmin(admin: OwnedAdmin, recipes: Recipes): void {
  admin.section({ name: 'recipes', title: 'Recipes', order: 30 });

  const area = admin.area({
    path: '/recipes',
    texts: { en: TEXTS },
    capability: 'manage_recipes',
    errors: createErrorTexts('acme_'),
  });

  area.page({
    path: '/recipes',
    title: 'recipes',
    lead: 'recipes-lead',
    icon: 'document',
    section: 'recipes',
    heading: (_data, { link, texts: { text } }) => ({
      actions: [{ label: text('add'), link: link('/recipes/add'), primary: true }],
    }),
    async load(request) {
      const { text } = request.texts;
      const query = listQuery(request, { sortable: ['title', 'times_cooked'] });
      const { search, page, perPage, direction } = query;
      const found = await recipes.list({ search, page, perPage, direction, orderBy: query.orderBy ?? 'title' });
      const table = listTable(request, query, {
        caption: 'Recipes',
        search: 'Search by title',
        columns: [
          { name: 'title', label: 'Title', sortable: true },
          { name: 'portions', label: 'Portions', numeric: true },
          { name: 'times_cooked', label: 'Cooked', sortable: true, numeric: true },
        ],
        rows: found.recipes.map(({ id, title, portions, timesCooked }) => ({
          id,
          label: title,
          cells: { title: { text: title, link: `/recipes/${id}` }, portions, times_cooked: timesCooked },
          actions: [{ label: 'Delete', link: request.link(`/recipes/${id}/delete`), danger: true }],
        })),
        total: found.total,
        empty: { text: 'No recipes yet.', action: { label: text('add'), link: request.link('/recipes/add') } },
      });
      return { sections: [pagePart({ table })] };
    },
  });

  area.page({
    path: '/recipes/add',
    title: 'add',
    capability: 'edit_recipes',
    load(request) {
      const form = adminForm(request, {
        action: 'add',
        fields: [
          { kind: 'text', name: 'title', label: 'Title', required: true, maxLength: 200 },
          { kind: 'textarea', name: 'method', label: 'Method', rows: 10 },
          { kind: 'number', name: 'portions', label: 'Portions', value: 4, min: 1, max: MAX_PORTIONS, required: true },
        ],
        submit: 'Add',
      });
      return { forms: [form] };
    },
    actions: {
      async add({ user }, form) {
        const title = form.text('title').trim();
        const portions = Number(form.text('portions'));
        if (title === '') throw formError({ title: 'Enter a title.' });
        if (!Number.isInteger(portions) || portions < 1 || portions > MAX_PORTIONS) {
          throw formError({ portions: `Write a number from 1 to ${MAX_PORTIONS}.` });
        }
        await recipes.create({ title, method: form.text('method'), portions }, user);
        return { to: '/recipes', notice: `${title} has been added.` };
      },
    },
  });

  area.page({
    path: '/recipes/{id}/delete',
    title: 'delete',
    async load(request) {
      const { title } = await recipes.require(Number(request.params.id));
      const form = adminForm(request, {
        action: 'delete',
        description: 'This cannot be undone.',
        fields: [],
        submit: 'Delete',
        danger: true,
        cancel: { label: 'Cancel', link: request.link('/recipes') },
      });
      return { title, forms: [form] };
    },
    actions: {
      async delete({ params }) {
        const { id, title } = await recipes.require(Number(params.id));
        await recipes.delete(id);
        return { to: '/recipes', notice: `${title} has been deleted.` };
      },
    },
  });
}
