import type { Capabilities } from './names.js';

type CoreCapability = keyof Capabilities;

/**
 * Capabilities of every role, including plugin roles: managing one's own account and credentials.
 * A credential with limited scopes needs this one explicitly.
 */
export const OF_EVERY_ROLE: readonly CoreCapability[] = ['edit_profile'];

/** Each role holds everything the previous one holds, and more, as WordPress's default roles do. */
const SUBSCRIBER: readonly CoreCapability[] = ['read'];

const CONTRIBUTOR: readonly CoreCapability[] = [...SUBSCRIBER, 'edit_posts', 'delete_posts'];

const AUTHOR: readonly CoreCapability[] = [
  ...CONTRIBUTOR,
  'upload_files',
  'publish_posts',
  'edit_published_posts',
  'delete_published_posts',
];

const EDITOR: readonly CoreCapability[] = [
  ...AUTHOR,
  'edit_others_posts',
  'edit_private_posts',
  'read_private_posts',
  'delete_others_posts',
  'delete_private_posts',
  'edit_pages',
  'edit_others_pages',
  'edit_published_pages',
  'edit_private_pages',
  'read_private_pages',
  'publish_pages',
  'delete_pages',
  'delete_others_pages',
  'delete_published_pages',
  'delete_private_pages',
  'manage_categories',
  'moderate_comments',
  'unfiltered_html',
];

const ADMINISTRATOR: readonly CoreCapability[] = [
  ...EDITOR,
  'manage_options',
  'manage_webhooks',
  'activate_plugins',
  'manage_jobs',
  'list_users',
  'create_users',
  'edit_users',
  'promote_users',
  'delete_users',
  'import',
  'export',
];

export interface DefaultRole {
  readonly name: string;
  readonly label: string;
  readonly capabilities: readonly CoreCapability[];
}

/**
 * The five default roles of every host.
 * The administrator's capabilities are listed explicitly too: no account bypasses the checks.
 */
export const DEFAULT_ROLES: readonly DefaultRole[] = [
  { name: 'administrator', label: 'Administrator', capabilities: ADMINISTRATOR },
  { name: 'editor', label: 'Editor', capabilities: EDITOR },
  { name: 'author', label: 'Author', capabilities: AUTHOR },
  { name: 'contributor', label: 'Contributor', capabilities: CONTRIBUTOR },
  { name: 'subscriber', label: 'Subscriber', capabilities: SUBSCRIBER },
];
