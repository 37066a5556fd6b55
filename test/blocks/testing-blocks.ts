import type { Plugin } from 'mortise';
import { definePlugin } from 'mortise';
import type { BlockDefinition, OwnedBlocks } from 'mortise/blocks';
import { createTestHost } from 'mortise/testing';

type TestHost = Awaited<ReturnType<typeof createTestHost>>;

/** Starts a host with blocks of a plugin. Returns the host and the block API of the plugin. */
export async function hostWithBlocks(
  definitions: readonly BlockDefinition[] = [],
  { debug, plugins = [] }: { readonly debug?: boolean; readonly plugins?: readonly Plugin[] } = {},
): Promise<{ readonly host: TestHost; readonly blocks: OwnedBlocks }> {
  let blocks: OwnedBlocks | undefined;
  const acme = definePlugin({
    name: 'acme',
    version: '1.0.0',
    setup(context) {
      blocks = context.blocks;
      for (const definition of definitions) context.blocks.register(definition);
    },
  });
  const host = await createTestHost({ plugins: [...plugins, acme], ...(debug === undefined ? {} : { debug }) });
  if (!blocks) throw new Error('The plugin was not set up');
  return { host, blocks };
}
