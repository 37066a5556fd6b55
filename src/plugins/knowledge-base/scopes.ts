import type { OwnedAccess } from '../../access.js';

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
