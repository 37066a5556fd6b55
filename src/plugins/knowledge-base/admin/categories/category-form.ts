import {
  type AdminRequest,
  type FieldDefinition,
  formError,
  idOf,
  type PluginContext,
  type Strings,
  type SubmittedForm,
} from '../../../../index.js';
import { appearanceOf } from '../../category-members.js';
import type { Category } from '../../category-tree.js';
import type { KnowledgeBase } from '../../knowledge-base.js';
import type { CategoryArgs } from '../../saving/save-category.js';
import { accessFields, submittedRule } from '../writing/access-fields.js';

/** What is shown of a category: of a new one where it stands, and nothing else. */
export type ShownCategory = Pick<
  Category,
  'name' | 'slug' | 'description' | 'locale' | 'parentId' | 'order' | 'meta'
> & {
  readonly id: number;
};

/** The fields of a category. */
export async function categoryFormFields(
  kb: KnowledgeBase,
  request: AdminRequest,
  category: ShownCategory,
  texts: Strings,
  access: Pick<PluginContext['access'], 'roles'>,
): Promise<FieldDefinition[]> {
  const { text } = texts;
  const { icon, color, image, seo } = appearanceOf(category);
  const parent = kb.categories.tree().get(category.parentId);
  const number = (value: number): string | number => (value === 0 ? '' : value);
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
    { kind: 'text', name: 'icon', label: text('categories.icon'), value: icon ?? '', maxLength: 50 },
    { kind: 'text', name: 'color', label: text('categories.color'), hint: '#8f4318', value: color ?? '', maxLength: 7 },
    {
      kind: 'number',
      name: 'image',
      label: text('write.picture'),
      hint: text('write.picture-hint'),
      value: number(image),
      min: 1,
    },
    { kind: 'text', name: 'seo_title', label: text('write.seo-title'), value: seo.title, maxLength: 200 },
    {
      kind: 'textarea',
      name: 'seo_description',
      label: text('write.seo-description'),
      value: seo.description,
      rows: 2,
      maxLength: 500,
    },
    { kind: 'url', name: 'seo_canonical', label: text('write.seo-canonical'), value: seo.canonical, maxLength: 2000 },
    { kind: 'checkbox', name: 'seo_noindex', label: text('write.seo-noindex'), checked: seo.noindex },
    {
      kind: 'number',
      name: 'seo_image',
      label: text('write.seo-image'),
      hint: text('write.picture-hint'),
      value: number(seo.og_image),
      min: 1,
    },
    ...((await request.can('manage_kb_access'))
      ? accessFields(kb.access.rules.ofCategory(category.id), texts, access)
      : []),
  ];
}

/** What was sent of it. @throws HostError 422 `form_invalid` */
export function submittedCategory(
  kb: KnowledgeBase,
  form: SubmittedForm,
  id: number,
  { text }: Strings,
): CategoryArgs & { name: string } {
  const plain = (name: string): string => form.text(name).replaceAll('\r\n', '\n').trim();
  const [name, color, order] = [plain('name'), plain('color'), plain('order')];
  const locale = plain('locale').toLowerCase() || kb.site.locale;
  const path = plain('parent')
    .replace(/^\/+|\/+$/g, '')
    .normalize('NFC');
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
  const rule = submittedRule(form, kb.access.rules.ofCategory(id));
  return {
    name,
    ...(slug === '' ? {} : { slug }),
    description: plain('description').slice(0, 100_000),
    parent: parent?.id ?? 0,
    ...(order === '' ? {} : { order: Number(order) }),
    locale,
    icon: plain('icon').slice(0, 50) || null,
    color: color || null,
    image: idOf(plain('image')) ?? 0,
    seo: {
      title: plain('seo_title').slice(0, 200),
      description: plain('seo_description').slice(0, 500),
      canonical: canonical.slice(0, 2000),
      noindex: form.isChecked('seo_noindex'),
      og_image: idOf(plain('seo_image')) ?? 0,
    },
    ...(rule ? { access_rule: rule } : {}),
  };
}
