import type { Catalogue } from '../../../../index.js';

/** German texts of the article list and previews. */
export const germanEditing: Catalogue = {
  'articles.title': 'Artikel',
  'articles.column-title': 'Titel',
  'articles.author': 'Verfasst von',
  'articles.modified': 'Zuletzt geändert',
  'articles.search': 'Artikel suchen',
  'articles.state': 'Zustand',
  'articles.all-states': 'Alle außer dem Papierkorb',
  'articles.none': 'Es gibt noch keine Artikel.',
  'articles.untitled': 'Ohne Titel',
  'articles.edit': 'Bearbeiten',
  'articles.view': 'Ansehen',
  'articles.state-draft': 'Entwurf',
  'articles.state-pending': 'Wartet auf Durchsicht',
  'articles.state-future': 'Geplant',
  'articles.state-publish': 'Veröffentlicht',
  'articles.state-archived': 'Archiviert',
  'articles.state-trash': 'Im Papierkorb',
  'preview.title': 'Vorschau',
  'preview.self': 'Wie Sie ihn sehen',
  'preview.visitor': 'Für Besucher',
  'preview.account': 'Für Angemeldete',
  'preview.role': 'Für die Rolle {role}',
  'preview.password': 'Für jemanden mit dem Passwort',
  'preview.chosen': 'Für eine der ausgewählten Personen',
  'preview.capability': 'Für jemanden mit der Berechtigung',
  'preview.unsaved': 'Vorschau ({reader}). Durch das Ansehen wird nichts gespeichert, und Leser sehen es noch nicht.',
  'preview.stored': 'Vorschau ({reader}) des zuletzt gespeicherten Stands.',
  'preview.invalid': 'So lässt sich dieser Text nicht speichern: {reason}',
  'preview.refused':
    'Der Text aus dem Editor konnte nicht gezeigt werden: {reason} Dies ist der zuletzt gespeicherte Stand.',
  'preview.unknown':
    'Solche Leser erfahren nichts von diesem Artikel: Sie finden die Seite, die sagt, dass es unter dieser Adresse nichts gibt.',
};
