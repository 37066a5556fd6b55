import type { PluginContext } from '../../../../index.js';
import type { KnowledgeBase } from '../../content/knowledge-base.js';
import { scheduleDigests } from './digests.js';
import { registerDigestPrivacy } from './privacy.js';
import { registerDigestChoice } from './profile-page.js';
import { createDigestReaders } from './readers.js';
import { createStopPage } from './stop-page.js';
import { createUnsubscribeLinks } from './unsubscribe.js';

/** Registers the digest email, its schedule and its unsubscribe page. @param path path of the knowledge base */
export function registerDigests(context: PluginContext, kb: KnowledgeBase, path: string): void {
  // No category or article can have this path.
  const stopPath = `${path}/-/digest`;
  const readers = createDigestReaders(context.db);
  const links = createUnsubscribeLinks(context, stopPath);
  scheduleDigests(context, kb, { readers, links });
  context.pages.mount(stopPath, createStopPage(context, { readers, links }));
  registerDigestChoice(context, readers);
  registerDigestPrivacy(context.hooks, readers);
}
