import { buffer } from 'node:stream/consumers';
import { outputOptions } from '../../../src/plugins/watermark/rendering/output.js';
import { inspect, render } from '../../../src/plugins/watermark/rendering/renderer.js';
import { configHash } from '../../../src/plugins/watermark/settings/config-hash.js';
import { DEFAULT_SETTINGS } from '../../../src/plugins/watermark/settings/schema.js';
import type { PicturesAlone } from './pictures-alone.js';

const asItIs = {
  overlay: async <T>(overlay: T) => overlay,
  output: async <T>(options: T) => options,
};

/**
 * Common but unsafe order of steps: back up the shown image, mark one size after the other, then record it. Proves that
 * the kills detect it.
 */
export async function naiveApply({ media, pictures, marks, backups }: PicturesAlone, id: number): Promise<void> {
  let attachment = await media.get(id);
  const state = await pictures.get(id);
  if (!attachment || state.markedVersion !== null) return;
  const settings = DEFAULT_SETTINGS;
  const { mark, key } = await marks.of(settings, attachment);
  const originals = await backups.take(attachment, state.generation);
  for (const size of originals.map((original) => original.size)) {
    const draft = media.draft(attachment);
    for (const { size: each, width, height } of originals) {
      const content = await buffer(await media.read(id, each));
      const facts = await inspect(content, settings.max_pixels);
      const output = outputOptions(facts, content, settings);
      const isNext = each === size && settings.sizes.includes(size);
      const picture = isNext ? await render(content, facts, { mark, settings, output, filters: asItIs }) : null;
      await draft.put(each, picture ?? { content, width, height });
    }
    attachment = await draft.publish();
  }
  await backups.record(originals);
  await pictures.save(id, {
    markedVersion: attachment.version,
    markedSha256: attachment.sha256,
    originalSha256: originals.find(({ size }) => size === 'full')?.sha256 ?? null,
    configHash: configHash(settings, key),
    generation: originals[0]?.generation ?? 1,
    markedAt: new Date(),
  });
}
