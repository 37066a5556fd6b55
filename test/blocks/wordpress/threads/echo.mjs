import { parentPort, threadId } from 'node:worker_threads';

parentPort.on('message', ({ id, documents }) => {
  parentPort.postMessage({ id, faults: documents.map((text) => `${text} in ${threadId}`) });
});
