import type { Catalogue } from '../../../../index.js';

/** The list of articles and their previews: Czech. */
export const czechEditing: Catalogue = {
  'articles.title': 'Články',
  'articles.column-title': 'Název',
  'articles.author': 'Autor',
  'articles.modified': 'Naposledy změněno',
  'articles.search': 'Hledat články',
  'articles.state': 'Stav',
  'articles.all-states': 'Vše kromě koše',
  'articles.none': 'Zatím tu nejsou žádné články.',
  'articles.untitled': 'Bez názvu',
  'articles.edit': 'Upravit',
  'articles.view': 'Zobrazit',
  'articles.state-draft': 'Koncept',
  'articles.state-pending': 'Čeká na schválení',
  'articles.state-future': 'Naplánováno',
  'articles.state-publish': 'Publikováno',
  'articles.state-archived': 'Archivováno',
  'articles.state-trash': 'V koši',
  'preview.title': 'Náhled',
  'preview.self': 'Jak ho vidíte vy',
  'preview.visitor': 'Jako návštěvník',
  'preview.account': 'Jako přihlášený čtenář',
  'preview.role': 'V roli {role}',
  'preview.unsaved': 'Náhled ({reader}). Prohlížením se nic neuloží a čtenáři ho zatím nevidí.',
  'preview.stored': 'Náhled ({reader}) naposledy uložené verze.',
  'preview.invalid': 'Tento text nelze takto uložit: {reason}',
  'preview.refused': 'Text z editoru se nepodařilo zobrazit: {reason} Toto je naposledy uložená verze.',
  'preview.unknown':
    'Takoví čtenáři se o tomto článku nedozvědí: najdou stránku, která říká, že na této adrese nic není.',
};
