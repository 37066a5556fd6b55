import type { Logger } from 'pino';
import type { Hooks } from '../../hooks/hooks.js';
import type { Templates } from '../templates/templates.js';
import type { PluginContextParts } from './plugin.js';

/** Additions to every plugin's context by parts of the package that the core must not import. */
export interface ContextExtension {
  /** @param open returns the part, or throws `plugin_inactive` after the plugin was removed */
  forOwner(owner: string, open: <Part>(part: Part) => Part): PluginContextParts;
  /** Removes everything the plugin registered. */
  removeOwner(owner: string): void;
  /** Stops its background work. */
  close(): Promise<void>;
}

/** Called once per host, before its plugins are set up. */
export type CreateContextExtension = (host: {
  readonly hooks: Hooks;
  readonly templates: Pick<Templates, 'renderSync' | 'fingerprint'>;
  readonly log: Logger;
  readonly debug: boolean;
}) => ContextExtension;
