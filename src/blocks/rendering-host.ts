import { createHost } from '../core/host/create-host.js';
import type { Host } from '../core/host/host.js';
import type { HostOptions } from '../core/host/host-options.js';
import type { CreateContextExtension } from '../core/plugins/context-extension.js';
import { checkDocument } from './check.js';
import { CORE_BLOCKS } from './core/blocks.js';
import type { BlockDefinition } from './definition/define-block.js';
import { createBlockEngine } from './engine.js';
import { defineBlockHooks } from './hooks.js';
import type { MarkdownOptions } from './markdown.js';
import { textStart } from './plain-text.js';
import { createBlockRegistry } from './registry.js';
import { renderMarkdown, sanitizeHtml } from './texts/text-work.js';
import { createSaveChecker } from './wordpress/worker-thread.js';

/** Adds `blocks` to the plugin context. */
const extendContext: CreateContextExtension = ({ hooks, templates, log, debug }) => {
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

/** Creates a host that renders texts with the functions of this folder. */
export function createRenderingHost(options: HostOptions): Promise<Host> {
  const markdown = async (source: string, about: MarkdownOptions) => (await renderMarkdown(source, about)).html;
  return createHost(options, { markdown, sanitize: sanitizeHtml, textStart, extendContext });
}
