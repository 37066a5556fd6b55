import type { KnowledgeBase } from '../../../content/knowledge-base.js';
import type { AccessRule } from '../../../domain/access/rule.js';
import { CATEGORY_PATH, EDIT_PATH, pathOf } from '../article-form/paths.js';

/** A category or article with an access rule of its own. */
export interface RuleOwner {
  readonly kind: 'category' | 'article';
  readonly id: number;
  readonly title: string;
  /** Path that tells categories of the same name apart. Null for articles. */
  readonly path: string | null;
  /** Path relative to the admin area. */
  readonly to: string;
  readonly ruleId: number;
  /** Null if no process has loaded the rule yet. The content is closed until then. */
  readonly rule: AccessRule | null;
}

/** Returns everything with a rule: categories in tree order, then articles by title. */
export async function everythingRuled(kb: KnowledgeBase): Promise<RuleOwner[]> {
  const { ofCategory } = kb.access.rules.snapshot();
  const categories = kb.categories
    .tree()
    .all()
    .flatMap(({ id, name, path }): RuleOwner[] => {
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
  const articles = rows.map(({ id, title, rule_id }): RuleOwner => {
    const ruleId = rule_id ?? 0;
    const to = pathOf(EDIT_PATH, id);
    return { kind: 'article', id, title, path: null, to, ruleId, rule: kb.access.rules.get(ruleId) };
  });
  return [...categories, ...articles];
}
