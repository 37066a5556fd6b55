import type { AdminBadge, BadgeKind } from '../../../../admin.js';
import type { Strings } from '../../../../text.js';
import type { ArticleStatus } from '../../domain/articles/article.js';

const KINDS: Readonly<Record<ArticleStatus, BadgeKind>> = {
  draft: 'neutral',
  pending: 'warning',
  future: 'neutral',
  publish: 'good',
  archived: 'neutral',
  trash: 'bad',
};

/** Returns the badge for an article's status. */
export function articleBadge(status: ArticleStatus, { text }: Strings): AdminBadge {
  return { text: text(`articles.state-${status}`), kind: KINDS[status] };
}
