import { createHost as createCoreHost } from '../core/host/create-host.js';
import type { Host } from '../core/host/host.js';
import type { HostOptions } from '../core/host/host-options.js';
import { extendContext } from './context.js';
import type { MarkdownOptions } from './markdown.js';
import { textStart } from './plain-text.js';
import { renderMarkdown, sanitizeHtml } from './texts/text-work.js';

/**
 * Creates a host with the renderers of this package.
 *
 * Loads the configuration, opens the database and runs its migrations, then starts the core's parts and the plugins
 * in the order of their requirements.
 * @throws HostError `config_invalid`, `database_*`, `plugin_*`; nothing stays open after a failure
 * @example
 * const host = await createHost({ ...localDefaults(), url: 'https://example.com', plugins: [knowledgeBase()] });
 * app.use(host.handler());
 */
export function createHost(options: HostOptions): Promise<Host> {
  const markdown = async (source: string, about: MarkdownOptions) => (await renderMarkdown(source, about)).html;
  return createCoreHost(options, { markdown, sanitize: sanitizeHtml, textStart, extendContext });
}
