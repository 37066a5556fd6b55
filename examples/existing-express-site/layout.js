import { escapeHtml } from 'mortise/pages';

/**
 * Layout of every shop page. `title` is text; `head` and `body` are HTML; `user` is null for visitors; `nonce` allows
 * the script under the page's CSP.
 */
export function layout({ title, head = '', body, locale = 'en', user = null, nonce = null }) {
  const account = user ? `${escapeHtml(user.name)} <a href="/logout">Sign out</a>` : '<a href="/login">Sign in</a>';
  return `<!doctype html>
<html lang="${locale}">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${escapeHtml(title)} · Pots and Pans</title>
  <link rel="stylesheet" href="/shop.css">
  <script${nonce ? ` nonce="${nonce}"` : ''}>document.documentElement.classList.add('has-script');</script>
  ${head}
</head>
<body>
  <header class="shop-header"><a href="/">Pots and Pans</a> <nav><a href="/help/kb">Help</a> ${account}</nav></header>
  <main>${body}</main>
  <footer class="shop-footer">Pots and Pans, since 1974</footer>
</body>
</html>`;
}
