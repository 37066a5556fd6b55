import type { OwnedBlocks } from '../../../../blocks.js';
import type { Content } from '../../../../content.js';
import type { Database } from '../../../../database.js';
import type { OwnedHooks } from '../../../../hooks.js';
import type { Versions } from '../../../../services.js';
import type { Outbox } from '../../../../webhooks.js';
import type { Attachments } from '../attachments/attachments.js';
import type { Categories } from '../categories/categories.js';
import type { Redirects } from '../links/redirects.js';
import type { ArticleContent } from '../rendering/article-content.js';
import type { Rendering } from '../rendering/rendering.js';
import type { Autosaves } from '../revisions/autosaves.js';
import type { Revisions } from '../revisions/revisions.js';
import type { Article } from './article.js';
import type { ArticleMemory } from './article-memory.js';

export interface ArticlesParts {
  readonly db: Database;
  readonly memory: ArticleMemory;
  readonly content: Content;
  readonly hooks: Pick<OwnedHooks, 'applyFilters' | 'applyFiltersAsync'>;
  readonly outbox: Outbox;
  readonly versions: Versions;
  readonly categories: Categories;
  readonly redirects: Redirects;
  readonly revisions: Revisions;
  readonly autosaves: Pick<Autosaves, 'remove'>;
  readonly attachments: Pick<Attachments, 'removeAllOf'>;
  readonly rendering: Pick<Rendering, 'render'>;
  readonly blocks: Pick<OwnedBlocks, 'validate' | 'clean'>;
  readonly renderedTexts: Pick<ArticleContent, 'save'>;
  readonly defaultLocale: string;
  /** Tells whether an access rule applies, either the article's own or one of its categories'. */
  isGuarded(article: Pick<Article, 'ruleId' | 'categoryIds'>): boolean;
}
