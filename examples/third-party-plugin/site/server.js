import { createServer } from 'node:http';
import { createHost } from 'mortise';
import config from './mortise.config.js';

const { PORT = '3000', HOST = '127.0.0.1' } = process.env;

const host = await createHost(config);
const server = createServer(host.handler()).listen(Number(PORT), HOST, () => {
  console.log(`ready http://${HOST}:${PORT}`);
});

process.once('SIGTERM', stop);
process.once('SIGINT', stop);

function stop() {
  server.close(() => host.close());
  server.closeIdleConnections();
}
