import { randomBytes } from 'node:crypto';
import { bodyParser } from '@koa/bodyparser';
import Koa from 'koa';
import { createSession } from 'koa-session';
import { createHost, localDefaults } from 'mortise';
import { escapeHtml } from 'mortise/pages';
import { knowledgeBase } from 'mortise/plugins';
import { createAccounts } from '../existing-express-site/accounts.js';
import { loginForm, logoutForm, wayBack } from '../existing-express-site/forms.js';
import { layout } from '../existing-express-site/layout.js';

const port = Number(process.env.PORT ?? 3000);
const accounts = await createAccounts();

// The existing site: error responses, sessions, a body parser.
const app = new Koa();
app.keys = [process.env.SHOP_SECRET ?? randomBytes(32).toString('hex')];
app.use(async (context, next) => {
  try {
    await next();
    if (context.status === 404 && !context.body) {
      show(context, 404, { title: 'Not found', body: '<h1>Page not found</h1>' });
    }
  } catch (error) {
    const status = error.status ?? 500;
    if (status >= 500) console.error(error);
    show(context, status, { title: 'Error', body: '<h1>Something went wrong</h1>' });
  }
});
const sessions = new Map(); // A real site stores them persistently.
app.use(
  createSession(
    {
      key: 'shop_session',
      store: {
        get: async (id) => sessions.get(id),
        set: async (id, session) => void sessions.set(id, session),
        destroy: async (id) => void sessions.delete(id),
      },
    },
    app,
  ),
);
app.use(bodyParser());

// Mortise: registered after the sessions, because `identify` reads them.
const host = await createHost({
  ...localDefaults(),
  url: process.env.MORTISE_URL ?? `http://127.0.0.1:${port}/help`,
  plugins: [knowledgeBase()],
  layout,
  login: { url: '/login', logoutUrl: '/logout', accountUrl: '/' },
  identify(_node, context) {
    const customer = customerOf(context);
    return (
      customer && {
        provider: 'shop',
        id: customer.id,
        session: context.session.externalKey,
        name: customer.name,
        roles: [customer.role === 'owner' ? 'administrator' : 'subscriber'],
      }
    );
  },
});
app.use(host.koa({ mount: '/help' }));

// Rest of the site, which can ask Mortise about the visitor.
app.use(async (context) => {
  const back = wayBack(context.query.redirect_to);
  switch (`${context.method} ${context.path}`) {
    case 'GET /': {
      const user = await host.of(context).user();
      const greeting = user ? `<p>Hello, ${escapeHtml(user.name)}.</p>` : '';
      return show(context, 200, { title: 'Welcome', body: `<h1>Pots and Pans</h1>${greeting}` });
    }
    case 'GET /login':
      return show(context, 200, { title: 'Sign in', body: loginForm(back) });
    case 'POST /login': {
      const { name, password, redirect_to } = context.request.body ?? {};
      const account = await accounts.verify(name, password);
      if (!account) {
        const body = loginForm(wayBack(redirect_to), 'Wrong username or password.');
        return show(context, 401, { title: 'Sign in', body });
      }
      // Renew the session id, so an id planted in this browser is not signed in (session fixation).
      context.session.customer = account.id;
      await context.session.regenerate();
      context.status = 303;
      return context.redirect(wayBack(redirect_to));
    }
    case 'GET /logout':
      return show(context, 200, { title: 'Sign out', body: logoutForm(back) });
    case 'POST /logout':
      context.session = null;
      context.status = 303;
      return context.redirect(wayBack(context.request.body?.redirect_to));
  }
});

function customerOf({ session }) {
  return accounts.byId(session?.customer);
}

function show(context, status, page) {
  context.status = status;
  context.type = 'html';
  context.body = layout({ user: customerOf(context), ...page });
}

const server = app.listen(port, '127.0.0.1', () => console.log(`ready http://127.0.0.1:${server.address().port}`));
process.once('SIGTERM', () => {
  server.close(() => host.close());
  server.closeIdleConnections();
});
