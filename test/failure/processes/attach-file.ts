import { knowledgeBase } from '../../../src/plugins/knowledge-base/index.js';
import { createTestHost } from '../../../src/testing.js';
import { die } from './die.js';

/**
 * Adds a file to an article, or removes one, in its own process, which kills itself. Arguments: database URL, storage
 * folder, article id, action (`add`, or the id of the attachment to remove), and the point of the kill: `taken` when
 * the file is in the library and nothing else is written, `attached` after all writes but before the commit.
 */
const [database = '', folder = '', article = '', what = '', stop = ''] = process.argv.slice(2);

const host = await createTestHost({ database, storage: `file:${folder}`, plugins: [knowledgeBase()] });
const { attachments } = host.plugin('knowledge-base');
const articleId = Number(article);

if (what === 'add') {
  const file = await host.media.create(Buffer.from('%PDF-1.7 a manual'), { filename: 'a.pdf', postId: articleId });
  if (stop === 'taken') die();
  await host.db.transaction(async () => {
    await attachments.add(articleId, { file, isOwnFile: true, by: null });
    die();
  });
} else {
  await host.db.transaction(async () => {
    await attachments.remove(Number(what));
    die();
  });
}
