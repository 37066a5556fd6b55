import path from 'node:path';
import express from 'express';
import { createHost, localDefaults } from 'mortise';
import { affiliate, bank, knowledgeBase, watermark } from 'mortise/plugins';
import { prepareBank } from './bank/prepare-bank.js';
import { prepareFirstStart } from './first-start.js';

const address = { host: process.env.HOST ?? '127.0.0.1', port: Number(process.env.PORT ?? 8080) };
const url = process.env.MORTISE_URL ?? `http://${address.host}:${address.port}`;

// The next run imports statements from this folder.
const inbox = path.join(process.env.MORTISE_DATA ?? 'data', 'bank');

const app = express();
app.disable('x-powered-by');
const host = await createHost({
  ...localDefaults(),
  url,
  name: 'Mortise',
  description: 'A plugin host for Node sites: hooks, roles, a REST API, a block editor and a knowledge base.',
  plugins: [knowledgeBase(), watermark(), affiliate(), bank({ inboxes: [{ name: 'inbox', folder: inbox }] })],
});
const administrator = await prepareFirstStart(host);
if (administrator) await prepareBank(host, inbox);
app.get('/', (_request, response) => response.redirect('/kb'));
app.use(host.handler());

const server = app.listen(address.port, address.host, (error) => {
  if (error) throw error;
  if (administrator) console.log(`administrator: ${administrator.login}  password: ${administrator.password}`);
  console.log(`ready ${url}`);
});

for (const signal of ['SIGTERM', 'SIGINT']) {
  process.once(signal, () => {
    // Complete running requests and close idle connections.
    server.close(() => host.close().then(() => process.exit(0)));
    server.closeIdleConnections();
  });
}
