import { EVERYBODY } from '../../content/export/everybody.js';
import type { KnowledgeBase } from '../../content/knowledge-base.js';
import type { View } from '../../content/views/view.js';
import type { Visibility } from '../../domain/access/visibility.js';
import type { Visit } from '../pages/visit.js';

/** Returns the view of an anonymous visitor: content for machines is the same for all clients. */
export function asStranger(visit: Visit): View {
  const { kb, context, locale, path, strings } = visit;
  return { kb, context, locale, path, strings, viewer: kb.access.viewerOf(EVERYBODY) };
}

export function visibleToAll({ access }: Pick<KnowledgeBase, 'access'>): Promise<Visibility> {
  return access.visibility(access.viewerOf(EVERYBODY));
}
