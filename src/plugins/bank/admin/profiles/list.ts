import { listQuery, listTable, pagePart } from '../../../../admin.js';
import type { Bank } from '../../bank.js';
import { type BankArea, newProfilePath, PROFILES_PATH, profilePath } from '../paths.js';

/** Registers the list of CSV and JSON profiles, both the site's own and built-in ones. */
export function registerProfileList(area: BankArea, { profiles, sources }: Pick<Bank, 'profiles' | 'sources'>): void {
  area.page({
    path: PROFILES_PATH,
    title: 'admin.profiles',
    async load(request) {
      const { texts } = request;
      const { text } = texts;
      const [profileRows, sourceRows] = await Promise.all([profiles.list(), sources.list()]);
      const table = listTable(request, listQuery(request), {
        caption: text('admin.profiles'),
        columns: [
          { name: 'profile', label: text('import.profile') },
          { name: 'kind', label: text('sources.kind') },
          { name: 'used', label: text('profiles.used-by') },
        ],
        rows: profileRows.map(({ profile: { name, label, kind }, isBuiltIn }) => ({
          id: name,
          label,
          cells: {
            profile: {
              text: name,
              note: label,
              link: request.link(profilePath(name)),
              badges: isBuiltIn ? [] : [{ text: text('profiles.own'), kind: 'good' }],
            },
            kind: text(`format-${kind}`),
            used: sourceRows
              .filter(({ settings }) => settings.profile === name)
              .map((source) => source.name)
              .join(', '),
          },
          actions: [{ label: text('profiles.copy'), link: request.link(newProfilePath(kind), { copy: name }) }],
        })),
        total: profileRows.length,
        empty: { text: '' },
      });
      return { sections: [pagePart({ table })] };
    },
    lead: 'profiles.lead',
    heading: (_data, { link, texts: { text } }) => ({
      actions: (['csv', 'json'] as const).map((kind) => ({
        label: text(`profiles.new-${kind}`),
        link: link(newProfilePath(kind)),
      })),
    }),
  });
}
