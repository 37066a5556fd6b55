import { type AdminDetailData, pagePart } from '../../../../../admin.js';
import { HostError, type PluginContext } from '../../../../../index.js';
import type { KbArea } from '../../../catalogues.js';
import type { KnowledgeBase } from '../../../content/knowledge-base.js';
import { pageAsReader } from '../../preview/reader-pages.js';
import { ACCESS_PATH, ACCESS_TABS, tabOf, VIEW_PATH } from './frame.js';
import { rulesTable, warningsTable } from './tables.js';
import { askedViewer, viewTable } from './view-as.js';

/** Registers the access report. */
export function registerAccessReport(area: KbArea, context: PluginContext, kb: KnowledgeBase): void {
  registerViewPage(area, context, kb);
  area.page({
    path: ACCESS_PATH,
    title: 'access.title',
    capability: 'manage_kb_access',
    icon: 'roles',
    section: 'content',
    order: 27,
    template: 'kb/admin/access',
    stylesheets: ['kb/search-admin.css'],
    async load(request) {
      const { texts } = request;
      const { text } = texts;
      const tab = tabOf(request);
      const frame: Partial<AdminDetailData> = {
        tabs: ACCESS_TABS.map((name) => ({
          label: text(`access.tab-${name}`),
          link: request.link(ACCESS_PATH, { tab: name }),
          current: name === tab,
        })),
        tabsLabel: text('access.tabs'),
      };
      if (tab !== 'view') {
        const table = await (tab === 'rules' ? rulesTable : warningsTable)(kb, context, request, texts);
        return { ...frame, wide: [pagePart({ table })], viewer: null };
      }
      const { looked, form } = await askedViewer(kb, context, request, texts);
      const table = await viewTable(kb, looked, request, texts);
      const notices: AdminDetailData['notices'] = [
        ...(looked.unknown === null
          ? []
          : [{ kind: 'warning' as const, text: text('access.no-user', { name: looked.unknown }) }]),
        ...(looked.reader === null ? [{ kind: 'info' as const, text: text('access.not-opened') }] : []),
      ];
      const links = looked.reader
        ? [{ label: text('access.open-home'), link: request.link(VIEW_PATH, { ...looked.query, path: '' }) }]
        : [];
      const part = pagePart({ title: looked.label, table, links });
      return { ...frame, notices, wide: [part], viewer: form };
    },
    lead: 'access.lead',
  });
}

/** Registers the page that shows any knowledge base page as another reader sees it. Only the access is logged. */
function registerViewPage(area: KbArea, context: PluginContext, kb: KnowledgeBase): void {
  area.page({
    path: VIEW_PATH,
    parent: ACCESS_PATH,
    title: 'access.tab-view',
    capability: 'manage_kb_access',
    template: 'core/admin/message',
    async load(request) {
      const { texts } = request;
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
