import { capabilityName } from '../../access/capability-name.js';
import type { PrimitiveCapability } from '../../access/names.js';
import { HostError } from '../../errors.js';
import type { LocalText } from '../../templates/strings.js';
import { assertRestBase } from './post-type.js';

/** A taxonomy, as declared by a plugin. */
export interface TaxonomyDefinition {
  /** Lower case letters, digits and underscores, at most 32 characters: `cuisine`. It is stored with every term. */
  readonly name: string;
  readonly labels: { readonly plural: LocalText; readonly singular: LocalText };
  /** Names of the post types it applies to, besides those that list the taxonomy themselves. */
  readonly types?: readonly string[];
  /** Whether terms can be nested. @default false */
  readonly hierarchical?: boolean;
  /** Base of its routes below `mortise/v1` and its field in posts: `{ base: 'cuisines' }`. False for no routes. */
  readonly rest: { readonly base: string } | false;
  readonly capabilities?: {
    /** Required to create, update and delete terms. @default 'manage_categories' */
    readonly manage?: PrimitiveCapability;
    /** Required to assign terms to posts. @default 'edit_posts' */
    readonly assign?: PrimitiveCapability;
  };
}

/** A taxonomy with the values derived from its declaration. */
export interface Taxonomy extends Required<Omit<TaxonomyDefinition, 'capabilities'>> {
  readonly owner: string;
  readonly capabilities: { readonly manage: PrimitiveCapability; readonly assign: PrimitiveCapability };
}

const NAME = /^[a-z][a-z0-9_]{0,31}$/;
/** Names of other fields and arguments of posts. */
const RESERVED_BASES = new Set([
  ...['id', 'date', 'date_gmt', 'slug', 'status', 'type', 'link', 'title', 'content', 'content_format', 'excerpt'],
  ...['author', 'author_exclude', 'parent', 'parent_exclude', 'meta', 'locale', 'version', 'modified', 'modified_gmt'],
  ...['modified_after', 'modified_before', 'featured_media', 'menu_order', 'search', 'include', 'exclude', 'page'],
  ...['per_page', 'offset', 'order', 'orderby', 'context', 'after', 'before', 'force'],
]);

/** @throws HostError `taxonomy_invalid` */
export function toTaxonomy(definition: TaxonomyDefinition, owner: string): Taxonomy {
  const { name, rest, types = [], hierarchical = false, capabilities = {} } = definition;
  const refuse = (reason: string): never => {
    throw new HostError('taxonomy_invalid', `The taxonomy "${name}" is invalid: ${reason}`, { taxonomy: name });
  };
  if (!NAME.test(name)) refuse('a name can have lowercase letters, digits and "_", at most 32 characters.');
  if (rest) assertRestBase(rest.base, refuse);
  if (rest && RESERVED_BASES.has(rest.base)) refuse(`posts already have another "${rest.base}".`);
  const { manage = capabilityName('manage_categories'), assign = capabilityName('edit_posts') } = capabilities;
  return { ...definition, owner, types, hierarchical, capabilities: { manage, assign } };
}
