import { escapeHtml } from 'mortise';

/** The frame of every page of the shop. `title` is text; `head` and `body` are HTML. */
export function layout({ title, head = '', body, locale = 'en' }) {
  return `<!doctype html>
<html lang="${locale}">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${escapeHtml(title)} · Pots and Pans</title>
  <link rel="stylesheet" href="/shop.css">
  ${head}
</head>
<body>
  <header class="shop-header"><a href="/">Pots and Pans</a> <nav><a href="/help/kb">Help</a></nav></header>
  <main>${body}</main>
  <footer class="shop-footer">Pots and Pans, since 1974</footer>
</body>
</html>`;
}
