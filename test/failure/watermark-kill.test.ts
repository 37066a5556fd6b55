import { watermark } from 'mortise/plugins';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import '../../src/plugins/watermark/tables/journal.js';
import { type Script, startScript } from '../core/database/processes/start-script.js';
import { animation, fromCamera, noise } from '../core/media/pictures.js';
import { openWatermarkSite, type WatermarkSite } from '../plugins/watermark/watermark-site.js';
import { dialects, migratedDatabase } from '../support/databases.js';
import { killLoop, shortOrFull } from '../support/kill-loop.js';
import { sweptTomorrow } from './swept-tomorrow.js';

const PICTURES = shortOrFull(8, 12);
/** Each kill costs a process start. The moments are the same on every server, its reaction to a lost client is not. */
const KILLS = shortOrFull({ sqlite: 10, mariadb: 3 }, { sqlite: 2000, mariadb: 200 });
/** The naive order of steps fails every few kills. */
const NAIVE_KILLS = 100;
/** Kills hit one of the first images, up to this number. */
const MAX_DEPTH = 4;

type Work = 'apply' | 'naive' | 'restore';
type Fingerprints = Record<string, string>[];

describe.each(dialects)('watermarking under kills on $name', (dialect) => {
  const kills = KILLS[dialect.name];
  let site: WatermarkSite;
  let url: string;
  let drop: () => Promise<void>;
  let ids: number[];
  let originals: Fingerprints;
  let marked: Fingerprints;
  /** Images that were in progress when a kill hit. */
  let inTheMiddle: number;
  /** Process that starts up while the previous one works. */
  let next: { readonly work: Work; readonly script: Script } | null = null;

  beforeEach(async () => {
    ({ url, drop } = await migratedDatabase(dialect, [watermark()]));
    site = await openWatermarkSite({ database: url });
    const make = [() => noise('jpeg', 320), fromCamera, () => noise('png', 260), () => animation('webp', 3, 240)];
    ids = [];
    inTheMiddle = 0;
    for (let index = 0; index < PICTURES; index += 1) {
      const content = await (make[index % make.length] ?? fromCamera)();
      ids.push((await site.host.media.create(content, { filename: `${index}` })).id);
    }
    originals = await fingerprints();
    for (const id of ids) await site.plugin.apply(id);
    marked = await fingerprints();
    for (const id of ids) await site.plugin.restore(id);
    expect(await fingerprints()).toEqual(originals);
  });
  afterEach(async () => {
    await next?.script.kill('SIGKILL');
    next = null;
    await site.close();
    await drop();
  });

  const fingerprints = (): Promise<Fingerprints> => Promise.all(ids.map(site.fingerprint));

  /** Expires the claims of killed processes, without the two-minute wait. @returns the number of claims */
  async function claimsRunOut(): Promise<number> {
    const update = site.host.db.query.updateTable('watermark_journal').set({ expires_at: 0 });
    const { numUpdatedRows } = await update.executeTakeFirstOrThrow();
    return Number(numUpdatedRows);
  }

  const start = (work: Work) => ({
    work,
    script: startScript('../../../failure/processes/mark-pictures.ts', [url, site.folder, work]),
  });

  async function begin(work: Work): Promise<Script> {
    const { script } = next?.work === work ? next : start(work);
    if (next && next.work !== work) await next.script.kill('SIGKILL');
    next = null;
    await script.line();
    inTheMiddle += await claimsRunOut();
    next = start(work);
    script.write('go');
    return script;
  }

  async function workedUndisturbed(work: Work): Promise<void> {
    const script = await begin(work);
    while ((await script.line()) !== 'done');
    await script.kill('SIGKILL');
  }

  /** Starts processes until one has done everything, and kills the others midway. @returns the number of kills */
  async function workedThroughKills(work: Work, most: number): Promise<number> {
    const count = await killLoop({
      rounds: most,
      untilDone: true,
      start: () => begin(work),
      // One line for each image that it begins. A kill hits the last of them, on a machine of any speed.
      lines: () => 2 + Math.floor(Math.random() * (MAX_DEPTH - 1)),
    });
    if (count === most) await workedUndisturbed(work);
    return count;
  }

  it(
    `loses no original, marks nothing twice and leaves no torn file in ${kills} kills`,
    async () => {
      await workedUndisturbed('apply');
      await workedUndisturbed('restore');
      expect(await fingerprints()).toEqual(originals);
      let done = 0;
      while (done < kills) {
        done += await workedThroughKills('apply', kills - done);
        expect(await fingerprints()).toEqual(marked);
        done += await workedThroughKills('restore', kills - done);
        expect(await fingerprints()).toEqual(originals);
      }
      expect(inTheMiddle).toBeGreaterThan(kills / 10);
      await sweptTomorrow(site);
      expect(await site.strays()).toEqual([]);
      expect(await site.leftovers()).toEqual([]);
      expect(await site.plugin.backups.verify(await site.plugin.backups.after(0, 1000))).toEqual([]);
    },
    60_000 + kills * 5000,
  );

  // Proves the method, which a change of the product does not affect.
  it.runIf(dialect.name === 'sqlite' && shortOrFull(false, true))(
    'detects the faults of a naive order of steps',
    async () => {
      await workedUndisturbed('naive');
      for (const id of ids) await site.plugin.restore(id);
      let done = 0;
      let faults = 0;
      while (faults === 0 && done < NAIVE_KILLS) {
        done += await workedThroughKills('naive', NAIVE_KILLS - done);
        faults += (await fingerprints()).filter((each, index) => each.full !== marked[index]?.full).length;
        for (const id of ids) await site.plugin.restore(id);
      }
      expect(faults).toBeGreaterThan(0);
    },
    60_000 + NAIVE_KILLS * 5000,
  );
});
