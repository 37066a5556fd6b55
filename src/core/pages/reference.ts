import type { OpenApi } from '../rest/openapi/document.js';
import type { Operation, PathItem } from '../rest/openapi/model.js';
import type { Strings } from '../templates/strings.js';
import type { ReferenceData } from '../templates/template-data.js';
import { coreCatalogues } from '../texts/core-catalogues.js';
import type { LocalizedSite } from '../texts/localized-site.js';
import type { Assets } from './assets.js';
import type { RenderPage } from './render.js';
import type { PageHandler } from './router.js';

/** Path of the API reference below the REST root. */
export const REFERENCE_PATH = '/reference';

/** Creates the API reference page: a list of all routes, replaced by RapiDoc if JavaScript is available. */
export function createReferencePage(parts: {
  site: LocalizedSite;
  openApi: OpenApi;
  assets: Assets;
  render: RenderPage;
}): PageHandler {
  const { site, openApi, assets, render } = parts;
  return (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return null;
    const strings = site.strings(site.locale, coreCatalogues);
    return render(
      'core/reference',
      {
        strings,
        root: site.href(site.root),
        documentLink: site.href(`${site.root}/openapi.json`),
        nonceLink: request.user ? site.href(`${site.root}/nonce`) : null,
        groups: groupsOf(openApi.document().paths, strings),
      },
      {
        request,
        title: strings.text('reference.title'),
        strings,
        head: {
          robots: 'noindex',
          scripts: [assets.href('rapidoc/rapidoc-min.js'), assets.href('core/reference.js')],
        },
        // RapiDoc sets its colors and several hundred style attributes inline.
        inlineStyles: true,
      },
    );
  };
}

type Groups = ReferenceData['groups'];

function groupsOf(paths: Readonly<Record<string, PathItem>>, strings: Strings): Groups {
  const groups = new Map<string, Groups[number]['operations']>();
  for (const [path, { parameters: _shared, ...operations }] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const { tags, summary, deprecated = false } = operation;
      const entry = {
        method: method.toUpperCase(),
        path,
        summary,
        permission: strings.text('reference.permission', { who: permissionOf(operation, strings) }),
        deprecated,
      };
      for (const tag of tags) groups.set(tag, [...(groups.get(tag) ?? []), entry]);
    }
  }
  return [...groups].map(([name, operations]) => ({ name, operations }));
}

function permissionOf(operation: Operation, strings: Strings): string {
  const { 'x-permission': permission, 'x-capability': capability = [] } = operation;
  const who = [...[capability].flat(), ...(permission ? [strings.text(`reference.${permission}`)] : [])];
  return new Intl.ListFormat(strings.locale, { type: 'disjunction' }).format(who);
}
