import type { Catalogue } from '../../../../index.js';

/** Czech texts of the errors of saving articles, categories and files. */
export const czechFaults: Catalogue = {
  'error-slug_taken': 'Tuto adresu má jiný článek nebo jiná kategorie.',
  'error-invalid_transition': 'Ze svého nynějšího stavu článek do tohoto přejít nemůže.',
  'error-category_cycle': 'Kategorie nemůže být sama pod sebou.',
  'error-category_not_empty': 'V kategorii ještě něco je. Nejdříve určete, kam to přijde.',
  'error-too_large': 'Je to příliš velké. Rozdělte to, nebo zmenšete.',
  'error-article_not_found': 'Článek už neexistuje.',
  'error-category_not_found': 'Kategorie už neexistuje.',
  'error-attachment_not_found': 'Soubor už neexistuje.',
  'error-attachment_exists': 'Článek už tento soubor má.',
  'error-invalid_param': 'Něco z toho takto uložit nelze.',
  'param-slug': 'Zvolte jinou: tato je obsazená, nebo patří stránce znalostní báze.',
  'param-parent':
    'Zvolte jinou: musí být ve stejném jazyce, nesmí ležet pod touto a kategorie mají nejvýše deset úrovní.',
  'param-categories': 'Některá z nich už neexistuje, nebo je v jiném jazyce.',
  'param-locale': 'V tomto jazyce už překlad je, nebo to není jazyk.',
  'param-tags': 'Některý ze štítků je příliš dlouhý.',
  'param-date': 'Určete, kdy se má zveřejnit.',
};
