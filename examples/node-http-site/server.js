import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { createHost, localDefaults } from 'mortise';
import { escapeHtml } from 'mortise/pages';
import { knowledgeBase } from 'mortise/plugins';
import { createAccounts } from '../existing-express-site/accounts.js';
import { loginForm, logoutForm, wayBack } from '../existing-express-site/forms.js';
import { layout } from '../existing-express-site/layout.js';

const port = Number(process.env.PORT ?? 3000);
const accounts = await createAccounts();

/** Account ids by session id. A real site stores them persistently. */
const sessions = new Map();
const sessionOf = ({ headers }) => /(?:^|;\s*)shop_session=([\w-]+)/.exec(headers.cookie ?? '')?.[1] ?? '';
const customerOf = (request) => accounts.byId(sessions.get(sessionOf(request)));

const host = await createHost({
  ...localDefaults(),
  url: process.env.MORTISE_URL ?? `http://127.0.0.1:${port}/help`,
  plugins: [knowledgeBase()],
  layout,
  login: { url: '/login', logoutUrl: '/logout', accountUrl: '/' },
  identify(request) {
    const customer = customerOf(request);
    return (
      customer && {
        provider: 'shop',
        id: customer.id,
        session: sessionOf(request),
        name: customer.name,
        roles: [customer.role === 'owner' ? 'administrator' : 'subscriber'],
      }
    );
  },
});
const help = host.handler({ mount: '/help' });

const server = createServer((request, response) => {
  // Mortise runs first. It passes on errors and requests for other paths.
  help(request, response, (error) => {
    if (error) return fail(request, response, error);
    answer(request, response).catch((failure) => fail(request, response, failure));
  });
});

/** Serves the site's own pages. */
async function answer(request, response) {
  const { pathname, searchParams } = new URL(request.url, 'http://site');
  const back = wayBack(searchParams.get('redirect_to'));
  switch (`${request.method} ${pathname}`) {
    case 'GET /': {
      const user = await host.of(request).user();
      const greeting = user ? `<p>Hello, ${escapeHtml(user.name)}.</p>` : '';
      return show(request, response, 200, { title: 'Welcome', body: `<h1>Pots and Pans</h1>${greeting}` });
    }
    case 'GET /login':
      return show(request, response, 200, { title: 'Sign in', body: loginForm(back) });
    case 'POST /login': {
      const form = await readForm(request);
      const account = await accounts.verify(form.get('name'), form.get('password'));
      if (!account) {
        const body = loginForm(wayBack(form.get('redirect_to')), 'Wrong username or password.');
        return show(request, response, 401, { title: 'Sign in', body });
      }
      const id = randomUUID();
      sessions.set(id, account.id);
      response.setHeader('Set-Cookie', `shop_session=${id}; Path=/; HttpOnly; SameSite=Lax`);
      return redirect(response, wayBack(form.get('redirect_to')));
    }
    case 'GET /logout':
      return show(request, response, 200, { title: 'Sign out', body: logoutForm(back) });
    case 'POST /logout': {
      const form = await readForm(request);
      sessions.delete(sessionOf(request));
      return redirect(response, wayBack(form.get('redirect_to')));
    }
    default:
      return show(request, response, 404, { title: 'Not found', body: '<h1>Page not found</h1>' });
  }
}

function show(request, response, status, page) {
  response.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8' });
  response.end(layout({ user: customerOf(request), ...page }));
}

function redirect(response, location) {
  response.writeHead(303, { Location: location }).end();
}

async function readForm(request) {
  let text = '';
  for await (const chunk of request) {
    text += chunk;
    if (text.length > 10_000) throw new Error('The form is too long.');
  }
  return new URLSearchParams(text);
}

function fail(request, response, error) {
  console.error(error);
  if (response.headersSent) response.destroy();
  else show(request, response, 500, { title: 'Error', body: '<h1>Something went wrong</h1>' });
}

server.listen(port, '127.0.0.1', () => console.log(`ready http://127.0.0.1:${server.address().port}`));
process.once('SIGTERM', () => {
  server.close(() => host.close());
  server.closeIdleConnections();
});
