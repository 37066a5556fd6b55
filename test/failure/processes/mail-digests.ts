import { setTimeout as sleep } from 'node:timers/promises';
import { definePlugin } from 'mortise';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost } from 'mortise/testing';

/**
 * Process of a site that sends digests. Arguments: database URL, mail URL. Each email takes a moment, as with a remote
 * server, and the process prints a line when it begins one.
 */
const [url = '', mail = ''] = process.argv.slice(2);
const slow = definePlugin({
  name: 'acme-slow',
  version: '1.0.0',
  requires: { 'knowledge-base': '*' },
  setup({ hooks }) {
    hooks.addFilter('vendor_kb_digest_sections', async (sections) => {
      console.log('writing');
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
