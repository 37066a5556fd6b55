import { escapeHtml } from 'mortise/pages';

/** Login form. `problem` is the error of the last attempt. */
export const loginForm = (back, problem = '') => `<h1>Sign in</h1>${problem && `<p role="alert">${problem}</p>`}
  <form method="post" action="/login">
    <input type="hidden" name="redirect_to" value="${escapeHtml(back)}">
    <label>Name <input name="name" autocomplete="username" required></label>
    <label>Password <input name="password" type="password" autocomplete="current-password" required></label>
    <button>Sign in</button>
  </form>`;

export const logoutForm = (back) => `<h1>Sign out</h1>
  <form method="post" action="/logout">
    <input type="hidden" name="redirect_to" value="${escapeHtml(back)}">
    <button>Sign out</button>
  </form>`;

/** Accepts only paths of this site, because open redirects help phishers. */
export function wayBack(target) {
  return typeof target === 'string' && /^\/(?![/\\])/.test(target) ? target : '/';
}
