import { type AdminRequest, type FieldOption, type ListTable, listQuery } from '../../../../../admin.js';
import type { Strings } from '../../../../../text.js';
import { trimSlashes } from '../../../../../utilities.js';
import type { KnowledgeBase } from '../../../content/knowledge-base.js';
import { ARTICLE_STATUSES } from '../../../domain/articles/article.js';
import { type ArticleFilter, countArticles } from '../../../domain/articles/article-query.js';
import { dateIn } from '../../../domain/articles/staleness.js';
import type { Category } from '../../../domain/categories/category-tree.js';
import { languageName } from '../../pages/visit.js';
import { statesOf } from '../../routes/list-articles.js';

/** Maximum number of categories offered as choices. Beyond it, the path is typed. */
const MAX_CHOICES = 150;
const FORMATS = ['markdown', 'blocks', 'html'] as const;

type Visible = ArticleFilter['visibility'];

/** Returns the visible categories as choices in tree order, or null if there are too many. */
function categoryChoices(kb: Pick<KnowledgeBase, 'categories' | 'site'>, visibility: Visible): FieldOption[] | null {
  const tree = kb.categories.tree();
  const all = tree.all().filter(({ id }) => visibility.admitsCategory(id));
  if (all.length > MAX_CHOICES) return null;
  const below = (categories: readonly Category[]): Category[] =>
    categories
      .filter((category) => all.includes(category))
      .flatMap((category) => [category, ...below(category.children)]);
  const locales = [...new Set(all.map(({ locale }) => locale))].sort();
  return locales.flatMap((locale) =>
    below(tree.roots(locale)).map(({ id, name, depth }) => ({
      value: String(id),
      label: `${'– '.repeat(depth - 1)}${name}${locale === kb.site.locale ? '' : ` (${languageName(locale)})`}`,
    })),
  );
}

/** Resolves the chosen category or typed path. Null if no visible category matches. */
export function categoryMeant(
  { categories, site }: Pick<KnowledgeBase, 'categories' | 'site'>,
  typed: string,
  { admitsCategory }: Pick<Visible, 'admitsCategory'>,
): Category | null {
  const tree = categories.tree();
  const path = trimSlashes(typed.trim());
  const found = /^\d{1,15}$/.test(path) ? tree.get(Number(path)) : tree.byPath(site.locale, path.normalize('NFC'));
  return found && admitsCategory(found.id) ? found : null;
}

/** Builds the list's filters from the query, and the fields that set them. */
export async function listFilters(kb: KnowledgeBase, request: AdminRequest, { text, number }: Strings) {
  const visibility = await kb.access.visibility(kb.access.viewerOf(request));
  const choices = categoryChoices(kb, visibility);
  const locales = [...(await kb.navigation.locales())].sort();
  const query = listQuery(request, {
    sortable: ['modified', 'title', 'date', 'views', 'order'],
    defaultDirection: 'desc',
    filters: {
      status: ARTICLE_STATUSES,
      category: 'any',
      locale: locales,
      author: 'any',
      tag: 'any',
      format: FORMATS,
      stale: ['yes'],
    },
  });
  const { status, category, locale, author, tag, format, stale } = query.filters;
  const statuses = ARTICLE_STATUSES.filter((one) => (status === null ? one !== 'trash' : one === status));
  const meant = category === null ? null : categoryMeant(kb, category, visibility);
  const writer = author === null ? null : await authorMeant(kb, author);
  const filter: Omit<ArticleFilter, 'statuses' | 'own'> = {
    visibility,
    ...(query.search === '' ? {} : { search: query.search }),
    // An unknown category matches no articles.
    ...(category === null ? {} : { categories: meant ? kb.categories.tree().subtree(meant.id) : [0] }),
    ...(locale === null ? {} : { locale }),
    ...(writer === null ? {} : { authors: [writer] }),
    ...(tag === null ? {} : { tag }),
    ...(format === null ? {} : { format: FORMATS.find((each) => each === format) }),
    ...(stale === null ? {} : { stale: true, today: dateIn(kb.site.timezone, new Date()) }),
  };
  const counts = await Promise.all(
    ARTICLE_STATUSES.map(async (one) => countArticles(kb, { ...filter, ...(await statesOf([one], request)) })),
  );
  const fields: NonNullable<ListTable['filters']> = [
    {
      name: 'status',
      label: text('articles.state'),
      all: text('articles.all-states'),
      options: ARTICLE_STATUSES.map((value, index) => ({
        value,
        label: `${text(`articles.state-${value}`)} (${number(counts[index] ?? 0)})`,
      })),
    },
    {
      name: 'category',
      label: text('articles.category'),
      all: text('articles.all-categories'),
      ...(choices === null ? {} : { options: choices }),
    },
    ...(locales.length > 1
      ? [
          {
            name: 'locale',
            label: text('write.locale'),
            all: text('articles.all-locales'),
            options: locales.map((value) => ({ value, label: languageName(value) })),
          },
        ]
      : []),
    {
      name: 'format',
      label: text('versions.format'),
      all: text('articles.all-formats'),
      options: FORMATS.map((value) => ({ value, label: text(`articles.format-${value}`) })),
      isFolded: true,
    },
    {
      name: 'stale',
      label: text('articles.stale'),
      all: text('articles.stale-all'),
      options: [{ value: 'yes', label: text('articles.stale-only') }],
      isFolded: true,
    },
    { name: 'tag', label: text('articles.tag'), isFolded: true },
    { name: 'author', label: text('articles.author-login'), isFolded: true },
  ];
  return { query, filter: { ...filter, ...(await statesOf(statuses, request)) }, fields, choices, visibility };
}

/** Resolves an account id or login. -1, which no account has, if none matches. */
async function authorMeant({ users }: Pick<KnowledgeBase, 'users'>, typed: string): Promise<number> {
  const user = /^\d{1,15}$/.test(typed) ? await users.get(Number(typed)) : await users.byLogin(typed);
  return user?.id ?? -1;
}
