import type { OwnedAccess } from '../../../access.js';
import type { User } from '../../../index.js';
import { type Article, isPublished } from './articles/article.js';
import type { Articles } from './articles/articles.js';

declare module '../../../index.js' {
  interface Capabilities {
    edit_kb_articles: true;
    edit_others_kb_articles: true;
    publish_kb_articles: true;
    delete_kb_articles: true;
    manage_kb_categories: true;
    /** Manage access rules, and read everything. */
    manage_kb_access: true;
    /** Manage synonyms and promotions. */
    manage_kb_search: true;
    moderate_kb_feedback: true;
    view_kb_stats: true;
    import_kb: true;
    export_kb: true;
    /** Meta capability, checked for an article. */
    edit_kb_article: Article;
    /** Meta capability, checked for an article. */
    delete_kb_article: Article;
  }
}

/** Registers the capabilities of the knowledge base ("Roles" in its specification). */
export function registerCapabilities(access: OwnedAccess, articles: Pick<Articles, 'get'>): void {
  /** For `mortise caps why`. */
  const load = (id: string): Promise<Article | null> | null =>
    /^\d{1,15}$/.test(id) ? articles.get(Number(id)) : null;
  access.role('kb_manager', { label: 'Knowledge base manager', capabilities: ['read'] });
  const managers = ['administrator', 'kb_manager'];
  const editors = [...managers, 'editor'];
  const authors = [...editors, 'author'];
  access.capability('edit_kb_articles', { label: 'Write articles', roles: [...authors, 'contributor'] });
  access.capability('edit_others_kb_articles', { label: "Edit other people's articles", roles: editors });
  access.capability('publish_kb_articles', { label: 'Publish articles', roles: authors });
  access.capability('delete_kb_articles', { label: 'Delete articles', roles: editors });
  access.capability('manage_kb_categories', { label: 'Manage categories', roles: managers });
  access.capability('manage_kb_access', { label: 'Manage access rules', roles: managers });
  access.capability('manage_kb_search', { label: 'Manage synonyms and promoted results', roles: managers });
  access.capability('moderate_kb_feedback', { label: 'Moderate feedback', roles: editors });
  access.capability('view_kb_stats', { label: 'See statistics', roles: editors });
  access.capability('import_kb', { label: 'Import articles', roles: managers });
  access.capability('export_kb', { label: 'Export articles', roles: managers });
  access.meta(
    'edit_kb_article',
    (user, article) => neededToEdit(user, article, isPublished({ status: article.trashedFrom ?? article.status })),
    { load },
  );
  access.meta('delete_kb_article', neededToDelete, { load });
}

/** Returns the capabilities required to change an article of this author. */
export function neededToEdit(user: User, { authorId }: Pick<Article, 'authorId'>, isSeen: boolean): string[] {
  return [
    'edit_kb_articles',
    ...(authorId === user.id ? [] : ['edit_others_kb_articles']),
    // Users who may not publish may not change published content either, not even their own.
    ...(isSeen ? ['publish_kb_articles'] : []),
  ];
}

export function neededToDelete(user: User, { authorId }: Pick<Article, 'authorId'>): string[] {
  return authorId === user.id ? ['delete_kb_articles'] : ['delete_kb_articles', 'edit_others_kb_articles'];
}

/**
 * Registers the scopes of OAuth tokens, API keys and application passwords.
 * See section "Endpoints" of the specification. Managing access, importing and exporting require their capability by
 * name, so that they are never granted by accident.
 */
export function registerScopes(access: OwnedAccess): void {
  access.scope('kb:read', { label: 'Read articles', capabilities: ['read'] });
  access.scope('kb:write', {
    label: 'Write, publish and delete articles, and manage categories and search',
    capabilities: [
      'read',
      'upload_files',
      'edit_kb_articles',
      'edit_others_kb_articles',
      'publish_kb_articles',
      'delete_kb_articles',
      'manage_kb_categories',
      'manage_kb_search',
    ],
  });
  access.scope('kb:feedback', {
    label: 'Vote, write feedback and moderate it',
    capabilities: ['read', 'moderate_kb_feedback'],
  });
  access.scope('kb:stats', { label: 'See statistics', capabilities: ['read', 'view_kb_stats'] });
}
