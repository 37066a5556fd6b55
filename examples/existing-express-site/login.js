import { Router } from 'express';
import { loginForm, logoutForm, wayBack } from './forms.js';
import { layout } from './layout.js';

/** The shop's existing login: form, express-session and passwords. */
export function login(accounts) {
  const router = Router();
  const show = (response, page, status = 200) =>
    response.status(status).send(layout({ nonce: response.locals.cspNonce, ...page }));

  router.get('/login', (request, response) => {
    show(response, { title: 'Sign in', body: loginForm(wayBack(request.query.redirect_to)) });
  });
  router.post('/login', async (request, response) => {
    const { name, password, redirect_to } = request.body ?? {};
    const back = wayBack(redirect_to);
    const account = await accounts.verify(name, password);
    if (!account) {
      show(response, { title: 'Sign in', body: loginForm(back, 'Wrong username or password.') }, 401);
      return;
    }
    // Renew the session id, so an id planted in this browser is not signed in (session fixation).
    request.session.regenerate((error) => {
      if (error) throw error;
      request.session.customer = account.id;
      response.redirect(303, back);
    });
  });
  router.get('/logout', (request, response) => {
    show(response, {
      title: 'Sign out',
      body: logoutForm(wayBack(request.query.redirect_to)),
      user: request.customer,
    });
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
