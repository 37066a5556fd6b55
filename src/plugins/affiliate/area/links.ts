import { type AdminRequest, adminForm, formError, listQuery, type SubmittedForm } from '../../../admin.js';
import { idOf } from '../../../pages.js';
import type { Strings } from '../../../text.js';
import type { ListedLink } from '../links/links.js';
import { type AreaParts, LINKS_PATH, noticeOf, ownOf } from './area.js';
import type { OwnLinksData } from './template-data.js';

const MAKE = 'make';

/** Registers the page where affiliates create and list their links. */
export function registerOwnLinks({ area, site, program }: AreaParts): void {
  const { links } = program.tracking;

  area.page({
    path: LINKS_PATH,
    title: 'area.links',
    template: 'affiliate/area/links',
    scripts: ['affiliate/copy.js'],
    async load(request) {
      const { texts: strings } = request;
      const own = await ownOf(program, request);
      const { page, perPage } = listQuery(request);
      const [{ rows, total }, notice] = await Promise.all([
        links.list(own, { page, perPage }),
        links.find(own, idOf(request.query.made) ?? 0),
      ]);
      const others = rows.filter(({ link_id: id }) => id !== notice?.link_id);
      const pageLink = (to: number): string => request.link(LINKS_PATH, { page: to === 1 ? '' : String(to) });
      return {
        strings,
        notice: noticeOf(own, program.now(), strings),
        form: own.status === 'active' ? linkForm(request, strings) : null,
        links: [...(notice ? [notice] : []), ...others].map((link) => linkData(link, strings)),
        newer: page > 1 ? pageLink(page - 1) : null,
        older: page * perPage < total ? pageLink(page + 1) : null,
      };
    },
    actions: {
      async [MAKE](request, form) {
        const { texts: strings } = request;
        const { id, status, code } = await ownOf(program, request);
        if (status !== 'active') throw formError({}, strings.text('area.inactive-links'));
        const result = await links.generate({ id, code }, inputOf(form, site.url('/')));
        return { to: `${LINKS_PATH}?made=${result.link_id}`, notice: strings.text('area.made') };
      },
    },
  });
}

/** Reads the submitted link. Paths are resolved against this site. @param home URL of the site */
function inputOf(form: SubmittedForm, home: string): { readonly url?: string; readonly campaign?: string } {
  const [url, campaign] = [form.text('url').trim(), form.text('campaign').trim()];
  const address = url.startsWith('/') && URL.canParse(url, home) ? new URL(url, home).href : url;
  return { ...(url === '' ? {} : { url: address }), ...(campaign === '' ? {} : { campaign }) };
}

function linkForm(request: AdminRequest, { text }: Strings) {
  return adminForm(request, {
    action: MAKE,
    title: text('area.new-link'),
    description: text('area.new-link-lead'),
    fields: [
      {
        kind: 'text',
        name: 'url',
        label: text('area.page-address'),
        hint: text('area.page-address-hint'),
        maxLength: 2000,
      },
      { kind: 'text', name: 'campaign', label: text('area.campaign'), hint: text('area.campaign-hint'), maxLength: 64 },
    ],
    submit: text('area.make'),
  });
}

function linkData({ link_id: id, ...link }: ListedLink, { text, dateTime }: Strings): OwnLinksData['links'][number] {
  return {
    leadsTo: text('area.leads-to', { address: link.target_url }),
    campaign: link.campaign,
    createdAt: dateTime(link.createdAt),
    fields: [
      { id: `short-${id}`, label: text('area.short-link'), value: link.short_url, hint: null },
      { id: `long-${id}`, label: text('area.long-link'), value: link.url, hint: null },
    ],
  };
}
