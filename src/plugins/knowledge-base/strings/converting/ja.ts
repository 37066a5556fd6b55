import type { Catalogue } from '../../../../index.js';

/** Japanese texts of the conversion page. */
export const japaneseConverting: Catalogue = {
  'convert.title': '記事を変換',
  'convert.to-blocks': 'ブロックに変換',
  'convert.to-markdown': 'Markdown に変換',
  'convert.lead-blocks':
    'この記事は {format} で書かれています。エディターはブロックを扱います。変換すると、記事をエディターで開けます。',
  'convert.lead-markdown':
    'この記事はブロックでできています。Markdown では一つのテキストになり、Markdown で表せないブロックはそのまま残ります。',
  'convert.same': '読者に見える言葉は変わりません。',
  'convert.changed': '読者に見える言葉が変わります。変わる部分は下にあります。',
  'convert.readers': '読者にとって変わる部分',
  'convert.source': 'ソースで変わる部分',
  'convert.lines': '{added} 行が加わり、{removed} 行がなくなります。',
  'convert.more': '… ほか {count} 行',
  'convert.legend': '+ の行は加わり、- の行はなくなります。',
  'convert.undo': '現在の記事はバージョンとして残り、いつでも復元できます。',
  'convert.done-blocks': '記事はブロックになりました。',
  'convert.done-markdown': '記事は Markdown になりました。',
  'convert.cancel': '記事一覧へ戻る',
};
