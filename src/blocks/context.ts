import type { CreateContextExtension } from '../core/plugins/context-extension.js';
import { checkDocument } from './check.js';
import { CORE_BLOCKS } from './core/blocks.js';
import type { BlockDefinition } from './definition/define-block.js';
import { createBlockEngine } from './engine.js';
import { defineBlockHooks } from './hooks.js';
import { createBlockRegistry } from './registry.js';
import { createSaveChecker } from './wordpress/worker-thread.js';

/** Adds `blocks` to the plugin context. */
export const extendContext: CreateContextExtension = ({ hooks, templates, log, debug }) => {
  const registry = createBlockRegistry();
  const ownHooks = hooks.forOwner('core');
  defineBlockHooks(ownHooks);
  for (const block of CORE_BLOCKS) registry.register(block, 'core');
  const saves = new Map<string, URL>();
  const checker = createSaveChecker();
  const check = (source: string) => checkDocument(source, { list: registry.list, find: registry.get, saves, checker });
  const engine = createBlockEngine({ registry, hooks: ownHooks, templates, log, debug, check });
  return {
    forOwner: (owner, open) => ({
      blocks: {
        ...engine,
        register: (definition: BlockDefinition) => open(registry).register(definition, owner),
        saves: (module: URL) => void open(saves).set(owner, module),
      },
    }),
    removeOwner(owner) {
      registry.removeOwner(owner);
      saves.delete(owner);
    },
    close: checker.close,
  };
};
