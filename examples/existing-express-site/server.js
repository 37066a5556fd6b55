import { fileURLToPath } from 'node:url';
import express from 'express';
import { createHost, escapeHtml, localDefaults } from 'mortise';
import { knowledgeBase } from 'mortise/plugins';
import { layout } from './layout.js';
import { sessions } from './sessions.js';

const port = Number(process.env.PORT ?? 3000);
const { middleware, logIn, logOut } = sessions();

// The shop as it was: parsers, sessions, pages.
const app = express();
app.use(express.urlencoded({ extended: false }), express.json(), middleware);
app.use(express.static(fileURLToPath(new URL('public', import.meta.url))));
app.post('/login', logIn);
app.post('/logout', logOut);
app.get('/', (request, response) => {
  const form = request.customer
    ? `<p>Hello, ${escapeHtml(request.customer.name)}.</p><form method="post" action="/logout"><button>Log out</button></form>`
    : '<form method="post" action="/login"><label>Name <input name="name"></label> <button>Log in</button></form>';
  response.send(layout({ title: 'Welcome', body: `<h1>Pots and Pans</h1>${form}` }));
});

// What Mortise adds: a help centre below /help, in the shop's frame and with the shop's login.
const host = await createHost({
  ...localDefaults(),
  url: process.env.MORTISE_URL ?? `http://127.0.0.1:${port}/help`,
  name: 'Pots and Pans',
  plugins: [knowledgeBase()],
  layout,
  identify: (request) => request.customer && { provider: 'shop', session: request.sessionId, ...request.customer },
});
app.use('/help', host.handler());

// The shop's own last words.
app.use((_request, response) => {
  response.status(404).send(layout({ title: 'Not found', body: '<h1>We have no such page</h1>' }));
});

const server = app.listen(port, '127.0.0.1', (error) => {
  if (error) throw error;
  console.log(`ready http://127.0.0.1:${server.address().port}`);
});
process.once('SIGTERM', () => {
  server.close(() => host.close());
  server.closeIdleConnections();
});
