// Our batch over REST vs sharp only, and restore vs re-encoding.
import { mkdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { median, round } from '../statistics.mjs';
import { compositesOf, hasImageMagick } from './imagemagick.mjs';
import { emptied, encodeAnew, rawFile, renderRaw, sizesAnew } from './raw.mjs';
import { openSite, PAGE } from './site.mjs';

export async function measureBatch({ quick, pictures, folder }) {
  const home = path.join(folder, 'batch');
  const out = path.join(folder, 'out');
  mkdirSync(path.join(home, 'sources'), { recursive: true });
  const site = await openSite(home);
  const admin = await site.host.createUser('administrator');
  const ids = await site.upload(pictures.map(({ file }) => file));
  const pages = pagesOf(ids);
  const works = await firstRun({ site, admin, pages, home });
  const groups = new Map(ids.map((id, index) => [id, pictures[index].group]));
  const composites = hasImageMagick() ? await compositesOf([...works.values()], home) : null;
  const calls = { admin, site, works, out, composites };
  const sameFiles = await compareFiles(calls, ids);

  const measured = [];
  for (let turn = 0; turn < (quick ? 3 : 7); turn += 1) {
    for (const page of pages) measured.push(...(await measurePage(page, calls, turn)));
  }
  const files = [...works.values()].flat();
  await site.host.close();
  return summary({ measured, pages, groups, files, sameFiles });
}

function pagesOf(ids) {
  const starts = Array.from({ length: Math.ceil(ids.length / PAGE) }, (_, index) => index * PAGE);
  return starts.map((offset) => ({ offset, ids: ids.slice(offset, offset + PAGE) }));
}

/** Marks all images once and records the overlay of each, so sharp can do exactly the same. */
async function firstRun({ site, admin, pages, home }) {
  const works = new Map();
  const { hooks } = site.host;
  const noted = new Map();
  hooks.addFilter('vendor_watermark_overlay', (overlay, { attachment, size, picture }) => {
    const { image, left, top, blend } = overlay;
    const { data, width, height } = image;
    const layer = { input: data, raw: { width, height, channels: 4 }, left, top, blend };
    noted.set(`${attachment.id}-${size}`, { layer, space: picture.metadata.space });
    return overlay;
  });
  hooks.addFilter('vendor_watermark_output_options', (options, { attachment, size, picture }) => {
    Object.assign(noted.get(`${attachment.id}-${size}`), { options, width: picture.width, height: picture.height });
    return options;
  });
  const read = async (id, size) => buffer(await site.host.media.read(id, size));
  for (const { offset, ids } of pages) {
    for (const id of ids) {
      const { sizes, mimeType } = await site.host.media.get(id);
      const files = [];
      for (const size of ['full', ...Object.keys(sizes)]) {
        const file = path.join(home, 'sources', `${id}-${size}`);
        await writeFile(file, await read(id, size));
        files.push({ id, size, file, mimeType });
      }
      works.set(id, files);
    }
    await site.call('apply-watermarks', admin, { offset, limit: PAGE });
    for (const id of ids) {
      const marked = works.get(id).flatMap((work) => {
        const facts = noted.get(`${id}-${work.size}`);
        return facts ? [{ ...work, ...facts }] : [];
      });
      works.set(id, marked);
    }
  }
  return works;
}

/** Verifies that the peer does the same work. @returns number of files with bytes identical to ours */
async function compareFiles({ site, admin, works, out }, ids) {
  await renderRaw([...works.values()], await emptied(out));
  let same = 0;
  for (const work of ids.flatMap((id) => works.get(id))) {
    const ours = await buffer(await site.host.media.read(work.id, work.size));
    if (ours.equals(await rawFile(out, work))) same += 1;
  }
  await site.call('restore', admin, { offset: 0, limit: 100 });
  await site.forget(ids);
  return same;
}

/** Runs one page on all sides in turn, in a different order each time. */
async function measurePage({ offset, ids }, { site, admin, works, out, composites }, turn) {
  const results = [];
  const files = ids.map((id) => works.get(id));
  const note = async (side, work) => results.push({ side, offset, ...(await timed(work)) });
  const peer = (side, work) => async () => {
    await emptied(out);
    await note(side, () => work(files, out));
  };
  const ours = async () => {
    await note('apply', () => site.call('apply-watermarks', admin, { offset, limit: PAGE }));
    await note('restore', () => site.call('restore', admin, { offset, limit: PAGE }));
    await site.forget(ids);
  };
  const sides = [ours, peer('raw', renderRaw), peer('reencode', encodeAnew), peer('sizes', sizesAnew)];
  // The processes take so long that one turn is enough.
  if (composites && turn === 0) sides.push(peer('imagemagick', composites));
  for (let index = 0; index < sides.length; index += 1) await sides[(index + turn) % sides.length]();
  return results;
}

/** Milliseconds of CPU time (all threads) and wall time. */
async function timed(work) {
  const before = process.cpuUsage();
  const start = performance.now();
  await work();
  const { user, system } = process.cpuUsage(before);
  return { cpu: (user + system) / 1000, wall: performance.now() - start };
}

function summary({ measured, pages, groups, files, sameFiles }) {
  /** Cost per image: the median of the pages. For a group, only pages of that group count. */
  const cost = (side, measure, group = null) => {
    const chosen = pages.filter(({ ids }) => group === null || ids.every((id) => groups.get(id) === group));
    const medians = chosen.map(({ offset }) =>
      median(measured.filter((each) => each.side === side && each.offset === offset).map((each) => each[measure])),
    );
    return medians.reduce((sum, each) => sum + each, 0) / chosen.flatMap(({ ids }) => ids).length;
  };
  const rows = [];
  const ratios = {};
  const compare = (what, key, { ours = 'apply', peer, group, measures = ['cpu', 'wall'] }) => {
    for (const measure of measures) {
      const [mine, theirs] = [cost(ours, measure, group), cost(peer, measure, group)];
      const ratio = round(theirs / mine);
      ratios[`${key}_${measure}`] = ratio;
      rows.push({ what: `${what}, ${measure} ms`, mortise: round(mine), peer: round(theirs), ratio });
    }
  };
  compare('mark a picture, sharp alone', 'apply_vs_sharp_alone', { peer: 'raw' });
  // With few images, a single page contains all of them.
  const reported = new Set(pages.length > 1 ? groups.values() : []);
  for (const group of reported) {
    compare(`mark one of the ${group}, sharp alone`, `apply_${group}_vs_sharp_alone`, { peer: 'raw', group });
  }
  const ours = 'restore';
  compare('restore a picture, re-encode it', 'restore_vs_reencoding', { ours, peer: 'reencode' });
  compare('restore a picture, regenerate its sizes', 'restore_vs_sizes', { ours, peer: 'sizes' });
  if (measured.some(({ side }) => side === 'imagemagick')) {
    // CPU time of other processes is not measured.
    const scale = { peer: 'imagemagick', measures: ['wall'] };
    compare('mark a picture, ImageMagick', 'apply_vs_imagemagick', scale);
  }
  return { rows, ratios, counts: { marked_files: files.length, files_equal_to_sharp_alone: sameFiles } };
}
