import type { FieldDefinition, FieldOption, SubmittedForm } from '../../../../../admin.js';
import { formError } from '../../../../../admin.js';
import type { Strings } from '../../../../../text.js';
import { trimSlashes } from '../../../../../utilities.js';
import type { Visibility } from '../../../domain/access/visibility.js';
import type { Category, CategoryTree } from '../../../domain/categories/category-tree.js';
import { lineList } from './script-config.js';

/** Maximum number of checkboxes. Beyond it, paths are typed. */
const MAX_BOXES = 150;

interface Place {
  readonly tree: CategoryTree;
  readonly visibility: Pick<Visibility, 'admitsCategory'>;
  readonly locale: string;
}

/** Returns the category fields: checkboxes for few categories, typed paths for many. */
export function categoryFields(ids: readonly number[], place: Place, { text }: Strings): FieldDefinition[] {
  const open = openCategories(place);
  if (open.length > MAX_BOXES) {
    const paths = ids.flatMap((id) => place.tree.get(id)?.path ?? []);
    return [
      {
        kind: 'textarea',
        name: 'places',
        label: text('write.places'),
        hint: text('write.places-hint'),
        value: paths.join('\n'),
        rows: 3,
      },
    ];
  }
  const options = open.map(({ id, name, depth }): FieldOption => {
    return { value: String(id), label: `${'– '.repeat(depth - 1)}${name}` };
  });
  const [main, ...others] = ids.map(String);
  return [
    {
      kind: 'select',
      name: 'main',
      label: text('write.main'),
      hint: text('panel-categories-main-hint'),
      value: main ?? '',
      options: [{ value: '', label: text('write.main-none') }, ...options],
    },
    ...(options.length > 0
      ? [{ kind: 'checkboxes' as const, name: 'also', label: text('write.also'), values: others, options }]
      : []),
  ];
}

/**
 * Returns the ids of the chosen categories, main one first. Categories hidden from the current user stay.
 * @throws HostError 422 `form_invalid` for an unknown path
 */
export function submittedCategories(
  form: SubmittedForm,
  before: readonly number[],
  { tree, visibility, locale }: Place,
  { text }: Strings,
): number[] {
  const unseen = before.filter((id) => !visibility.admitsCategory(id) || tree.get(id)?.locale !== locale);
  const hiddenIds = unseen.filter((id) => tree.get(id)?.locale === locale);
  if (form.has('places')) {
    const chosen = lineList(form.text('places')).map((path) => {
      const category = tree.byPath(locale, trimSlashes(path).normalize('NFC'));
      if (category && (visibility.admitsCategory(category.id) || before.includes(category.id))) return category.id;
      throw formError({ places: text('write.place-unknown', { path }) });
    });
    return [...new Set([...chosen, ...hiddenIds])];
  }
  const main = Number(form.text('main'));
  const also = form.list('also').map(Number);
  return [...new Set([...(main > 0 ? [main] : []), ...also, ...hiddenIds])];
}

/** Returns the visible categories of a language in tree order. */
function openCategories({ tree, visibility, locale }: Place): Category[] {
  const below = (categories: readonly Category[]): Category[] =>
    categories
      .filter(({ id }) => visibility.admitsCategory(id))
      .flatMap((category) => [category, ...below(category.children)]);
  return below(tree.roots(locale));
}
