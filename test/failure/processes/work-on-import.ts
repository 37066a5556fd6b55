import { knowledgeBase } from '../../../src/plugins/knowledge-base/index.js';
import { createTestHost } from '../../../src/testing.js';
import { die } from './die.js';

/**
 * Works on the waiting import in its own process, which kills itself after the given number of articles.
 * Arguments: database URL, storage folder, number of articles.
 */
const [database = '', folder = '', articles = ''] = process.argv.slice(2);
const host = await createTestHost({ database, storage: `file:${folder}`, jobs: 'off', plugins: [knowledgeBase()] });
let left = Number(articles);
host.hooks.addAction('vendor_kb_item_imported', ({ kind }, { outcome }) => {
  if (kind !== 'article' || outcome !== 'created') return;
  left -= 1;
  if (left === 0) die();
});
await host.work();
console.log('ended');
await host.close();
