import { createTestHost } from '../../../src/testing.js';
import { jpeg, png } from '../../core/media/pictures.js';

/** Uploads, replaces and deletes files without end. Arguments: database URL, storage folder. */
const [database = '', folder = ''] = process.argv.slice(2);

const host = await createTestHost({ database, storage: `file:${folder}` });
const pictures = [await jpeg(500, 400), await png(200, 200)];
const own: number[] = [];
console.log('begins');
for (let round = 0; ; round += 1) {
  const picture = pictures[round % 2] ?? Buffer.alloc(0);
  own.push((await host.media.create(picture, { filename: `${round}` })).id);
  const [first] = own;
  if (first !== undefined) await host.media.replace(first, pictures[(round + 1) % 2] ?? picture);
  if (round % 3 === 2 && first !== undefined) {
    own.shift();
    await host.media.delete(first);
  }
}
