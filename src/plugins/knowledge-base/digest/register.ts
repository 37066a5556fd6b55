import type { PluginContext } from '../../../index.js';
import type { KnowledgeBase } from '../knowledge-base.js';
import { scheduleDigests } from './digests.js';
import { registerDigestPrivacy } from './privacy.js';
import { registerDigestChoice } from './profile-page.js';
import { createDigestReaders } from './readers.js';
import { createStopPage } from './stop-page.js';
import { createUnsubscribeLinks } from './unsubscribe.js';

/** The digest by mail: when it is sent and to whom, and how everybody can stop it. @param path of the knowledge base */
export function registerDigests(context: PluginContext, kb: KnowledgeBase, path: string): void {
  // No category and no article has such an address.
  const stopPath = `${path}/-/digest`;
  const readers = createDigestReaders(context.db);
  const links = createUnsubscribeLinks(context, stopPath);
  scheduleDigests(context, kb, { readers, links });
  context.pages.mount(stopPath, createStopPage(context, { readers, links }));
  registerDigestChoice(context, readers);
  registerDigestPrivacy(context.hooks, readers);
}
