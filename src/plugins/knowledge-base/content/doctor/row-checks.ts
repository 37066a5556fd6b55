import { json } from '../../../../database.js';
import type { CheckFinding, DoctorCheck } from '../../../../operations.js';
import { kbTitle } from '../../catalogues.js';
import { POST_TYPE } from '../../domain/articles/article.js';
import { TAXONOMY } from '../../domain/categories/category-tree.js';
import type { KnowledgeBase } from '../knowledge-base.js';

/** Returns the checks for rows that duplicate or reference each other. */
export function rowChecks(kb: Pick<KnowledgeBase, 'categories' | 'db'>): readonly DoctorCheck[] {
  const { db } = kb;
  return [
    {
      name: 'rows-without-post',
      title: kbTitle('doctor.rows-without-post'),
      hint: 'These rows of kb_articles have no post. Restore the posts from a backup, or delete the rows.',
      async find() {
        const rows = await db.query
          .selectFrom('kb_articles')
          .leftJoin('posts', (join) => join.onRef('posts.id', '=', 'kb_articles.id').on('posts.type', '=', POST_TYPE))
          .select(['kb_articles.id', 'kb_articles.slug'])
          .where('posts.id', 'is', null)
          .execute();
        return rows.map(({ id, slug }) => ({ subject: id, message: slug }));
      },
    },
    {
      name: 'posts-without-row',
      title: kbTitle('doctor.posts-without-row'),
      hint: 'These articles have no row in kb_articles. Restore it from a backup, or delete the posts.',
      async find() {
        const rows = await db.query
          .selectFrom('posts')
          .leftJoin('kb_articles', 'kb_articles.id', 'posts.id')
          .select(['posts.id', 'posts.title'])
          .where('posts.type', '=', POST_TYPE)
          .where('kb_articles.id', 'is', null)
          .execute();
        return rows.map(({ id, title }) => ({ subject: id, message: title }));
      },
    },
    {
      name: 'categories-of-articles',
      title: kbTitle('doctor.categories-of-articles'),
      hint: 'Save these articles again with their categories: kb article update <id> --category.',
      find: () => findTornArticles(kb),
    },
    {
      name: 'unknown-rules',
      title: kbTitle('doctor.unknown-rules'),
      hint: 'Only administrators and authors can read these. Set a rule, or inherit.',
      find: () => findUnknownRules(kb),
    },
    {
      name: 'category-cycles',
      title: kbTitle('doctor.category-cycles'),
      hint: 'These categories form a cycle, or are below one, and are hidden. Set parent_id of one to 0.',
      async find() {
        await kb.categories.refresh();
        const rows = await db.query
          .selectFrom('terms')
          .select(['id', 'name'])
          .where('taxonomy', '=', TAXONOMY)
          .orderBy('id')
          .execute();
        return rows
          .filter(({ id }) => !kb.categories.tree().get(id))
          .map(({ id, name }) => ({ subject: id, message: name }));
      },
    },
  ];
}

/** Finds articles whose category list differs from the rows used by filters and counts. */
async function findTornArticles({ db }: Pick<KnowledgeBase, 'db'>): Promise<readonly CheckFinding[]> {
  const [articles, rows] = await Promise.all([
    db.query.selectFrom('kb_articles').select(['id', 'category_id', 'category_ids']).execute(),
    db.query
      .selectFrom('post_terms')
      .innerJoin('kb_articles', 'kb_articles.id', 'post_terms.post_id')
      .select(['post_terms.post_id', 'post_terms.term_id'])
      .orderBy('post_terms.position')
      .execute(),
  ]);
  const hung = new Map<number, number[]>();
  for (const { post_id, term_id } of rows) hung.set(post_id, [...(hung.get(post_id) ?? []), term_id]);
  return articles.flatMap(({ id, category_id, category_ids }) => {
    const own = json.decode(category_ids) as number[];
    const theirs = hung.get(id) ?? [];
    const isOne = own.join() === theirs.join() && (own[0] ?? 0) === category_id;
    return isOne ? [] : [{ subject: id, message: `${own.join(',') || 'none'} or ${theirs.join(',') || 'none'}` }];
  });
}

async function findUnknownRules({ db }: Pick<KnowledgeBase, 'db'>): Promise<readonly CheckFinding[]> {
  const [articles, categories] = await Promise.all([
    db.query
      .selectFrom('kb_articles')
      .leftJoin('kb_access_rules', 'kb_access_rules.id', 'kb_articles.rule_id')
      .select(['kb_articles.id', 'kb_articles.rule_id'])
      .where('kb_articles.rule_id', 'is not', null)
      .where('kb_access_rules.id', 'is', null)
      .execute(),
    db.query
      .selectFrom('kb_category_rules')
      .leftJoin('kb_access_rules', 'kb_access_rules.id', 'kb_category_rules.rule_id')
      .select(['kb_category_rules.category_id', 'kb_category_rules.rule_id'])
      .where('kb_access_rules.id', 'is', null)
      .execute(),
  ]);
  return [
    ...articles.map(({ id, rule_id }) => ({ subject: id, message: `article, rule ${rule_id}` })),
    ...categories.map(({ category_id: id, rule_id }) => ({ subject: id, message: `category, rule ${rule_id}` })),
  ];
}
