// Same images with ImageMagick's composite, one process per file, as a reference.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { eachAtOnce } from './raw.mjs';

const run = promisify(execFile);
/** Name shared by versions 6 and 7. Other programs are also called `convert`. */
const COMMAND = 'composite';
const EXTENSIONS = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' };

export function hasImageMagick() {
  return process.env.PATH.split(path.delimiter).some((folder) => existsSync(path.join(folder, COMMAND)));
}

/** Draws the marks, which is not measured. @returns a function that processes images */
export async function compositesOf(works, home) {
  const marks = new Map();
  for (const { id, size, layer } of works.flat()) {
    const mark = path.join(home, 'sources', `${id}-${size}-mark.png`);
    await sharp(layer.input, { raw: layer.raw }).png().toFile(mark);
    marks.set(`${id}-${size}`, mark);
  }
  return (pictures, folder) =>
    eachAtOnce(pictures, async (files) => {
      for (const { id, size, file, mimeType, layer, options } of files) {
        const type = EXTENSIONS[mimeType];
        const place = ['-geometry', `+${layer.left}+${layer.top}`];
        const quality = type === 'png' ? [] : ['-quality', String(options.quality)];
        const output = path.join(folder, `${path.basename(file)}.${type}`);
        await run(COMMAND, [...place, ...quality, marks.get(`${id}-${size}`), `${type}:${file}`, output], {
          // Processes images in parallel with one thread each, like the other sides.
          env: { ...process.env, MAGICK_THREAD_LIMIT: '1' },
        });
      }
    });
}
