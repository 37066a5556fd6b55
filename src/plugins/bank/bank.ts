import type { PluginContext } from '../../index.js';

/** What the plugin can do: `context.plugin('bank')`, and what its routes and commands are made of. */
export interface Bank {
  readonly now: () => Date;
}

/** Puts the plugin together. */
export function createBank(_context: PluginContext): Bank {
  return { now: () => new Date() };
}
