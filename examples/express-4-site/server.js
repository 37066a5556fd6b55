import { randomBytes } from 'node:crypto';
import session from 'express-session';
import express from 'express4'; // In your own site: 'express'.
import { createHost, localDefaults } from 'mortise';
import { escapeHtml } from 'mortise/pages';
import { knowledgeBase } from 'mortise/plugins';
import { createAccounts } from '../existing-express-site/accounts.js';
import { loginForm, logoutForm, wayBack } from '../existing-express-site/forms.js';
import { layout } from '../existing-express-site/layout.js';

const port = Number(process.env.PORT ?? 3000);
const accounts = await createAccounts();

// The existing site.
const app = express();
app.disable('x-powered-by');
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
app.get('/login', (request, response) => {
  response.send(layout({ title: 'Sign in', body: loginForm(wayBack(request.query.redirect_to)) }));
});
app.post('/login', (request, response, next) => {
  const back = wayBack(request.body.redirect_to);
  accounts
    .verify(request.body.name, request.body.password)
    .then((account) => {
      if (!account) {
        const body = loginForm(back, 'Wrong username or password.');
        response.status(401).send(layout({ title: 'Sign in', body }));
        return;
      }
      request.session.regenerate((error) => {
        if (error) return next(error);
        request.session.customer = account.id;
        response.redirect(303, back);
      });
    })
    .catch(next); // Express 4 does not await promises.
});
app.get('/logout', (request, response) => {
  const body = logoutForm(wayBack(request.query.redirect_to));
  response.send(layout({ title: 'Sign out', body, user: request.customer }));
});
app.post('/logout', (request, response, next) => {
  const back = wayBack(request.body.redirect_to);
  request.session.destroy((error) => (error ? next(error) : response.redirect(303, back)));
});

// Mortise.
const host = await createHost({
  ...localDefaults(),
  url: process.env.MORTISE_URL ?? `http://127.0.0.1:${port}/help`,
  plugins: [knowledgeBase()],
  layout,
  login: { url: '/login', logoutUrl: '/logout', accountUrl: '/' },
  identify: ({ customer, sessionID }) =>
    customer && {
      provider: 'shop',
      id: customer.id,
      session: sessionID,
      name: customer.name,
      roles: [customer.role === 'owner' ? 'administrator' : 'subscriber'],
    },
});
app.use('/help', host.handler());

// Rest of the site, which can ask Mortise about the visitor.
app.get('/', (request, response, next) => {
  host
    .of(request)
    .user()
    .then((user) => {
      const body = `<h1>Pots and Pans</h1>${user ? `<p>Hello, ${escapeHtml(user.name)}.</p>` : ''}`;
      response.send(layout({ title: 'Welcome', body, user: request.customer }));
    })
    .catch(next);
});
app.use((request, response) => {
  const body = '<h1>Page not found</h1>';
  response.status(404).send(layout({ title: 'Not found', body, user: request.customer }));
});
app.use((error, _request, response, next) => {
  if (response.headersSent) return next(error);
  response.status(error.status ?? 500).send(layout({ title: 'Error', body: '<h1>Something went wrong</h1>' }));
});

const server = app.listen(port, '127.0.0.1', () => console.log(`ready http://127.0.0.1:${server.address().port}`));
process.once('SIGTERM', () => {
  server.close(() => host.close());
  server.closeIdleConnections();
});
