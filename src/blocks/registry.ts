import { HostError } from '../core/errors.js';
import { checkMetadata } from './definition/check-metadata.js';
import type { BlockDefinition } from './definition/define-block.js';

/** The blocks that a host knows. */
export interface BlockRegistry {
  /** @throws HostError 500 `block_invalid`, `block_conflict` */
  register(definition: BlockDefinition, owner: string): void;
  get(name: string): BlockDefinition | undefined;
  /** In the order in which they came, with whose they are. */
  list(): readonly RegisteredBlock[];
  removeOwner(owner: string): void;
  /** Another number whenever another block is known: what was rendered before may look different now. */
  revision(): number;
  /** Classes that stay in markup because a block brings them. */
  classes(): readonly string[];
  /** Names of the templates that blocks are rendered with. */
  templates(): readonly string[];
}

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
    classes = [...new Set(definitions.flatMap((one) => one.classes ?? []))].toSorted();
    templates = [...new Set(definitions.flatMap((one) => one.static?.templates ?? []))].toSorted();
  }

  return {
    register(definition, owner) {
      const { name } = definition.metadata;
      checkMetadata(definition.metadata);
      const known = blocks.get(name);
      if (known) {
        throw new HostError(
          'block_conflict',
          `The block "${name}" of "${owner}" is registered by "${known.owner}" already: give it another name.`,
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
