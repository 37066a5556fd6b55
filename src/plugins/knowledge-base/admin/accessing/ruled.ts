import type { AccessRule } from '../../access/rule.js';
import type { KnowledgeBase } from '../../knowledge-base.js';
import { CATEGORY_PATH, EDIT_PATH, pathOf } from '../writing/paths.js';

/** Something that has a rule of its own. */
export interface Ruled {
  readonly kind: 'category' | 'article';
  readonly id: number;
  readonly title: string;
  /** Of a category among those that are called the same; null for articles. */
  readonly path: string | null;
  /** Below the admin area. */
  readonly to: string;
  readonly ruleId: number;
  /** Null where no process has heard of it yet: it closes. */
  readonly rule: AccessRule | null;
}

/** Categories in the order of the tree, then articles by their titles. */
export async function everythingRuled(kb: KnowledgeBase): Promise<Ruled[]> {
  const { ofCategory } = kb.access.rules.snapshot();
  const categories = kb.categories
    .tree()
    .all()
    .flatMap(({ id, name, path }): Ruled[] => {
      const ruleId = ofCategory.get(id);
      if (ruleId === undefined) return [];
      const to = pathOf(CATEGORY_PATH, id);
      return [{ kind: 'category', id, title: name, path, to, ruleId, rule: kb.access.rules.get(ruleId) }];
    });
  const rows = await kb.db.query
    .selectFrom('kb_articles')
    .innerJoin('posts', 'posts.id', 'kb_articles.id')
    .select(['posts.id', 'posts.title', 'kb_articles.rule_id'])
    .where('kb_articles.rule_id', 'is not', null)
    .where('posts.status', '!=', 'trash')
    .orderBy('posts.title')
    .orderBy('posts.id')
    .execute();
  const articles = rows.map(({ id, title, rule_id }): Ruled => {
    const ruleId = rule_id ?? 0;
    const to = pathOf(EDIT_PATH, id);
    return { kind: 'article', id, title, path: null, to, ruleId, rule: kb.access.rules.get(ruleId) };
  });
  return [...categories, ...articles];
}
