import { HostError } from '../../errors.js';
import type { CreateValidator } from '../../schema/validate.js';
import { type MetaDefinition, type MetaFields, toMetaField } from './meta-field.js';
import { postCapabilities } from './post-capabilities.js';
import { assertPostType, POST_FEATURES, type PostType, type PostTypeDefinition } from './post-type.js';
import { type Taxonomy, type TaxonomyDefinition, toTaxonomy } from './taxonomy.js';

/** Registry of post types, taxonomies and meta fields, with their owners. */
export interface ContentTypes {
  /** @throws HostError `post_type_invalid`, `post_type_exists` */
  addType(definition: PostTypeDefinition, owner: string): PostType;
  /** @throws HostError `taxonomy_invalid`, `taxonomy_exists` */
  addTaxonomy(definition: TaxonomyDefinition, owner: string): Taxonomy;
  /** @throws HostError `post_meta_invalid`, `post_meta_exists` */
  addMeta(type: string, key: string, definition: MetaDefinition, owner: string): void;
  removeType(name: string): void;
  type(name: string): PostType | undefined;
  types(): readonly PostType[];
  taxonomy(name: string): Taxonomy | undefined;
  taxonomies(): readonly Taxonomy[];
  /** Lists the taxonomies of a type, in order of registration. */
  taxonomiesOf(type: PostType): readonly Taxonomy[];
  /** Lists the types that use a taxonomy. */
  typesOf(taxonomy: Taxonomy): readonly PostType[];
  metaOf(type: string): MetaFields;
  removeOwner(owner: string): void;
}

export function createContentTypes(createValidator: CreateValidator): ContentTypes {
  const types = new Map<string, PostType>();
  const taxonomies = new Map<string, Taxonomy>();
  const meta = new Map<string, Map<string, ReturnType<typeof toMetaField>>>();

  function assertFree(kind: 'post type' | 'taxonomy', name: string, base: string | undefined, owner: string): void {
    const code = kind === 'taxonomy' ? 'taxonomy_exists' : 'post_type_exists';
    const holder = (kind === 'taxonomy' ? taxonomies : types).get(name);
    if (holder) {
      const message = `"${owner}" cannot register the ${kind} "${name}": it belongs to "${holder.owner}". Choose a name with your own prefix.`;
      throw new HostError(code, message, { name });
    }
    const rival = [...types.values(), ...taxonomies.values()].find(({ rest }) => rest && rest.base === base);
    if (rival) {
      const message = `"${owner}" cannot have routes at "${base}": "${rival.name}" of "${rival.owner}" already has them.`;
      throw new HostError(code, message, { name });
    }
  }

  function sorts(taxonomy: Taxonomy, type: PostType): boolean {
    return taxonomy.types.includes(type.name) || type.taxonomies.includes(taxonomy.name);
  }

  return {
    addType(definition, owner) {
      assertPostType(definition);
      assertFree('post type', definition.name, definition.rest ? definition.rest.base : undefined, owner);
      const type: PostType = {
        ...definition,
        owner,
        capabilities: postCapabilities(definition.capabilities ?? ['post', 'posts']),
        hierarchical: definition.hierarchical ?? false,
        public: definition.public ?? true,
        supports: definition.supports ?? POST_FEATURES,
        taxonomies: definition.taxonomies ?? [],
        managed: definition.managed ?? null,
      };
      types.set(type.name, type);
      return type;
    },
    addTaxonomy(definition, owner) {
      const taxonomy = toTaxonomy(definition, owner);
      assertFree('taxonomy', taxonomy.name, taxonomy.rest ? taxonomy.rest.base : undefined, owner);
      taxonomies.set(taxonomy.name, taxonomy);
      return taxonomy;
    },
    addMeta(type, key, definition, owner) {
      const field = toMetaField(key, definition, owner, createValidator);
      const fields = meta.get(type) ?? new Map();
      const holder = fields.get(key)?.owner ?? owner;
      if (holder !== owner) {
        const message = `"${owner}" cannot register the field "${key}" of "${type}": it belongs to "${holder}". Choose a name with your own prefix.`;
        throw new HostError('post_meta_exists', message, { type, key });
      }
      meta.set(type, fields.set(key, field));
    },
    removeType: (name) => void types.delete(name),
    type: (name) => types.get(name),
    types: () => [...types.values()],
    taxonomy: (name) => taxonomies.get(name),
    taxonomies: () => [...taxonomies.values()],
    taxonomiesOf: (type) => [...taxonomies.values()].filter((taxonomy) => sorts(taxonomy, type)),
    typesOf: (taxonomy) => [...types.values()].filter((type) => sorts(taxonomy, type)),
    metaOf: (type) => meta.get(type) ?? new Map(),
    removeOwner(owner) {
      for (const registry of [types, taxonomies, ...meta.values()]) {
        for (const [name, entry] of registry) if (entry.owner === owner) registry.delete(name);
      }
    },
  };
}
