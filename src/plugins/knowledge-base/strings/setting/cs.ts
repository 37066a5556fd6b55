import type { Catalogue } from '../../../../index.js';

/** Czech texts of the settings. */
export const czechSetting: Catalogue = {
  'settings.policy': 'Články ve více kategoriích',
  'settings.policy-hint': 'Které z kategorií článku musí čtenáře pustit.',
  'settings.policy-all': 'Všechny',
  'settings.policy-any': 'Kterákoli',
  'settings.policy-primary': 'Hlavní',
  'settings.restricted': 'Místo chráněného článku',
  'settings.restricted-hint': 'Markdown pro ty, kdo jej číst nesmějí, pokud nemá vlastní text on ani kategorie.',
  'settings.attachment': 'Největší soubor článku',
  'settings.attachment-hint': 'V megabajtech; knihovna médií má vlastní mez.',
  'settings.revisions': 'Uchovávané verze článku',
  'settings.revisions-hint': 'Kolik nejnovějších zůstává, kontroluje se denně; 0 nechá všechny.',
  'settings.moderators': 'E-mail o ohlasech',
  'settings.moderators-hint': 'Adresy, které se dozvědí o nových ohlasech, jedna na řádek.',
  'settings.slash': 'Hledání klávesou /',
  'settings.slash-hint': 'Klávesa vede čtenáře do hledání, dokud ji ve svém prohlížeči nevypnou. Ctrl+K funguje vždy.',
  'settings.exclude': 'Nepočítat redaktory do statistik',
  'settings.exclude-hint': 'Co čtou a hledají ti, kdo smějí upravovat články, se nepočítá.',
  'settings.format': 'Nové články se píšou',
  'settings.format-hint':
    'Pro toho, kdo píše ve správě, kde se nabízí i druhý způsob. Přes REST a na příkazové řádce je článek v Markdownu, pokud neříká jinak.',
  'settings.format-blocks': 'Pomocí bloků',
  'settings.format-markdown': 'V Markdownu',
  'settings.digest': 'Přehled e-mailem',
  'settings.digest-hint':
    'Nové ohlasy, co je třeba zkontrolovat nebo je špatně hodnocené a co se nenašlo: těm, kdo s tím mohou něco udělat. Když není co říct, nic se neposílá, a každý se může odhlásit.',
  'settings.digest-off': 'Žádný',
  'settings.digest-daily': 'Každý den',
  'settings.digest-weekly': 'Každý týden',
  'settings.digest-weekday': 'Týdenní přehled v den',
  'settings.digest-hour': 'Hodina přehledu',
  'settings.digest-hour-hint': 'Od 0 do 23, v časovém pásmu webu.',
};
