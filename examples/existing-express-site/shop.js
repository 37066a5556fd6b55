import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import express from 'express';
import session from 'express-session';
import helmet from 'helmet';
import { createHost, localDefaults } from 'mortise';
import { escapeHtml } from 'mortise/pages';
import { knowledgeBase } from 'mortise/plugins';
import { createAccounts } from './accounts.js';
import { layout } from './layout.js';
import { login } from './login.js';

/** Mortise roles by shop role. */
const ROLES = { owner: ['administrator'], staff: ['editor'], customer: ['subscriber'] };

/** Starts the shop. `options` override the shop's own options for `createHost`. */
export async function startShop({ port = Number(process.env.PORT ?? 3000), ...options } = {}) {
  const accounts = await createAccounts();

  // The existing shop: a CSP for its scripts, parsers, sessions, a login.
  const app = express();
  app.disable('x-powered-by');
  app.use((_request, response, next) => {
    response.locals.cspNonce = randomBytes(16).toString('base64');
    next();
  });
  app.use(
    helmet({
      contentSecurityPolicy: {
        directives: {
          scriptSrc: ["'self'", (_request, response) => `'nonce-${response.locals.cspNonce}'`],
          imgSrc: ["'self'", 'https:', 'data:'],
          frameSrc: ['https://www.youtube-nocookie.com'],
          upgradeInsecureRequests: null, // Only for local HTTP. Remove this line if the site uses HTTPS.
        },
      },
    }),
  );
  app.use(express.urlencoded({ extended: false }), express.json());
  app.use(
    session({
      name: 'shop_session',
      secret: process.env.SHOP_SECRET ?? randomBytes(32).toString('hex'),
      resave: false,
      saveUninitialized: false,
      cookie: { httpOnly: true, sameSite: 'lax' },
    }),
  );
  app.use((request, _response, next) => {
    request.customer = accounts.byId(request.session.customer);
    next();
  });
  app.use(express.static(fileURLToPath(new URL('public', import.meta.url))));
  app.use(login(accounts));

  // Mortise: a help center below /help, with the shop's layout and login.
  const host = await createHost({
    ...localDefaults(),
    url: process.env.MORTISE_URL ?? `http://127.0.0.1:${port}/help`,
    name: 'Pots and Pans',
    plugins: [knowledgeBase()],
    layout,
    login: { url: '/login', logoutUrl: '/logout', accountUrl: '/' },
    cspNonce: ({ res }) => res.locals.cspNonce,
    csp: (directives) => ({ ...directives, 'frame-src': ['https://www.youtube-nocookie.com'] }),
    identify: ({ customer, sessionID }) =>
      customer && {
        provider: 'shop',
        id: customer.id,
        session: sessionID,
        name: customer.name,
        email: customer.email,
        roles: ROLES[customer.role],
      },
    ...options,
  });

  // Shop pages, which can now ask Mortise about the visitor.
  app.use(host.context());
  app.get('/', async (request, response) => {
    const { cms, customer } = request;
    const hire = (await cms.can('promote_users'))
      ? `<form method="post" action="/staff">
          <input type="hidden" name="nonce" value="${await cms.nonce('hire')}">
          <label>Name <input name="name"></label> <button>Hire</button>
        </form>`
      : '';
    const greeting = customer ? `<p>Hello, ${escapeHtml(customer.name)}.</p>` : '';
    const { cspNonce: nonce } = response.locals;
    response.send(
      layout({ title: 'Welcome', body: `<h1>Pots and Pans</h1>${greeting}${hire}`, user: customer, nonce }),
    );
  });
  app.post('/staff', async (request, response) => {
    // Check the permission and the nonce: a forged form carries the cookie, but not the nonce.
    const { cms, body } = request;
    if (!(await cms.can('promote_users'))) return response.status(403).send('Only owners can do this.');
    if (!(await cms.verifyNonce(body.nonce, 'hire')))
      return response.status(403).send('Reload the page, and try again.');
    const account = accounts.byName(body.name);
    if (!account) return response.status(404).send('User not found.');
    account.role = 'staff';
    response.redirect(303, '/');
  });

  app.use('/help', host.handler());

  // 404 and error pages of the shop.
  app.use((request, response) => {
    const body = '<h1>Page not found</h1>';
    const { cspNonce: nonce } = response.locals;
    response.status(404).send(layout({ title: 'Not found', body, user: request.customer, nonce }));
  });
  app.use((error, _request, response, next) => {
    if (response.headersSent) return next(error);
    if (!(error.status < 500)) console.error(error);
    const body = '<h1>Something went wrong</h1><p>The problem is on our side. Try again in a moment.</p>';
    const { cspNonce: nonce } = response.locals;
    response.status(error.status ?? 500).send(layout({ title: 'Error', body, nonce }));
  });

  const server = app.listen(port, '127.0.0.1', (error) => {
    if (error) throw error;
    console.log(`ready http://127.0.0.1:${server.address().port}`);
  });
  process.once('SIGTERM', () => {
    server.close(() => host.close());
    server.closeIdleConnections();
  });
}
