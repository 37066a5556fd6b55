import type { CreateContextExtension } from '../core/plugins/context-extension.js';
import { CORE_BLOCKS } from './core/blocks.js';
import type { BlockDefinition } from './definition/define-block.js';
import { createBlockEngine } from './engine.js';
import { defineBlockHooks } from './hooks.js';
import { createBlockRegistry } from './registry.js';

/** Gives plugins the blocks of their host. */
export const extendContext: CreateContextExtension = ({ hooks, log, debug }) => {
  const registry = createBlockRegistry();
  const ownHooks = hooks.forOwner('core');
  defineBlockHooks(ownHooks);
  for (const block of CORE_BLOCKS) registry.register(block, 'core');
  const engine = createBlockEngine({ registry, hooks: ownHooks, log, debug });
  return {
    forOwner: (owner, open) => ({
      blocks: {
        ...engine,
        register: (definition: BlockDefinition) => open(registry).register(definition, owner),
      },
    }),
    removeOwner: registry.removeOwner,
  };
};
