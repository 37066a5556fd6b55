import type { Catalogue } from '../../../../index.js';

/** The settings of bank transactions: Japanese. */
export const japaneseSettings: Catalogue = {
  'settings.title': '銀行取引',
  'settings.schedule': '実行時刻',
  'settings.schedule-hint':
    'cron の書式、サイトの時刻: 分 時 日 月 曜日。*/15 6-20 * * 1-5 は平日の 15 分ごと。空欄なら自動では取得しません。',
  'settings.run-interval': '実行の間隔（秒）',
  'settings.run-interval-hint': '前回の開始から数えます。強制実行の場合は待ちません。',
  'settings.secret-in-query': 'アドレス中のシークレットを受け入れる',
  'settings.secret-in-query-hint':
    'アドレスの呼び出ししかできないサービス向け。アドレスはログに残るため、ヘッダー X-Vendor-Bank-Secret を推奨します。',
  'settings.tolerance-amount': '許容差（通貨の最小単位）',
  'settings.tolerance-amount-hint': '支払いと請求額の差がこの範囲なら支払済みとします。0.5 ユーロなら 50。',
  'settings.tolerance-percent': '許容差（%）',
  'settings.tolerance-percent-hint': '請求額に対する割合。大きい方が適用されます。',
  'settings.known-payers': '既知の支払人を照合する',
  'settings.known-payers-hint':
    '参照番号のない支払いは、以前その口座から支払った人の唯一の未払い注文と金額が一致すれば、それを支払済みにします。それ以外は確認に回します。',
};
