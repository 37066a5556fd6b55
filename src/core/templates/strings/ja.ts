import type { Catalogue } from '../strings.js';

/** Japanese texts of the core's pages. */
export const japanese: Catalogue = {
  'page.skip': '本文へ移動',
  'page.menu': 'サイト',
  'page.account': 'アカウント',
  'page.log-in': 'ログイン',
  'page.log-out': 'ログアウト',
  'logout.unsaved':
    '次の内容はこのブラウザーにあり、まだ保存されていません。次に使う人が読めないように、ログアウトするとここから削除されます。残したいものは、先に開いて保存してください。',
  'login.title': 'ログイン',
  'login.login': 'ユーザー名またはメールアドレス',
  'login.password': 'パスワード',
  'login.submit': 'ログイン',
  'consent.title': '{client} が {site} のアカウントの利用を求めています',
  'consent.account': '{name}（{login}）としてログインしています。',
  'consent.other-account': '別のアカウントを使う',
  'consent.scopes': '許可すると、次のことができます。',
  'consent.limit': 'アカウントの権限を超えることはできません。',
  'consent.target': '回答すると {target} に移動します。',
  'consent.target-here':
    '回答はこのコンピューターのプログラムに送られます。自分でそのプログラムを起動した直後の場合だけ許可してください。',
  'consent.allow': '許可する',
  'consent.deny': '許可しない',
  'consent.forward': '{target} に進む',
  'login.lost': 'パスワードをお忘れですか',
  'login.show': 'パスワードを表示',
  'login.hide': 'パスワードを隠す',
  'login.incorrect': 'ユーザー名とパスワードが一致しません。両方を確認して、もう一度お試しください。',
  'login.too-many.other': 'ログインの失敗が多すぎます。{count}分待ってから、もう一度お試しください。',
  'login.changed': 'パスワードを変更しました。新しいパスワードでログインしてください。',
  'form.expired': 'このフォームの有効期限が切れました。前のページに戻って再読み込みし、もう一度送信してください。',
  'form.cross-site':
    'このフォームは別のサイトから送信されました。このサイトのページを開いて、もう一度入力してください。',
  'lost.title': 'パスワードの再設定',
  'lost.text':
    'ユーザー名またはメールアドレスを入力してください。新しいパスワードを設定するためのリンクをメールでお送りします。',
  'lost.submit': 'リンクを送信',
  'lost.sent-title': 'メールをご確認ください',
  'lost.sent':
    'このユーザー名またはメールアドレスのアカウントがある場合は、リンクを記載したメールをお送りしました。リンクは1時間以内に1回だけ使えます。',
  'lost.sent-missing': 'メールが届かない場合は、迷惑メールフォルダーを確認し、ほかのアドレスもお試しください。',
  'lost.back': 'ログインに戻る',
  'lost.too-many.other': 'ここからのリクエストが多すぎます。{count}分後にもう一度お試しください。',
  'reset.title': '新しいパスワードの設定',
  'reset.account': 'アカウント {login} のパスワードです。',
  'reset.password': '新しいパスワード',
  'reset.hint': '{minimum}文字以上。複数の単語を組み合わせると安全です。',
  'reset.submit': 'パスワードを保存',
  'reset.invalid': 'このリンクは使えなくなりました。リンクは1時間以内に1回だけ、最新のものだけが使えます。',
  'reset.again': '新しいリンクを申し込む',
  'password.length': '{minimum}文字以上{maximum}文字以下のパスワードにしてください。',
  'password.weak':
    'このパスワードは推測されやすいものです。アカウント名と同じか、よく使われるパスワードです。別のものにしてください。',
  'mail.hello': '{name} 様',
  'mail.hello-plain': 'いつもお世話になっております。',
  'mail.account': 'ユーザー名: {login}',
  'mail.password-reset.subject': '{site} の新しいパスワードの設定',
  'mail.password-reset.text':
    '{site} のアカウントについて、新しいパスワードの申し込みがありました。ご本人の場合は、こちらで設定してください。',
  'mail.password-reset.button': '新しいパスワードを設定',
  'mail.password-reset.life':
    'リンクは1時間以内に1回だけ使えます。お心当たりがない場合は、何もする必要はありません。パスワードはそのままです。',
  'mail.no-password-here.subject': '{site} のアカウントには専用のパスワードがありません',
  'mail.no-password-here.text':
    '{site} のアカウントについて、新しいパスワードの申し込みがありました。このアカウントは別のログインを使っているため、ここで変更できるパスワードはありません。お心当たりがない場合は、何もする必要はありません。',
  'mail.password-changed.subject': '{site} のパスワードが変更されました',
  'mail.password-changed.text':
    '{site} のアカウントのパスワードが変更されました。ほかのすべてのブラウザーでは、もう一度ログインする必要があります。',
  'mail.password-changed.not-you':
    'お心当たりがない場合は、サイトの運営者に連絡し、すぐに新しいパスワードを設定してください。',
  'mail.password-changed.not-you-plain': 'お心当たりがない場合は、すぐにサイトの運営者に連絡してください。',
  'mail.address-changed.subject': '{site} のメールアドレスが変更されました',
  'mail.address-changed.text':
    '{site} のアカウントのメールアドレスが変更されました。今後のメールは新しいアドレスに送られ、パスワードを忘れた場合の再設定も新しいアドレスで行われます。',
  'mail.confirm-address.subject': '{site} のメールアドレスを確認してください',
  'mail.confirm-address.text':
    'このメールアドレスが {site} で入力されました。ご本人の場合は、次のリンクから確認してください。',
  'mail.confirm-address.button': 'メールアドレスを確認',
  'mail.confirm-address.life':
    'リンクは24時間以内に1回だけ使えます。お心当たりがない場合は、このメールを無視してください。',
  'mail.change-requested.subject': '{site} のアカウントでメールアドレスの変更が申請されました',
  'mail.change-requested.text':
    '{site} のアカウントに新しいメールアドレスが入力されました。確認されるまでは、このアドレスが引き続き使われます。',
  'mail.change-requested.not-you': 'お心当たりがない場合は、新しいパスワードを設定してください。変更は取り消されます。',
  'confirm.title': 'メールアドレスの確認',
  'confirm.text': '{email} がご自身のメールアドレスであることを確認してください。',
  'confirm.submit': 'メールアドレスを確認',
  'confirm.done-title': 'メールアドレスを確認しました',
  'confirm.done': '{email} を確認しました。',
  'confirm.continue': '{site} へ進む',
  'confirm.expired-title': 'リンクの有効期限が切れています',
  'confirm.expired':
    'このリンクは有効期限が切れています。リンクは24時間以内に1回だけ、最新のものだけが使えます。新しいリンクを申請してください。',
  'confirm.taken': 'このメールアドレスは別のアカウントで使われています。',
  'confirm.too-many': '確認リンクの回数が多すぎます。1時間後にもう一度お試しください。',
  'admin.mail-stays':
    'メールはこのコンピューターから送信されません。メールは {folder} にファイルとして保存されます。MORTISE_MAIL_URL にメールサーバーのアドレスを設定してください。',
  'admin.url-unknown':
    'サイトが自分のアドレスを知らないため、リンクをメールで送信できません。MORTISE_URL を設定してください。',
  'message.request-id': 'お問い合わせの際は番号 {id} をお伝えください。',
  'message.bad-request': 'リクエストを理解できません',
  'message.forbidden': 'アクセスが拒否されました',
  'message.not-found': 'ページが見つかりません',
  'message.gone': 'このページは利用できなくなりました',
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
