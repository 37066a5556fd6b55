import type { Catalogues } from '../../../../index.js';

/** Texts about autosaves of new articles. */
export const keepingTexts: Catalogues = {
  en: {
    'write.kept-other':
      'Another text of yours that is no article yet is kept, and is not overwritten. Go on with it or discard it where a new article is begun; then this one is kept as well.',
  },
  es: {
    'write.kept-other':
      'Se conserva otro texto suyo que aún no es un artículo, y no se sobrescribe. Continúe con él o descártelo donde se empieza un artículo nuevo; después se conservará también este.',
  },
  de: {
    'write.kept-other':
      'Ein anderer Text von Ihnen, der noch kein Artikel ist, ist aufgehoben und wird nicht überschrieben. Arbeiten Sie daran weiter oder verwerfen Sie ihn dort, wo man einen neuen Artikel beginnt; dann wird auch dieser aufgehoben.',
  },
  fr: {
    'write.kept-other':
      'Un autre texte de vous, qui n’est pas encore un article, est conservé et n’est pas écrasé. Poursuivez-le ou abandonnez-le là où commence un nouvel article ; celui-ci sera alors conservé aussi.',
  },
  cs: {
    'write.kept-other':
      'Je uchován jiný váš text, který ještě není článkem, a nepřepíše se. Pokračujte v něm, nebo ho zahoďte tam, kde se začíná nový článek; pak se uchová i tento.',
  },
  ja: {
    'write.kept-other':
      'まだ記事になっていない別の文章が保管されているため、上書きしていません。新しい記事を書き始めるページで続きを書くか破棄すると、この文章も保管されます。',
  },
};
