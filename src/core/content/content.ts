import type { Hooks } from '../../hooks/hooks.js';
import { SITE } from '../../hooks/name-rules.js';
import type { Access } from '../access/capabilities.js';
import type { Database } from '../database/database.js';
import { HostError } from '../errors.js';
import type { Outbox } from '../outbox/outbox.js';
import type { Registry } from '../rest/registry.js';
import { createValidators } from '../schema/validate.js';
import type { Schedules } from '../services/schedule/schedule.js';
import type { Site } from '../site.js';
import { createPosts, type Posts } from './posts.js';
import { createPublishing, type Publishing, type PublishingParts } from './publishing.js';
import { createRendering, type TextTools } from './rendering.js';
import { declarePostRoutes } from './routes/posts.js';
import { NAMESPACE } from './routes/shared.js';
import { declareTermRoutes } from './routes/terms.js';
import { createTermEditing, type TermEditing } from './term-editing.js';
import { createTerms, type Terms } from './terms.js';
import { createContentTypes } from './types/content-types.js';
import { createMetaCheck, type MetaDefinition } from './types/meta-field.js';
import { createPostAccess } from './types/post-capabilities.js';
import type { PostType, PostTypeDefinition } from './types/post-type.js';
import type { Taxonomy, TaxonomyDefinition } from './types/taxonomy.js';
import { createVisibility } from './visibility.js';
import './hooks.js';

/** Content shared by plugins: posts of all types, and terms. */
export interface Content {
  /** Reads and writes rows of every post type without enforcing rules. */
  readonly posts: Posts;
  /** Reads and writes rows of every taxonomy without enforcing rules. */
  readonly terms: Terms;
  /** Writes posts of registered types and enforces the rules for posts. */
  readonly publishing: Publishing;
  /** Writes terms of registered taxonomies. */
  readonly termEditing: TermEditing;
  /**
   * Registers a post type with its capabilities and routes.
   * @throws HostError `post_type_invalid`, `post_type_exists`
   */
  registerType(definition: PostTypeDefinition): void;
  /**
   * Registers a taxonomy with its routes.
   * @throws HostError `taxonomy_invalid`, `taxonomy_exists`
   */
  registerTaxonomy(definition: TaxonomyDefinition): void;
  /**
   * Registers a `meta` field of a post type. Unregistered fields cannot be read or written over REST.
   * @throws HostError `post_meta_invalid`, `post_meta_exists`
   */
  registerMeta(type: string, key: string, definition: MetaDefinition): void;
  types(): readonly PostType[];
  taxonomies(): readonly Taxonomy[];
}

/** Content as the host uses it: registrations are recorded per owner. */
export interface ContentService extends Content {
  forOwner(owner: string): Content;
  removeOwner(owner: string): void;
}

export interface ContentParts {
  readonly db: Database;
  readonly site: Site;
  readonly hooks: Hooks;
  readonly outbox: Pick<Outbox, 'announce'>;
  readonly access: Access;
  readonly registry: Registry;
  readonly tools: TextTools;
  /** Checks whether the media library has a file with this id. Given a viewer, whether that viewer can find it. */
  readonly hasFile: PublishingParts['hasFile'];
  readonly schedules: Pick<Schedules, 'add'>;
}

/** Milliseconds between checks for scheduled posts that are due. */
const PUBLISHING_INTERVAL = 30_000;

export function createContent(parts: ContentParts): ContentService {
  const { db, site, hooks, outbox, access, registry, tools, schedules, hasFile } = parts;
  const createValidator = createValidators();
  const checkMeta = createMetaCheck(createValidator);
  const types = createContentTypes(createValidator);
  const posts = createPosts(db);
  const terms = createTerms(db);
  const defaultLocale = site.locale;
  const termEditing = createTermEditing({ db, outbox, terms, defaultLocale });
  const visibility = createVisibility(types);
  const rendering = createRendering({ tools, origin: site.origin, hooks });
  const publishing = createPublishing({
    db,
    outbox,
    posts,
    types,
    checkMeta,
    hasFile,
    tools,
    rendering,
    defaultLocale,
  });
  const postAccess = createPostAccess(access, types.type, posts.get);
  const shared = { db, site, hooks, types, posts, registry, visibility };
  const postRoutes = { ...shared, rendering, checkMeta, publishing };

  /** Throws if another owner already has routes below this base. */
  function assertFreeRoutes(base: string, owner: string): void {
    if (!registry.matchPath(`/${NAMESPACE}/${base}`)) return;
    const message = `"${owner}" cannot have routes at "${base}": ${NAMESPACE} already has routes there. Choose another base.`;
    throw new HostError('post_type_exists', message, { base });
  }

  function declareAgain(changed: readonly PostType[]): void {
    for (const type of changed) declarePostRoutes(type, postRoutes, { override: true });
  }

  function forOwner(owner: string): Content {
    return {
      posts,
      terms,
      publishing,
      termEditing,
      registerType(definition) {
        if (definition.rest) assertFreeRoutes(definition.rest.base, owner);
        const type = types.addType(definition, owner);
        try {
          postAccess.add(type);
          declarePostRoutes(type, postRoutes, { override: false });
        } catch (error) {
          types.removeType(type.name);
          throw error;
        }
      },
      registerTaxonomy(definition) {
        if (definition.rest) assertFreeRoutes(definition.rest.base, owner);
        const taxonomy = types.addTaxonomy(definition, owner);
        declareTermRoutes(taxonomy, { ...shared, termEditing });
        declareAgain(types.typesOf(taxonomy));
      },
      registerMeta(name, key, definition) {
        types.addMeta(name, key, definition, owner);
        const type = types.type(name);
        if (type) declareAgain([type]);
      },
      types: types.types,
      taxonomies: types.taxonomies,
    };
  }

  registerCoreTypes(forOwner('core'));
  schedules.add(
    {
      name: 'core_publish_due_posts',
      title: 'Publish scheduled posts',
      every: PUBLISHING_INTERVAL,
      overlap: false,
      run: () => publishing.publishDue(),
    },
    'core',
  );
  return {
    ...forOwner(SITE),
    forOwner,
    removeOwner(owner) {
      types.removeOwner(owner);
      // The remaining types may have used taxonomies or fields of the removed owner.
      declareAgain(types.types());
    },
  };
}

/** Registers the post types and taxonomies that every host has. */
function registerCoreTypes(content: Pick<Content, 'registerTaxonomy' | 'registerType'>): void {
  content.registerTaxonomy({
    name: 'category',
    labels: { plural: 'Categories', singular: 'Category' },
    types: ['post'],
    hierarchical: true,
    rest: { base: 'categories' },
  });
  content.registerTaxonomy({
    name: 'post_tag',
    labels: { plural: 'Tags', singular: 'Tag' },
    types: ['post'],
    rest: { base: 'tags' },
  });
  content.registerType({
    name: 'post',
    labels: { plural: 'Posts', singular: 'Post' },
    rest: { base: 'posts' },
  });
  content.registerType({
    name: 'page',
    labels: { plural: 'Pages', singular: 'Page' },
    capabilities: ['page', 'pages'],
    hierarchical: true,
    rest: { base: 'pages' },
  });
}
