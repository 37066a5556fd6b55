import { type AdminRequest, type FieldDefinition, formError, type SubmittedForm } from '../../../../../admin.js';
import type { PluginContext } from '../../../../../index.js';
import type { Strings } from '../../../../../text.js';
import { trimSlashes } from '../../../../../utilities.js';
import type { KnowledgeBase } from '../../../content/knowledge-base.js';
import { appearanceOf } from '../../../domain/categories/category-members.js';
import type { Category } from '../../../domain/categories/category-tree.js';
import type { CategoryArgs } from '../../saving/save-category.js';
import { accessFields, submittedRule } from '../article-form/access-fields.js';
import { seoFields, submittedSeo } from '../article-form/seo-fields.js';
import { choicesPath } from '../autocomplete/paths.js';
import { meantPeople, peopleLines } from '../autocomplete/people.js';
import { meantPicture, pictureLine } from '../autocomplete/pictures.js';

/** Category values shown in the form. A new category has only its place. */
export type CategoryFormValues = Pick<
  Category,
  'name' | 'slug' | 'description' | 'locale' | 'parentId' | 'order' | 'meta'
> & {
  readonly id: number;
};

/** Returns the fields of the category form. */
export async function categoryFormFields(
  kb: KnowledgeBase,
  request: AdminRequest,
  category: CategoryFormValues,
  texts: Strings,
  access: Pick<PluginContext['access'], 'roles'>,
): Promise<FieldDefinition[]> {
  const { text } = texts;
  const { icon, color, image, seo } = appearanceOf(category);
  const parent = kb.categories.tree().get(category.parentId);
  const choices = (kind: 'people' | 'pictures'): string => request.link(choicesPath('manage_kb_categories', kind));
  const picture = async (name: string, label: string, id: number): Promise<FieldDefinition> => ({
    kind: 'text',
    name,
    label: text(label),
    hint: text('naming.picture-hint'),
    value: await pictureLine(kb, id, request),
    complete: choices('pictures'),
    maxLength: 500,
  });
  const accessFieldsOf = async (): Promise<FieldDefinition[]> => {
    const rule = kb.access.rules.ofCategory(category.id);
    const lines = await peopleLines(kb, rule?.users ?? [], request);
    return accessFields(rule, texts, access, { lines, complete: choices('people') });
  };
  const folded = (title: string, fields: readonly FieldDefinition[]): FieldDefinition[] =>
    fields.map((field) => (field.kind === 'hidden' ? field : { ...field, fold: text(title) }));
  return [
    {
      kind: 'text',
      name: 'name',
      label: text('categories.name'),
      value: category.name,
      maxLength: 200,
      required: true,
    },
    {
      kind: 'text',
      name: 'slug',
      label: text('panel-slug'),
      hint: text('panel-slug-made'),
      value: category.slug,
      maxLength: 191,
    },
    {
      kind: 'textarea',
      name: 'description',
      label: text('categories.description'),
      hint: 'Markdown',
      value: category.description,
      rows: 4,
    },
    {
      kind: 'text',
      name: 'parent',
      label: text('categories.parent'),
      hint: text('categories.parent-hint'),
      value: parent?.path ?? '',
    },
    {
      kind: 'number',
      name: 'order',
      label: text('categories.order'),
      hint: text('write.order-hint'),
      value: category.order,
    },
    {
      kind: 'text',
      name: 'locale',
      label: text('write.locale'),
      value: category.locale,
      maxLength: 35,
      required: true,
    },
    ...folded('categories.fold-look', [
      { kind: 'text', name: 'icon', label: text('categories.icon'), value: icon ?? '', maxLength: 50 },
      {
        kind: 'text',
        name: 'color',
        label: text('categories.color'),
        hint: '#8f4318',
        value: color ?? '',
        maxLength: 7,
      },
      await picture('image', 'write.picture', image),
    ]),
    ...folded('write.group-seo', seoFields(seo, await picture('seo_image', 'write.seo-image', seo.og_image), texts)),
    ...folded('panel-access', (await request.can('manage_kb_access')) ? await accessFieldsOf() : []),
  ];
}

/** Reads the submitted category. @throws HostError 422 `form_invalid` */
export async function submittedCategory(
  kb: KnowledgeBase,
  request: AdminRequest,
  form: SubmittedForm,
  id: number,
  texts: Strings,
): Promise<CategoryArgs & { name: string }> {
  const { text } = texts;
  const plain = (name: string): string => form.text(name).replaceAll('\r\n', '\n').trim();
  const [name, color, order] = [plain('name'), plain('color'), plain('order')];
  const locale = plain('locale').toLowerCase() || kb.site.locale;
  const path = trimSlashes(plain('parent')).normalize('NFC');
  const parent = path === '' ? undefined : kb.categories.tree().byPath(locale, path);
  const canonical = plain('seo_canonical');
  const errors = {
    ...((name === '' || [...name].length > 200) && { name: text('write.need-title') }),
    ...(color !== '' && !/^#[0-9a-f]{6}$/i.test(color) && { color: text('categories.no-color') }),
    ...(order !== '' && !/^-?\d{1,6}$/.test(order) && { order: text('write.number') }),
    ...(path !== '' && !parent && { parent: text('write.place-unknown', { path }) }),
    ...(canonical !== '' && !/^https?:\/\/\S+$/.test(canonical) && { seo_canonical: text('write.seo-canonical-hint') }),
  };
  if (Object.keys(errors).length > 0) throw formError(errors);
  const slug = plain('slug');
  const present = kb.access.rules.ofCategory(id);
  const appearance = appearanceOf(kb.categories.tree().get(id) ?? { meta: {} });
  const people = { field: 'access_users', before: present?.users ?? [] };
  const rule = submittedRule(form, present, await meantPeople(kb, request, plain('access_users'), people, texts));
  const picture = (field: string, before: number) => meantPicture(kb, request, plain(field), { field, before }, texts);
  return {
    name,
    ...(slug === '' ? {} : { slug }),
    description: plain('description').slice(0, 100_000),
    parent: parent?.id ?? 0,
    ...(order === '' ? {} : { order: Number(order) }),
    locale,
    icon: plain('icon').slice(0, 50) || null,
    color: color || null,
    image: await picture('image', appearance.image),
    seo: submittedSeo(form, await picture('seo_image', appearance.seo.og_image)),
    ...(rule ? { access_rule: rule } : {}),
  };
}
