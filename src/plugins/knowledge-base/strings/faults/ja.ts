import type { Catalogue } from '../../../../index.js';

/** Japanese texts of the errors of saving articles, categories and files. */
export const japaneseFaults: Catalogue = {
  'error-slug_taken': 'このアドレスは別の記事またはカテゴリーが使っています。',
  'error-invalid_transition': '現在の状態からその状態には変えられません。',
  'error-category_cycle': 'カテゴリーを自身の下に置くことはできません。',
  'error-category_not_empty': 'カテゴリーにまだ何か入っています。先に移す先を指定してください。',
  'error-too_large': '大きすぎます。分けるか、小さくしてください。',
  'error-article_not_found': 'この記事はもうありません。',
  'error-category_not_found': 'このカテゴリーはもうありません。',
  'error-attachment_not_found': 'このファイルはもうありません。',
  'error-attachment_exists': '記事にはこのファイルがすでにあります。',
  'error-invalid_param': 'このままでは保存できないところがあります。',
  'param-slug': '別のものを選んでください。使用中か、ナレッジベースのページ用です。',
  'param-parent':
    '別のものを選んでください。同じ言語であること、このカテゴリーの下にないこと、全部で十段までであることが必要です。',
  'param-categories': 'もうないか、別の言語のカテゴリーがあります。',
  'param-locale': 'この言語の翻訳がすでにあるか、言語の名前ではありません。',
  'param-tags': '長すぎるタグがあります。',
  'param-date': 'いつ公開するかを指定してください。',
};
