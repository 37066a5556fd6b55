import type { Catalogue } from '../../../../index.js';

/** Japanese texts of the digest email and its pages. */
export const japaneseDigest: Catalogue = {
  'digest.subject.other': '{site}: 確認したいことが{count}件あります',
  'digest.intro': '{day}以降に{site}のナレッジベースで新しくあったことです。',
  'digest.feedback': '新しいフィードバック',
  'digest.stale': '見直しの時期',
  'digest.rating': '評価が低い記事',
  'digest.search': '見つからなかった検索',
  'digest.why-search.other': '{count}回検索されました',
  'digest.more.other': 'ほか{count}件',
  'digest.look': 'すべて見る',
  'digest.work': '作業リストを開く',
  'digest.because': '対応できる権限をお持ちのため、このメールをお送りしています。',
  'digest.stop': 'このメールを止める',
  'digest.profile': 'ナレッジベースのメール',
  'digest.profile-lead':
    '前回のメール以降に新しくあったことのうち、対応できるものです。新しいことがなければ送りません。',
  'digest.receive': 'まとめを受け取る',
  'digest.language': 'メールの言語',
  'digest.language-site': 'サイトの言語',
  'digest.saved': '保存しました。',
  'digest.when-off': 'このサイトではまとめを送っていません。',
  'digest.when-daily': '毎日{hour}に送ります。',
  'digest.when-weekly': '毎週{weekday}の{hour}に送ります。',
  'digest.stop-title': 'まとめを止める',
  'digest.stop-question': 'ナレッジベースの新しい出来事についてのメールを止めますか。',
  'digest.stop-button': 'はい、止めます',
  'digest.stopped': 'このメールはもう送りません。プロフィールでまた受け取れます。',
  'digest.stop-invalid':
    'このリンクは不完全か、このサイトのものではありません。メールにあるとおりに開くか、プロフィールで止めてください。',
  'digest.to-profile': 'プロフィール',
};
