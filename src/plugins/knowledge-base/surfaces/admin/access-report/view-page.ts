import { HostError, type PluginContext } from '../../../../../index.js';
import { kbTexts, kbTitle } from '../../../catalogues.js';
import type { KnowledgeBase } from '../../../content/knowledge-base.js';
import { pageAsReader } from '../../preview/reader-pages.js';
import { ACCESS_PATH, VIEW_PATH } from './frame.js';
import { askedViewer } from './view-as.js';

/** Registers the page that shows any knowledge base page as another reader sees it. Only the access is logged. */
export function registerViewPage(context: PluginContext, kb: KnowledgeBase): void {
  context.admin.page({
    path: VIEW_PATH,
    parent: ACCESS_PATH,
    title: kbTitle('access.tab-view'),
    capability: 'manage_kb_access',
    template: 'core/admin/message',
    async load(request) {
      const texts = kbTexts(kb.site);
      const { text } = texts;
      const { looked } = await askedViewer(kb, context, request, texts);
      const { reader, query } = looked;
      if (!reader || looked.unknown !== null) {
        const why = looked.unknown === null ? 'access.not-opened' : 'access.no-user';
        const message = text(why, { name: looked.unknown ?? '' });
        throw new HostError('vendor_kb_forbidden_preview', message, { status: 403 });
      }
      const path = typeof request.query.path === 'string' ? request.query.path : '';
      context.log.info({ user: request.user.id, reader: reader.value, path }, 'A user views a page as another reader');
      return pageAsReader(kb, context, request, {
        reader,
        path,
        notes: {
          note: text('access.viewing', { reader: looked.label }),
          fault: null,
          leave: { label: text('access.leave'), link: request.link(ACCESS_PATH, { tab: 'view', ...query }) },
        },
        linkTo: (other) => request.link(VIEW_PATH, { ...query, ...other }),
      });
    },
  });
}
