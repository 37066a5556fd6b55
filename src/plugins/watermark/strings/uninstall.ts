import type { Catalogues } from '../../../index.js';

/** Notice shown before the plugin is uninstalled, by locale. */
export const uninstallCatalogues: Catalogues = {
  en: {
    'uninstall.notice.one':
      '{count} picture still shows its mark, which then cannot be taken away any more. To restore it first: “mortise watermark restore”. “mortise plugins uninstall” writes the saved originals to files, unless it is told not to.',
    'uninstall.notice.other':
      '{count} pictures still show their marks, which then cannot be taken away any more. To restore them first: “mortise watermark restore”. “mortise plugins uninstall” writes the saved originals to files, unless it is told not to.',
  },
  de: {
    'uninstall.notice.one':
      '{count} Bild zeigt noch sein Wasserzeichen, das sich danach nicht mehr entfernen lässt. Vorher wiederherstellen: „mortise watermark restore“. „mortise plugins uninstall“ schreibt die gesicherten Originale in Dateien, wenn es nicht anders verlangt wird.',
    'uninstall.notice.other':
      '{count} Bilder zeigen noch ihr Wasserzeichen, das sich danach nicht mehr entfernen lässt. Vorher wiederherstellen: „mortise watermark restore“. „mortise plugins uninstall“ schreibt die gesicherten Originale in Dateien, wenn es nicht anders verlangt wird.',
  },
  cs: {
    'uninstall.notice.one':
      '{count} obrázek má stále vodoznak, který pak už nepůjde odstranit. Obnovte ho předem: „mortise watermark restore“. „mortise plugins uninstall“ zapíše uložené originály do souborů, pokud nemá jiný pokyn.',
    'uninstall.notice.few':
      '{count} obrázky mají stále vodoznak, který pak už nepůjde odstranit. Obnovte je předem: „mortise watermark restore“. „mortise plugins uninstall“ zapíše uložené originály do souborů, pokud nemá jiný pokyn.',
    'uninstall.notice.other':
      '{count} obrázků má stále vodoznak, který pak už nepůjde odstranit. Obnovte je předem: „mortise watermark restore“. „mortise plugins uninstall“ zapíše uložené originály do souborů, pokud nemá jiný pokyn.',
  },
  es: {
    'uninstall.notice.one':
      '{count} imagen muestra todavía su marca de agua, que después ya no se podrá quitar. Para restaurarla antes: «mortise watermark restore». «mortise plugins uninstall» escribe los originales guardados en archivos, salvo que se indique lo contrario.',
    'uninstall.notice.other':
      '{count} imágenes muestran todavía su marca de agua, que después ya no se podrá quitar. Para restaurarlas antes: «mortise watermark restore». «mortise plugins uninstall» escribe los originales guardados en archivos, salvo que se indique lo contrario.',
  },
  fr: {
    'uninstall.notice.one':
      '{count} image montre encore son filigrane, qui ne pourra plus être retiré ensuite. Pour la restaurer d’abord : « mortise watermark restore ». « mortise plugins uninstall » écrit les originaux sauvegardés dans des fichiers, sauf demande contraire.',
    'uninstall.notice.other':
      '{count} images montrent encore leur filigrane, qui ne pourra plus être retiré ensuite. Pour les restaurer d’abord : « mortise watermark restore ». « mortise plugins uninstall » écrit les originaux sauvegardés dans des fichiers, sauf demande contraire.',
  },
  ja: {
    'uninstall.notice.other':
      '{count} 枚の画像に透かしが残っており、以後は取り除けなくなります。事前に「mortise watermark restore」で元に戻してください。指定がなければ「mortise plugins uninstall」が保存済みの元画像をファイルへ書き出します。',
  },
};
