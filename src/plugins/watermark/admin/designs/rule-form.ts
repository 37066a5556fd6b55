import type { Users } from '../../../../access.js';
import { type FieldDefinition, type FieldOption, formError, type SubmittedForm } from '../../../../admin.js';
import type { Database } from '../../../../database.js';
import type { Strings } from '../../../../text.js';
import { type Design, type DesignRule, keyOf } from '../../settings/designs.js';
import { MIME_TYPES, TYPE_LABELS } from '../../settings/schema.js';

/** Fields of the rule, in the order of the page. */
export const RULE_FIELDS = [
  'name',
  'when.mime_types',
  'when.categories',
  'when.uploaders',
  'when.min_width',
  'when.max_width',
  'when.min_height',
  'when.max_height',
] as const;
const SIZES = ['min_width', 'max_width', 'min_height', 'max_height'] as const;
/** Maximum number of categories offered. */
const MAX_CATEGORIES = 500;
const MAX_PIXELS = 100_000;

interface Parts {
  readonly db: Pick<Database, 'query'>;
  readonly users: Pick<Users, 'byLogin' | 'get'>;
  /** Names of the taxonomies that are tags. */
  readonly tags: readonly string[];
}

/** Builds the fields for the name and the rule of a design. */
export async function ruleFields(
  { name, when }: Pick<Design, 'name' | 'when'>,
  { db, users, tags }: Parts,
  { text }: Strings,
): Promise<FieldDefinition[]> {
  const categories = await categoryOptions({ db, tags });
  const logins = await Promise.all((when.uploaders ?? []).map(async (id) => (await users.get(id))?.login ?? []));
  return [
    { kind: 'text', name: 'name', label: text('designs.name'), value: name, required: true, maxLength: 100 },
    {
      kind: 'checkboxes',
      name: 'when.mime_types',
      label: text('design.mime_types'),
      values: when.mime_types ?? [],
      options: MIME_TYPES.map((type) => ({ value: type, label: TYPE_LABELS[type] })),
    },
    ...(categories.length === 0
      ? []
      : [
          {
            kind: 'checkboxes' as const,
            name: 'when.categories',
            label: text('designs.categories'),
            hint: text('designs.categories-hint'),
            values: (when.categories ?? []).map(String),
            options: categories,
          },
        ]),
    {
      kind: 'text',
      name: 'when.uploaders',
      label: text('designs.uploaders'),
      hint: text('designs.uploaders-hint'),
      value: logins.flat().join(', '),
      maxLength: 2000,
      autocomplete: 'off',
    },
    ...SIZES.map((size): FieldDefinition => {
      const value = when[size];
      const common = { name: `when.${size}`, label: text(`designs.${size}`), min: 1, max: MAX_PIXELS };
      return { ...common, kind: 'number', ...(value === undefined ? {} : { value }) };
    }),
  ];
}

/** Lists the categories of all post types, by name. */
async function categoryOptions({ db, tags }: Pick<Parts, 'db' | 'tags'>): Promise<FieldOption[]> {
  const rows = await db.query
    .selectFrom('terms')
    .select(['id', 'name'])
    .where('taxonomy', 'not in', ['', ...tags])
    .orderBy('name')
    .limit(MAX_CATEGORIES)
    .execute();
  return rows.map(({ id, name }) => ({ value: String(id), label: name }));
}

/**
 * Reads the name and the rule.
 * @param others names of the other designs
 * @throws HostError 422 `form_invalid` with one message per field
 */
export async function submittedRule(
  form: SubmittedForm,
  { users, others }: Pick<Parts, 'users'> & { readonly others: readonly string[] },
  strings: Strings,
): Promise<Pick<Design, 'name' | 'when'>> {
  const { text } = strings;
  const errors: Record<string, string> = {};
  const name = form.text('name').trim();
  if (name === '') errors.name = text('designs.wrong-name');
  else if (name.length > 100) errors.name = text('design.wrong-length', { maximum: 100 });
  else if (others.some((other) => keyOf(other) === keyOf(name))) errors.name = text('designs.wrong-name-taken');

  const types = MIME_TYPES.filter((type) => form.list('when.mime_types').includes(type));
  const categories = [...new Set(form.list('when.categories').map(Number))].filter(
    (id) => Number.isSafeInteger(id) && id > 0,
  );
  if (categories.length > MAX_IDS) errors['when.categories'] = text('designs.wrong-many', { maximum: MAX_IDS });

  const uploaders: number[] = [];
  const logins = form
    .text('when.uploaders')
    .split(/[\s,;]+/)
    .filter((login) => login !== '');
  for (const login of logins.slice(0, MAX_IDS)) {
    const user = await users.byLogin(login);
    if (user) uploaders.push(user.id);
    else errors['when.uploaders'] ??= text('designs.wrong-user', { login });
  }
  if (logins.length > MAX_IDS) errors['when.uploaders'] = text('designs.wrong-many', { maximum: MAX_IDS });

  const sizes = sizesIn(form, errors, strings);
  const when: DesignRule = {
    ...(types.length > 0 && { mime_types: types }),
    ...(categories.length > 0 && { categories }),
    ...(uploaders.length > 0 && { uploaders: [...new Set(uploaders)] }),
    ...sizes,
  };
  const isValid = Object.keys(errors).length === 0;
  if (isValid && Object.keys(when).length === 0) errors['when.mime_types'] = text('designs.wrong-rule');
  if (Object.keys(errors).length > 0) throw formError(errors, text('design.refused'));
  return { name, when };
}

/** Maximum number of categories and of users of a rule. */
const MAX_IDS = 50;

function sizesIn(form: SubmittedForm, errors: Record<string, string>, { text, number }: Strings) {
  const sizes: Partial<Record<(typeof SIZES)[number], number>> = {};
  for (const size of SIZES) {
    const sent = form.text(`when.${size}`).trim();
    if (sent === '') continue;
    const pixels = /^\d{1,6}$/.test(sent) ? Number(sent) : 0;
    if (pixels >= 1 && pixels <= MAX_PIXELS) sizes[size] = pixels;
    else errors[`when.${size}`] = text('design.wrong-number', { minimum: 1, maximum: number(MAX_PIXELS) });
  }
  for (const side of ['width', 'height'] as const) {
    const { [`min_${side}` as const]: min = 0, [`max_${side}` as const]: max = MAX_PIXELS } = sizes;
    if (min > max) errors[`when.max_${side}`] = text('designs.wrong-order');
  }
  return sizes;
}
