import type { Capabilities } from './names.js';

type CoreCapability = keyof Capabilities;

/**
 * What every role holds, those of plugins too: to look after one's own account and what proves that one is it. A program
 * with limited scopes may not do so unless it was given this one.
 */
export const OF_EVERY_ROLE: readonly CoreCapability[] = ['edit_profile'];

/** Each role holds what the one before it holds, and more: the order of WordPress's default roles. */
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
 * The five roles that every host has. The administrator's list is as explicit as the others': there is no account
 * that passes checks by being special.
 */
export const DEFAULT_ROLES: readonly DefaultRole[] = [
  { name: 'administrator', label: 'Administrator', capabilities: ADMINISTRATOR },
  { name: 'editor', label: 'Editor', capabilities: EDITOR },
  { name: 'author', label: 'Author', capabilities: AUTHOR },
  { name: 'contributor', label: 'Contributor', capabilities: CONTRIBUTOR },
  { name: 'subscriber', label: 'Subscriber', capabilities: SUBSCRIBER },
];
