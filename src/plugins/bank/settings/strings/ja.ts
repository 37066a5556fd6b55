import type { Catalogue } from '../../../../index.js';

/** Japanese strings of the bank settings. */
export const japaneseSettings: Catalogue = {
  'settings.title': '銀行取引',
  'settings.schedule': '実行時刻',
  'settings.schedule-hint':
    'cron の書式、サイトの時刻: 分 時 日 月 曜日。*/15 6-20 * * 1-5 は平日の 15 分ごと。空欄なら自動では取得しません。',
  'settings.run-interval': '実行の最小間隔（秒）',
  'settings.run-interval-hint': '前回の開始から数えます。強制実行の場合は待ちません。',
  'settings.source-time-limit': '取得元を待つ上限（秒）',
  'settings.source-time-limit-hint':
    'ファイルの保存にかかる時間を除いた合計です。応答しない取得元は打ち切り、残りの取得元で実行を続けます。',
  'settings.secret-in-query': 'URL 内のシークレットを許可する',
  'settings.secret-in-query-hint':
    'ヘッダーを送信できないサービス専用です。URL はログに残るため、ヘッダー X-Vendor-Bank-Secret を推奨します。',
  'settings.tolerance-amount': '許容差（通貨の最小単位）',
  'settings.tolerance-amount-hint': '支払いと請求額の差がこの範囲なら支払済みとします。0.5 ユーロなら 50。',
  'settings.tolerance-percent': '許容差（%）',
  'settings.tolerance-percent-hint': '請求額に対する割合。大きい方が適用されます。',
  'settings.keep-years': '帳簿の保存年数',
  'settings.keep-years-hint':
    '年末から数えます（法定の保存期間）。それまでは、支払人から消去の求めがあっても、取引に支払人の情報が残ります。',
  'settings.known-payers': '既知の支払人を照合する',
  'settings.known-payers-hint':
    '参照番号のない支払いは、以前その口座から支払った人の唯一の未払い注文と金額が一致すれば、それを支払済みにします。それ以外は確認に回します。',
};
