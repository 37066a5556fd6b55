import { knowledgeBase } from '../../../src/plugins/knowledge-base/index.js';
import { createTestHost } from '../../../src/testing.js';

/**
 * Brings a file to an article, or removes one, in a process of its own, which kills itself on the way. Arguments: address
 * of the database, folder of the files, id of the article, what to do (`add`, or the id of the attachment to remove), and
 * where: `taken` when the file is in the library and nothing else is written, `attached` when all is written and nothing
 * of it committed.
 */
const [database = '', folder = '', article = '', what = '', stop = ''] = process.argv.slice(2);

const die = (): never => {
  process.kill(process.pid, 'SIGKILL');
  // The signal is on its way; nothing more may happen until it comes.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  throw new Error('still alive');
};

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
