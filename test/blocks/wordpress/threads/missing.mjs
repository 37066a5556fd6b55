import { parentPort } from 'node:worker_threads';

parentPort.postMessage({ error: "Cannot find module 'jsdom'", missing: 'jsdom' });
parentPort.on('message', () => undefined);
