import { createHost } from '../core/host/create-host.js';
import type { Host } from '../core/host/host.js';
import type { HostOptions } from '../core/host/host-options.js';
import { extendContext } from './context.js';
import type { MarkdownOptions } from './markdown.js';
import { textStart } from './plain-text.js';
import { renderMarkdown, sanitizeHtml } from './texts/text-work.js';

/** Creates a host that renders texts with the functions of this folder. */
export function createRenderingHost(options: HostOptions): Promise<Host> {
  const markdown = async (source: string, about: MarkdownOptions) => (await renderMarkdown(source, about)).html;
  return createHost(options, { markdown, sanitize: sanitizeHtml, textStart, extendContext });
}
