import type { Catalogue } from '../../../../index.js';

/** Japanese texts of the settings. */
export const japaneseSetting: Catalogue = {
  'settings.policy': '複数カテゴリーの記事',
  'settings.policy-hint': '記事のどのカテゴリーが閲覧を許す必要があるか。',
  'settings.policy-all': 'すべて',
  'settings.policy-any': 'いずれか',
  'settings.policy-primary': '主カテゴリー',
  'settings.restricted': '制限された記事の代わりに',
  'settings.restricted-hint': '記事にもカテゴリーにも独自の文がない場合に、読めない人に見せる Markdown。',
  'settings.attachment': '記事のファイルの上限',
  'settings.attachment-hint': 'メガバイト単位。メディアライブラリーには別の上限があります。',
  'settings.revisions': '記事ごとに残す版の数',
  'settings.revisions-hint': '残す最新版の数。1 日 1 回確認し、0 ですべて残します。',
  'settings.moderators': 'フィードバックの通知先',
  'settings.moderators-hint': '新しいフィードバックを知らせるアドレス。1 行に 1 つ。',
  'settings.slash': '/ キーで検索',
  'settings.slash-hint': '検索欄へ移動します。読者はブラウザーごとに無効にできます。Ctrl+K は常に使えます。',
  'settings.exclude': '編集者を統計から除く',
  'settings.exclude-hint': '記事を編集できる人の閲覧と検索は数えません。',
  'settings.format': '新しい記事の書き方',
  'settings.format-hint':
    '管理画面で書く人のための設定で、もう一方の書き方も選べます。RESTとコマンドラインでは、指定がなければMarkdownです。',
  'settings.format-blocks': 'ブロックで',
  'settings.format-markdown': 'Markdownで',
  'settings.digest': 'メールのまとめ',
  'settings.digest-hint':
    '新しいフィードバック、見直し期限や評価の低い記事、見つからなかった検索を、対応できる人に送ります。知らせることがなければ送らず、各自が受信を止められます。',
  'settings.digest-off': '送らない',
  'settings.digest-daily': '毎日',
  'settings.digest-weekly': '毎週',
  'settings.digest-weekday': '毎週のまとめの曜日',
  'settings.digest-hour': 'まとめの時刻',
  'settings.digest-hour-hint': '0から23まで、サイトのタイムゾーンで。',
};
