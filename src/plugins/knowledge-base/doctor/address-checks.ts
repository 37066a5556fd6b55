import { TAXONOMY } from '../category-tree.js';
import type { KnowledgeBase } from '../knowledge-base.js';
import type { Check } from './check.js';

type Parts = Pick<KnowledgeBase, 'articles' | 'categories' | 'db' | 'redirects'>;

/** Addresses that are meant for two things at once. */
export function addressChecks(kb: Parts): readonly Check[] {
  const { db, redirects } = kb;
  return [
    {
      name: 'colliding-addresses',
      hint: 'A category hides these articles: give each another slug with kb article update <id> --slug.',
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
        return rows.map(({ id, slug, category }) => ({ id, what: `${slug}, as category ${category}` }));
      },
    },
    {
      name: 'shadowing-redirects',
      hint: 'These old addresses are those of pages again and lead nowhere else: --fix forgets the redirects.',
      async find() {
        const shadowing = await findShadowing(kb);
        return shadowing.map(({ locale, path }) => ({ id: `${locale}:${path}`, what: 'in use' }));
      },
      async fix() {
        for (const { locale, path } of await findShadowing(kb)) await redirects.remove(locale, path);
      },
    },
  ];
}

/** Redirects from addresses of public articles and of categories. */
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
