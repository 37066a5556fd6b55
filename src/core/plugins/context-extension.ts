import type { Logger } from 'pino';
import type { Hooks } from '../../hooks/hooks.js';
import type { Templates } from '../templates/templates.js';
import type { PluginContextParts } from './plugin.js';

/** What a part of the package that the core must not import brings into the context of every plugin. */
export interface ContextExtension {
  /** @param open hands a part back, or throws `plugin_inactive` once the plugin is gone */
  forOwner(owner: string, open: <Part>(part: Part) => Part): PluginContextParts;
  /** Forgets what the plugin registered. */
  removeOwner(owner: string): void;
  /** Ends what it has running beside the host. */
  close(): Promise<void>;
}

/** Made once for each host, before its plugins. */
export type CreateContextExtension = (host: {
  readonly hooks: Hooks;
  readonly templates: Pick<Templates, 'renderSync' | 'fingerprint'>;
  readonly log: Logger;
  readonly debug: boolean;
}) => ContextExtension;
