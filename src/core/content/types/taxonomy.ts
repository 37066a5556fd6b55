import { capabilityName, type HeldCapability } from '../../access/names.js';
import { HostError } from '../../errors.js';
import type { LocalText } from '../../templates/strings.js';
import { assertRestBase } from './post-type.js';

/** A way to sort posts, as a plugin declares it. */
export interface TaxonomyDefinition {
  /** Lower case with digits and underscores, at most 32 characters: `cuisine`. It is stored with every term. */
  readonly name: string;
  readonly labels: { readonly plural: LocalText; readonly singular: LocalText };
  /** Names of the post types that it sorts, besides those that name it themselves. */
  readonly types?: readonly string[];
  /** Whether a term may stand below another; default no. */
  readonly hierarchical?: boolean;
  /** Where its routes are below `mortise/v1`, and what posts call it: `{ base: 'cuisines' }`; false for none. */
  readonly rest: { readonly base: string } | false;
  readonly capabilities?: {
    /** To create, change and delete terms; default `manage_categories`. */
    readonly manage?: HeldCapability;
    /** To give them to posts; default `edit_posts`. */
    readonly assign?: HeldCapability;
  };
}

/** A way to sort posts with all that follows from its declaration. */
export interface Taxonomy extends Required<Omit<TaxonomyDefinition, 'capabilities'>> {
  readonly owner: string;
  readonly capabilities: { readonly manage: HeldCapability; readonly assign: HeldCapability };
}

const NAME = /^[a-z][a-z0-9_]{0,31}$/;
/** What posts and their lists call something else. */
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
    throw new HostError('taxonomy_invalid', `The taxonomy "${name}" cannot be: ${reason}`, { taxonomy: name });
  };
  if (!NAME.test(name)) refuse('its name takes lower case letters, digits and "_", at most 32 characters.');
  if (rest) assertRestBase(rest.base, refuse);
  if (rest && RESERVED_BASES.has(rest.base)) refuse(`posts have another "${rest.base}" already.`);
  const { manage = capabilityName('manage_categories'), assign = capabilityName('edit_posts') } = capabilities;
  return { ...definition, owner, types, hierarchical, capabilities: { manage, assign } };
}
