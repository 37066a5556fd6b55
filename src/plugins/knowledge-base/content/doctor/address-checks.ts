import type { CheckFinding, DoctorCheck } from '../../../../operations.js';
import { kbTitle } from '../../catalogues.js';
import { isReservedIn } from '../../domain/categories/address-space.js';
import { TAXONOMY } from '../../domain/categories/category-tree.js';
import type { KnowledgeBase } from '../knowledge-base.js';

type Parts = Pick<KnowledgeBase, 'articles' | 'categories' | 'db' | 'redirects'>;

/** Returns the checks for conflicting URLs. */
export function addressChecks(kb: Parts): readonly DoctorCheck[] {
  const { db, redirects } = kb;
  return [
    {
      name: 'colliding-addresses',
      title: kbTitle('doctor.colliding-addresses'),
      hint: 'A category hides these articles, or they and the categories hide the pages of a language or another page of the knowledge base. Change their slugs with kb article update <id> --slug or kb category update <id> --slug.',
      async find() {
        const rows = await db.query
          .selectFrom('kb_articles')
          .innerJoin('terms', (join) =>
            join
              .onRef('terms.parent_id', '=', 'kb_articles.category_id')
              .onRef('terms.locale', '=', 'kb_articles.locale')
              .onRef('terms.slug', '=', 'kb_articles.slug')
              .on('terms.taxonomy', '=', TAXONOMY),
          )
          .select(['kb_articles.id', 'kb_articles.slug', 'terms.id as category'])
          .execute();
        const hidden = rows.map(({ id, slug, category }) => ({
          subject: id,
          message: `${slug}, as category ${category}`,
        }));
        return [...hidden, ...(await findReserved(kb))];
      },
    },
    {
      name: 'shadowing-redirects',
      title: kbTitle('doctor.shadowing-redirects'),
      hint: 'These redirects have the URL of an existing page. Run with --fix to delete them.',
      async find() {
        const shadowing = await findShadowing(kb);
        return shadowing.map(({ locale, path }) => ({ subject: `${locale}:${path}`, message: 'in use' }));
      },
      async fix() {
        for (const { locale, path } of await findShadowing(kb)) await redirects.remove(locale, path);
      },
    },
  ];
}

/** Finds top-level content whose slug is reserved. It existed before the word or language was reserved. */
async function findReserved({ categories, db }: Parts): Promise<CheckFinding[]> {
  const tree = categories.tree();
  const isReserved = ({ slug, locale }: { readonly slug: string; readonly locale: string }): boolean =>
    isReservedIn(tree, slug, { categoryId: 0, locale });
  const articles = await db.query
    .selectFrom('kb_articles')
    .select(['id', 'slug', 'locale'])
    .where('category_id', '=', 0)
    .execute();
  return [
    ...tree
      .all()
      .filter((category) => category.depth === 1 && isReserved(category))
      .map(({ id, slug }) => ({ subject: id, message: `${slug}, a category with a reserved slug` })),
    ...articles.filter(isReserved).map(({ id, slug }) => ({ subject: id, message: `${slug}, a reserved slug` })),
  ];
}

/** Finds redirects from URLs of public articles and categories. */
async function findShadowing({ articles, categories, db }: Parts) {
  const live = new Set(
    categories
      .tree()
      .all()
      .map(({ locale, path }) => keyOf(locale, path)),
  );
  const rows = await db.query
    .selectFrom('kb_articles')
    .innerJoin('posts', 'posts.id', 'kb_articles.id')
    .select(['kb_articles.locale', 'kb_articles.slug', 'kb_articles.category_id'])
    .where('posts.status', 'in', ['publish', 'archived'])
    .execute();
  for (const { locale, slug, category_id } of rows) {
    live.add(keyOf(locale, articles.pathOf({ slug, categoryIds: [category_id] })));
  }
  const old = await db.query.selectFrom('kb_redirects').select(['locale', 'path']).orderBy('address').execute();
  return old.filter(({ locale, path }) => live.has(keyOf(locale, path)));
}

function keyOf(locale: string, path: string): string {
  return `${locale}:${path}`;
}
