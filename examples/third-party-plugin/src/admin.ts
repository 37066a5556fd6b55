import {
  type AdminFormsData,
  type AdminListData,
  adminForm,
  formError,
  listQuery,
  listTable,
  type OwnedAdmin,
} from 'mortise/admin';
import { MAX_PORTIONS } from './recipe.js';
import type { Recipes } from './recipes.js';

/** Registers the recipe list and a page that confirms deletion. */
export function registerAdmin(admin: OwnedAdmin, recipes: Recipes): void {
  admin.section({ name: 'recipes', title: 'Recipes', order: 30 });

  admin.page({
    path: '/recipes',
    title: 'All recipes',
    capability: 'manage_recipes',
    icon: 'document',
    section: 'recipes',
    template: 'core/admin/list',
    heading: (_data, { link }) => ({
      lead: 'All recipes of this site.',
      actions: [{ label: 'Add recipe', link: link('/recipes/add'), primary: true }],
    }),
    async load(request): Promise<AdminListData> {
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
        empty: { text: 'No recipes yet.', action: { label: 'Add recipe', link: request.link('/recipes/add') } },
      });
      return { strings: request.strings, table };
    },
  });

  admin.page({
    path: '/recipes/add',
    title: 'Add recipe',
    capability: 'edit_recipes',
    parent: '/recipes',
    template: 'core/admin/forms',
    load(request): AdminFormsData {
      const form = adminForm(request, {
        action: 'add',
        fields: [
          { kind: 'text', name: 'title', label: 'Title', required: true, maxLength: 200 },
          { kind: 'textarea', name: 'method', label: 'Method', rows: 10 },
          { kind: 'number', name: 'portions', label: 'Portions', value: 4, min: 1, max: MAX_PORTIONS, required: true },
        ],
        submit: 'Add',
      });
      return { strings: request.strings, definitions: [], items: [], forms: [form], links: [] };
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

  admin.page({
    path: '/recipes/{id}/delete',
    title: 'Delete recipe',
    capability: 'manage_recipes',
    parent: '/recipes',
    template: 'core/admin/forms',
    async load(request): Promise<AdminFormsData> {
      const { title } = await recipes.require(Number(request.params.id));
      const form = adminForm(request, {
        action: 'delete',
        description: 'This cannot be undone.',
        fields: [],
        submit: 'Delete',
        danger: true,
        cancel: { label: 'Cancel', link: request.link('/recipes') },
      });
      return { strings: request.strings, definitions: [], items: [title], forms: [form], links: [] };
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
