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
  'reference.title': 'REST リファレンス',
  'reference.introduction':
    'このサイトがプログラムに返すすべてのものです。引数、権限、制限が分かります。ログインしていれば、自分のアカウントで呼び出しを試せます。',
  'reference.document': 'OpenAPI 文書',
  'reference.permission': '呼び出せる人: {who}',
  'reference.public': 'すべての人',
  'reference.authenticated': 'アカウントを持つすべての人',
  'reference.custom': 'ルートが判断します',
  'reference.deprecated': '今後は使わないでください',
  'notice.info': 'お知らせ',
  'notice.warning': '警告',
  'notice.error': 'エラー',
};
