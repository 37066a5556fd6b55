import { parentPort } from 'node:worker_threads';

parentPort.on('message', () => {
  const hoard = [];
  for (;;) hoard.push(new Array(100_000).fill('x'.repeat(10) + hoard.length));
});
