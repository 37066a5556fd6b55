import { randomBytes } from 'node:crypto';
import cookie from '@fastify/cookie';
import session from '@fastify/session';
import Fastify from 'fastify';
import { createHost, localDefaults } from 'mortise';
import { escapeHtml } from 'mortise/pages';
import { knowledgeBase } from 'mortise/plugins';
import { createAccounts } from '../existing-express-site/accounts.js';
import { loginForm, logoutForm, wayBack } from '../existing-express-site/forms.js';
import { layout } from '../existing-express-site/layout.js';

const port = Number(process.env.PORT ?? 3000);
const accounts = await createAccounts();

// The existing site: sessions and a form parser.
const app = Fastify({ forceCloseConnections: 'idle' });
await app.register(cookie);
await app.register(session, {
  cookieName: 'shop_session',
  secret: process.env.SHOP_SECRET ?? randomBytes(32).toString('hex'),
  saveUninitialized: false,
  cookie: { httpOnly: true, sameSite: 'lax', secure: false }, // Remove `secure` if the site uses HTTPS.
});
app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, async (_request, text) =>
  Object.fromEntries(new URLSearchParams(text)),
);

// Mortise: registered after the sessions, because `identify` reads them.
const host = await createHost({
  ...localDefaults(),
  url: process.env.MORTISE_URL ?? `http://127.0.0.1:${port}/help`,
  plugins: [knowledgeBase()],
  layout,
  login: { url: '/login', logoutUrl: '/logout', accountUrl: '/' },
  identify(_node, request) {
    const customer = customerOf(request);
    return (
      customer && {
        provider: 'shop',
        id: customer.id,
        session: request.session.sessionId,
        name: customer.name,
        roles: [customer.role === 'owner' ? 'administrator' : 'subscriber'],
      }
    );
  },
});
await app.register(host.fastify(), { prefix: '/help' });
app.addHook('onClose', () => host.close());

// Rest of the site, which can ask Mortise about the visitor.
app.get('/', async (request, reply) => {
  const user = await host.of(request).user();
  const greeting = user ? `<p>Hello, ${escapeHtml(user.name)}.</p>` : '';
  return show(request, reply, { title: 'Welcome', body: `<h1>Pots and Pans</h1>${greeting}` });
});
app.get('/login', (request, reply) =>
  show(request, reply, { title: 'Sign in', body: loginForm(wayBack(request.query.redirect_to)) }),
);
app.post('/login', async (request, reply) => {
  const { name, password, redirect_to } = request.body ?? {};
  const account = await accounts.verify(name, password);
  if (!account) {
    const body = loginForm(wayBack(redirect_to), 'Wrong username or password.');
    return show(request, reply.code(401), { title: 'Sign in', body });
  }
  await request.session.regenerate();
  request.session.set('customer', account.id);
  return reply.redirect(wayBack(redirect_to), 303);
});
app.get('/logout', (request, reply) =>
  show(request, reply, { title: 'Sign out', body: logoutForm(wayBack(request.query.redirect_to)) }),
);
app.post('/logout', async (request, reply) => {
  await request.session.destroy();
  return reply.redirect(wayBack(request.body?.redirect_to), 303);
});
app.setNotFoundHandler((request, reply) =>
  show(request, reply.code(404), { title: 'Not found', body: '<h1>Page not found</h1>' }),
);
app.setErrorHandler((error, request, reply) => {
  const status = error.statusCode ?? 500;
  if (status >= 500) console.error(error);
  show(request, reply.code(status), { title: 'Error', body: '<h1>Something went wrong</h1>' });
});

function customerOf({ session }) {
  return accounts.byId(session?.get('customer'));
}

function show(request, reply, page) {
  return reply.type('text/html').send(layout({ user: customerOf(request), ...page }));
}

console.log(`ready ${await app.listen({ port, host: '127.0.0.1' })}`);
process.once('SIGTERM', () => app.close());
