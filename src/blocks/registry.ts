import { HostError } from '../core/errors.js';
import { fits } from './definition/attributes.js';
import type { BlockDefinition } from './definition/define-block.js';
import type { BlockMetadata } from './definition/metadata.js';

/** Registered blocks of a host. */
export interface BlockRegistry {
  /** Registers a block. @throws HostError 500 `block_invalid`, `block_conflict` */
  register(definition: BlockDefinition, owner: string): void;
  get(name: string): BlockDefinition | undefined;
  /** Lists the blocks and their owners, in order of registration. */
  list(): readonly RegisteredBlock[];
  removeOwner(owner: string): void;
  /** Changes whenever the registered blocks change, since documents may render differently then. */
  revision(): number;
  /** CSS classes that registered blocks keep in markup. */
  classes(): readonly string[];
  /** Names of the templates that registered blocks are rendered with. */
  templates(): readonly string[];
}

/** A block with the plugin that registered it. */
export interface RegisteredBlock {
  readonly definition: BlockDefinition;
  readonly owner: string;
}

export function createBlockRegistry(): BlockRegistry {
  const blocks = new Map<string, RegisteredBlock>();
  let revision = 0;
  let classes: readonly string[] = [];
  let templates: readonly string[] = [];

  function changed(): void {
    revision += 1;
    const definitions = [...blocks.values()].map(({ definition }) => definition);
    classes = [...new Set(definitions.flatMap((definition) => definition.classes ?? []))].toSorted();
    templates = [...new Set(definitions.flatMap((definition) => definition.static?.templates ?? []))].toSorted();
  }

  return {
    register(definition, owner) {
      const { name } = definition.metadata;
      checkMetadata(definition.metadata);
      const existing = blocks.get(name);
      if (existing) {
        throw new HostError(
          'block_conflict',
          `"${existing.owner}" already has the block "${name}". Choose another name for "${owner}".`,
          { block: name },
        );
      }
      blocks.set(name, { definition, owner });
      changed();
    },
    get: (name) => blocks.get(name)?.definition,
    list: () => [...blocks.values()],
    removeOwner(owner) {
      const before = blocks.size;
      for (const [name, block] of blocks) if (block.owner === owner) blocks.delete(name);
      if (blocks.size !== before) changed();
    },
    revision: () => revision,
    classes: () => classes,
    templates: () => templates,
  };
}

const NAME = /^[a-z][a-z0-9-]*\/[a-z][a-z0-9-]*$/;

/** Asserts that the name, title, defaults and provided context of a block are valid. */
function checkMetadata({ name, title, attributes = {}, providesContext = {} }: BlockMetadata): void {
  const refuse = (why: string): never => {
    throw new HostError('block_invalid', `The block "${name}" ${why}.`, { block: name });
  };
  if (!NAME.test(name)) refuse('needs a name such as "acme/recipe-card": a lowercase namespace and name');
  if (title.trim() === '') refuse('needs a title');
  for (const [attribute, schema] of Object.entries(attributes)) {
    if (schema.default !== undefined && !fits(schema, schema.default)) {
      refuse(`has a default for "${attribute}" that does not match its schema`);
    }
  }
  for (const [context, attribute] of Object.entries(providesContext)) {
    if (!Object.hasOwn(attributes, attribute)) {
      refuse(`provides the context "${context}" from "${attribute}", which is not one of its attributes`);
    }
  }
}
