import { showsMark } from '../../../src/plugins/watermark/protocol/pictures.js';
import { DEFAULT_SETTINGS } from '../../../src/plugins/watermark/settings/schema.js';
import { naiveApply } from './naive-apply.js';
import { openPicturesAlone } from './pictures-alone.js';

/**
 * Marks or restores all images after a line on stdin. Prints a line before each image, and another at the end.
 * Arguments: database URL, storage folder, `apply`, `restore` or `naive`.
 */
const [database = '', folder = '', work = 'apply'] = process.argv.slice(2);

const library = await openPicturesAlone(database, folder);
const { ids, media, marks, pictures } = library;

async function one(id: number): Promise<void> {
  const attachment = await media.get(id);
  if (!attachment) return;
  const isMarked = showsMark(await pictures.get(id), attachment);
  if (isMarked === (work !== 'restore')) return;
  console.log('begins');
  if (work === 'naive') await naiveApply(library, id);
  else if (work === 'apply') await library.apply(id);
  else await library.restore(id);
}

// One-time work would otherwise take up the time in which kills happen.
const first = await media.get(ids[0] ?? 0);
if (first && work !== 'restore') {
  await (await marks.of(DEFAULT_SETTINGS, first)).mark.draw({ width: 64, height: 16 });
}

console.log('ready');
process.stdin.once('data', () => void run());

async function run(): Promise<void> {
  for (const id of ids) await one(id);
  console.log('done');
}
