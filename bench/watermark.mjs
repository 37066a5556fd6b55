// Watermarks on real images: our batch vs sharp only, restore, memory, and paging of a million rows.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { measureBatch } from './watermark/batch.mjs';
import { hasImageMagick } from './watermark/imagemagick.mjs';
import { measureMemory } from './watermark/memory.mjs';
import { measurePaging } from './watermark/paging.mjs';
import { packagePictures } from './watermark/pictures.mjs';

export async function run({ quick }) {
  const { pictures, packages } = await packagePictures({ quick });
  console.table(packages);
  console.log('Not run: the plugin Image Watermark, which needs PHP, WordPress and its database.');
  if (!hasImageMagick()) console.log('Not run: ImageMagick. Install it: apt-get install imagemagick');
  const folder = mkdtempSync(path.join(tmpdir(), 'mortise-bench-'));
  try {
    const parts = [
      await measureBatch({ quick, pictures, folder }),
      await measureMemory({ quick, pictures, folder }),
      await measurePaging({ quick, folder }),
    ];
    return {
      rows: parts.flatMap(({ rows }) => rows),
      ratios: Object.assign({}, ...parts.map(({ ratios }) => ratios)),
      counts: Object.assign({ pictures: pictures.length }, ...parts.map(({ counts }) => counts)),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
