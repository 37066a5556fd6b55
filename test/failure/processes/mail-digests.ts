import { setTimeout as sleep } from 'node:timers/promises';
import { definePlugin } from 'mortise';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost } from 'mortise/testing';

/**
 * Process of a site that sends digests. Arguments: database URL, mail URL, and the number of emails after which it
 * stops writing the next one, to be killed there. Each email takes a moment, as with a remote server.
 */
const [url = '', mail = '', count = 'Infinity'] = process.argv.slice(2);
let started = 0;
const slow = definePlugin({
  name: 'acme-slow',
  version: '1.0.0',
  requires: { 'knowledge-base': '*' },
  setup({ hooks }) {
    hooks.addFilter('vendor_kb_digest_sections', async (sections) => {
      started += 1;
      // Stops the whole process, because the hook has a time limit.
      if (started > Number(count)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
      await sleep(30);
      return [...sections];
    });
  },
});
const host = await createTestHost({
  database: url,
  mail,
  plugins: [knowledgeBase(), slow],
  url: 'https://example.com',
});
host.handler();
console.log('working');
setInterval(() => undefined, 60_000);
