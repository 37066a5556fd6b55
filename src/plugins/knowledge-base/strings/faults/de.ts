import type { Catalogue } from '../../../../index.js';

/** German texts of the errors of saving articles, categories and files. */
export const germanFaults: Catalogue = {
  'error-slug_taken': 'Ein anderer Artikel oder eine andere Kategorie hat diese Adresse.',
  'error-invalid_transition': 'Von seinem jetzigen Zustand kann der Artikel nicht in diesen wechseln.',
  'error-category_cycle': 'Eine Kategorie kann nicht unter sich selbst stehen.',
  'error-category_not_empty': 'In der Kategorie ist noch etwas. Sagen Sie zuerst, wohin es kommt.',
  'error-too_large': 'Das ist zu groß. Teilen oder verkleinern Sie es.',
  'error-article_not_found': 'Den Artikel gibt es nicht mehr.',
  'error-category_not_found': 'Die Kategorie gibt es nicht mehr.',
  'error-attachment_not_found': 'Die Datei gibt es nicht mehr.',
  'error-attachment_exists': 'Der Artikel hat diese Datei schon.',
  'error-invalid_param': 'Manches davon kann so nicht gespeichert werden.',
  'param-slug': 'Wählen Sie eine andere: Diese ist vergeben oder für eine Seite der Wissensdatenbank bestimmt.',
  'param-parent':
    'Wählen Sie eine andere: Sie muss dieselbe Sprache haben, darf nicht unter dieser liegen, und Kategorien stehen höchstens zehn tief.',
  'param-categories': 'Eine davon gibt es nicht mehr, oder sie hat eine andere Sprache.',
  'param-locale': 'Es gibt schon eine Übersetzung in dieser Sprache, oder das ist keine Sprache.',
  'param-tags': 'Eines der Schlagwörter ist zu lang.',
  'param-date': 'Sagen Sie, wann er veröffentlicht werden soll.',
};
