import type { Catalogues } from '../../../index.js';

/** Strings of the uninstall notice, by locale. */
export const uninstallCatalogues: Catalogues = {
  en: {
    'uninstall.notice.one':
      '{count} bank transaction goes with it, with what it pays, receivables and the access to banks. Books have to be kept: “mortise plugins uninstall” writes them to files, unless it is told not to.',
    'uninstall.notice.other':
      '{count} bank transactions go with it, with what they pay, receivables and the access to banks. Books have to be kept: “mortise plugins uninstall” writes them to files, unless it is told not to.',
  },
  de: {
    'uninstall.notice.one':
      '{count} Umsatz der Bank geht mit verloren, dazu seine Zuordnung, Forderungen und Bankzugänge. Bücher sind aufzubewahren: „mortise plugins uninstall“ schreibt sie in Dateien, wenn es nicht anders verlangt wird.',
    'uninstall.notice.other':
      '{count} Umsätze der Bank gehen mit verloren, dazu ihre Zuordnungen, Forderungen und Bankzugänge. Bücher sind aufzubewahren: „mortise plugins uninstall“ schreibt sie in Dateien, wenn es nicht anders verlangt wird.',
  },
  cs: {
    'uninstall.notice.one':
      'Spolu s ním zmizí {count} bankovní transakce, její párování, pohledávky a přístupy k bankám. Účetnictví je třeba uchovat: „mortise plugins uninstall“ je zapíše do souborů, pokud nemá jiný pokyn.',
    'uninstall.notice.few':
      'Spolu s ním zmizí {count} bankovní transakce, jejich párování, pohledávky a přístupy k bankám. Účetnictví je třeba uchovat: „mortise plugins uninstall“ je zapíše do souborů, pokud nemá jiný pokyn.',
    'uninstall.notice.other':
      'Spolu s ním zmizí {count} bankovních transakcí, jejich párování, pohledávky a přístupy k bankám. Účetnictví je třeba uchovat: „mortise plugins uninstall“ je zapíše do souborů, pokud nemá jiný pokyn.',
  },
  es: {
    'uninstall.notice.one':
      'Se pierde con él {count} movimiento bancario, con su conciliación, los cobros y los accesos a bancos. Los libros deben conservarse: «mortise plugins uninstall» los escribe en archivos, salvo que se indique lo contrario.',
    'uninstall.notice.other':
      'Se pierden con él {count} movimientos bancarios, con su conciliación, los cobros y los accesos a bancos. Los libros deben conservarse: «mortise plugins uninstall» los escribe en archivos, salvo que se indique lo contrario.',
  },
  fr: {
    'uninstall.notice.one':
      '{count} opération bancaire disparaît avec lui, ainsi que son rapprochement, les créances et les accès aux banques. Les livres doivent être conservés : « mortise plugins uninstall » les écrit dans des fichiers, sauf demande contraire.',
    'uninstall.notice.other':
      '{count} opérations bancaires disparaissent avec lui, ainsi que leur rapprochement, les créances et les accès aux banques. Les livres doivent être conservés : « mortise plugins uninstall » les écrit dans des fichiers, sauf demande contraire.',
  },
  ja: {
    'uninstall.notice.other':
      '銀行取引 {count} 件が、消込、債権、銀行への接続情報とともに失われます。帳簿は保存が必要です。指定がなければ「mortise plugins uninstall」がファイルへ書き出します。',
  },
};
