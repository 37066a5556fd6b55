import { HostError } from '../../errors.js';
import type { LocalText } from '../../templates/strings.js';
import type { ManagedPosts } from '../managed-posts.js';
import type { PostCapabilities } from './post-capabilities.js';

/** Features of a post type besides title, slug, status and dates. */
export const POST_FEATURES = ['content', 'excerpt', 'author', 'featured-media', 'menu-order', 'meta'] as const;
/** Feature of a post type besides title, slug, status and dates. */
export type PostFeature = (typeof POST_FEATURES)[number];

/** A post type, as declared by a plugin. */
export interface PostTypeDefinition {
  /** Lower case letters, digits and underscores, at most 32 characters: `recipe`. It is stored with every post. */
  readonly name: string;
  readonly labels: {
    /** Plural label: `Recipes`. */
    readonly plural: LocalText;
    /** Singular label: `Recipe`. */
    readonly singular: LocalText;
  };
  /**
   * Singular and plural nouns in capability names: `['recipe', 'recipes']` makes `edit_recipes`, `publish_recipes` and
   * so on. Roles get them if they have the same capability for posts. Default: the capabilities of posts.
   */
  readonly capabilities?: readonly [singular: string, plural: string];
  /** Whether posts can be nested below others of their type. @default false */
  readonly hierarchical?: boolean;
  /** Whether anyone may read published posts. If not, only users who may edit them. @default true */
  readonly public?: boolean;
  /** Default: all features. */
  readonly supports?: readonly PostFeature[];
  /** Base of its routes below `mortise/v1`: `{ base: 'recipes' }`. False for no routes. */
  readonly rest: { readonly base: string } | false;
  /** Names of its taxonomies, besides those that list the type themselves. */
  readonly taxonomies?: readonly string[];
  /**
   * Access rules for a type whose plugin writes the rows itself, through `content.posts`. The core does not publish
   * such posts, declares no routes for them and leaves permissions to the plugin.
   */
  readonly managed?: ManagedPosts;
}

/** A post type with the values derived from its declaration. */
export interface PostType extends Required<Omit<PostTypeDefinition, 'capabilities' | 'managed'>> {
  readonly owner: string;
  /** Null for a type managed by the core. */
  readonly managed: ManagedPosts | null;
  readonly capabilities: PostCapabilities;
}

const NAME = /^[a-z][a-z0-9_]{0,31}$/;
const BASE = /^[a-z][a-z0-9]*(?:[-_][a-z0-9]+)*$/;

/** @throws HostError `post_type_invalid` */
export function assertPostType({ name, capabilities, rest, supports = [], managed }: PostTypeDefinition): void {
  const refuse = (reason: string): never => {
    throw new HostError('post_type_invalid', `The post type "${name}" is invalid: ${reason}`, { type: name });
  };
  if (!NAME.test(name)) refuse('a name can have lowercase letters, digits and "_", at most 32 characters.');
  if (rest) assertRestBase(rest.base, refuse);
  if (managed && (rest || capabilities)) refuse('managed post types cannot have routes or capabilities of the core.');
  for (const word of capabilities ?? []) {
    if (!NAME.test(word)) refuse(`"${word}" cannot be part of a capability's name.`);
  }
  if (capabilities && capabilities[0] === capabilities[1])
    refuse('the singular and the plural for capabilities must differ.');
  const unknown = supports.find((feature) => !POST_FEATURES.includes(feature));
  if (unknown !== undefined) refuse(`it supports "${unknown}". Available: ${POST_FEATURES.join(', ')}.`);
}

/** Rejects values that cannot be a URL segment. */
export function assertRestBase(base: string, refuse: (reason: string) => void): void {
  if (!BASE.test(base)) refuse(`"${base}" cannot be its route base. Use lowercase letters and hyphens.`);
}
