import { HostError } from '../../errors.js';
import type { LocalText } from '../../templates/strings.js';
import type { ManagedPosts } from '../managed-posts.js';
import type { PostCapabilities } from './post-capabilities.js';

/** What posts of a type have beside a title, a slug, a state and dates. */
export const POST_FEATURES = ['content', 'excerpt', 'author', 'featured-media', 'menu-order', 'meta'] as const;
export type PostFeature = (typeof POST_FEATURES)[number];

/** A kind of post, as a plugin declares it. */
export interface PostTypeDefinition {
  /** Lower case with digits and underscores, at most 32 characters: `recipe`. It is stored with every post. */
  readonly name: string;
  readonly labels: {
    /** Of several: `Recipes`. */
    readonly plural: LocalText;
    /** Of one: `Recipe`. */
    readonly singular: LocalText;
  };
  /**
   * One and several in the names of its capabilities: `['recipe', 'recipes']` makes `edit_recipes`, `publish_recipes` and
   * so on, which those roles get that may do the same with posts. Default: the capabilities of posts.
   */
  readonly capabilities?: readonly [singular: string, plural: string];
  /** Whether a post may stand below another of its type; default no. */
  readonly hierarchical?: boolean;
  /** Whether everybody may read what is published; default yes. If not, those may who may edit such posts. */
  readonly public?: boolean;
  /** Default: all of them. */
  readonly supports?: readonly PostFeature[];
  /** Where its routes are below `mortise/v1`: `{ base: 'recipes' }`; false for a type without. */
  readonly rest: { readonly base: string } | false;
  /** Names of taxonomies that sort it, besides those that name it themselves. */
  readonly taxonomies?: readonly string[];
  /**
   * For a type whose rows the plugin writes by itself, through `content.posts`: the core publishes none of them, has no
   * routes for them, and leaves it to the plugin who may do what.
   */
  readonly managed?: ManagedPosts;
}

/** A kind of post with all that follows from its declaration. */
export interface PostType extends Required<Omit<PostTypeDefinition, 'capabilities' | 'managed'>> {
  readonly owner: string;
  /** Null for a type that the core looks after. */
  readonly managed: ManagedPosts | null;
  readonly capabilities: PostCapabilities;
}

const NAME = /^[a-z][a-z0-9_]{0,31}$/;
const BASE = /^[a-z][a-z0-9]*(?:[-_][a-z0-9]+)*$/;

/** @throws HostError `post_type_invalid` */
export function assertPostType({ name, capabilities, rest, supports = [], managed }: PostTypeDefinition): void {
  const refuse = (reason: string): never => {
    throw new HostError('post_type_invalid', `The post type "${name}" cannot be: ${reason}`, { type: name });
  };
  if (!NAME.test(name)) refuse('its name takes lower case letters, digits and "_", at most 32 characters.');
  if (rest) assertRestBase(rest.base, refuse);
  if (managed && (rest || capabilities)) refuse('what a plugin manages has no routes and no capabilities of the core.');
  for (const word of capabilities ?? []) {
    if (!NAME.test(word)) refuse(`"${word}" cannot be a part of the name of a capability.`);
  }
  if (capabilities && capabilities[0] === capabilities[1]) refuse('one and several need two words in capabilities.');
  const unknown = supports.find((feature) => !POST_FEATURES.includes(feature));
  if (unknown !== undefined) refuse(`it supports "${unknown}"; there are ${POST_FEATURES.join(', ')}.`);
}

/** Refuses what cannot be a segment of an address. */
export function assertRestBase(base: string, refuse: (reason: string) => void): void {
  if (!BASE.test(base)) refuse(`"${base}" cannot be its place among the routes: use lower case letters and hyphens.`);
}
