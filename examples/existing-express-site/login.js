import { Router } from 'express';
import { escapeHtml } from 'mortise';
import { layout } from './layout.js';

/** The shop's login, as it was before Mortise came: its form, express-session, and passwords of its own. */
export function login(accounts) {
  const router = Router();

  const form = (back, problem = '') => `<h1>Log in</h1>${problem && `<p role="alert">${problem}</p>`}
    <form method="post" action="/login">
      <input type="hidden" name="redirect_to" value="${escapeHtml(back)}">
      <label>Name <input name="name" autocomplete="username" required></label>
      <label>Password <input name="password" type="password" autocomplete="current-password" required></label>
      <button>Log in</button>
    </form>`;

  router.get('/login', (request, response) => {
    response.send(layout({ title: 'Log in', body: form(wayBack(request.query.redirect_to)) }));
  });
  router.post('/login', async (request, response) => {
    const { name, password, redirect_to } = request.body ?? {};
    const back = wayBack(redirect_to);
    const account = await accounts.verify(name, password);
    if (!account) {
      response.status(401).send(layout({ title: 'Log in', body: form(back, 'Name and password do not match.') }));
      return;
    }
    // A new id: whoever planted the old one in this browser is not logged in along with the customer.
    request.session.regenerate((error) => {
      if (error) throw error;
      request.session.customer = account.id;
      response.redirect(303, back);
    });
  });
  router.get('/logout', (request, response) => {
    const body = `<h1>Log out</h1><form method="post" action="/logout">
      <input type="hidden" name="redirect_to" value="${escapeHtml(wayBack(request.query.redirect_to))}">
      <button>Log out</button></form>`;
    response.send(layout({ title: 'Log out', body, user: request.customer }));
  });
  router.post('/logout', (request, response) => {
    const back = wayBack(request.body?.redirect_to);
    request.session.destroy((error) => {
      if (error) throw error;
      response.clearCookie('shop_session').redirect(303, back);
    });
  });
  return router;
}

/** Only paths of this site: a login that forwards elsewhere serves phishers. */
function wayBack(target) {
  return typeof target === 'string' && /^\/(?![/\\])/.test(target) ? target : '/';
}
