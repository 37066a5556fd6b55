import type { Catalogue } from '../strings.js';

/** The texts of the core's own pages in Japanese. */
export const japanese: Catalogue = {
  'page.skip': '本文へ移動',
  'page.menu': 'サイト',
  'page.account': 'アカウント',
  'page.log-in': 'ログイン',
  'page.log-out': 'ログアウト',
  'login.title': 'ログイン',
  'login.login': 'ユーザー名またはメールアドレス',
  'login.password': 'パスワード',
  'login.submit': 'ログイン',
  'message.request-id': 'お問い合わせの際は番号 {id} をお伝えください。',
  'message.bad-request': 'リクエストを理解できません',
  'message.forbidden': 'このページを表示する権限がありません',
  'message.not-found': 'ページが見つかりません',
  'message.too-many': 'リクエストが多すぎます',
  'message.failed': 'エラーが発生しました',
  'message.failed-text': 'サーバー側の問題で、記録されています。しばらくしてからもう一度お試しください。',
  'admin.title': '管理',
  'admin.welcome': '{name} さん、こんにちは',
  'admin.menu': '管理ページ',
  'admin.empty': '対応が必要な項目はありません。',
  'notice.info': 'お知らせ',
  'notice.warning': '警告',
  'notice.error': 'エラー',
};
