import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import '../../src/plugins/watermark/tables/journal.js';
import { noise } from '../core/media/pictures.js';
import { openWatermarkSite, type WatermarkSite } from '../plugins/watermark/watermark-site.js';
import { type Fault, failSteps, type Step, stepsOf, withFault } from '../support/failing-steps.js';
import { shortOrFull } from '../support/kill-loop.js';
import { sweptTomorrow } from './swept-tomorrow.js';

const WORKS = ['apply', 'restore'] as const;
const FAULTS: readonly Fault[] = ['refused', 'unanswered', 'last'];
/** A short run lets every third step fail in one way, the next one in another. */
const STRIDE = shortOrFull(FAULTS.length, 1);
type Work = (typeof WORKS)[number];
type Fingerprint = Record<string, string>;

describe('marking and restoring with a failing step', () => {
  failSteps();
  let site: WatermarkSite;
  let content: Buffer;
  let original: Fingerprint;
  let marked: Fingerprint;
  beforeEach(async () => {
    site = await openWatermarkSite();
    // Two files: the image and its thumbnail.
    content = await noise('png', 200);
    const id = await upload();
    original = await site.fingerprint(id);
    await site.plugin.apply(id);
    marked = await site.fingerprint(id);
    expect(Object.keys(marked)).toEqual(['full', 'thumbnail']);
    expect(marked.full).not.toBe(original.full);
  });
  afterEach(() => site.close());

  const upload = async () => (await site.host.media.create(content, { filename: 'barn.png' })).id;

  /** Expires the claims of killed processes, without the two-minute wait. */
  const claimsRunOut = () => site.host.db.query.updateTable('watermark_journal').set({ expires_at: 0 }).execute();

  /** Processes an image with a failing step, then again without. @returns whether the step existed */
  async function tryTwice(work: Work, id: number, step: Step, fault: Fault): Promise<boolean> {
    const hasFailed = await withFault(step, fault, () => site.plugin[work](id));
    const [before, after] = work === 'apply' ? [original, marked] : [marked, original];
    const where = `${work}: the step ${step.name} ${step.nth}`;
    const fingerprint = await site.fingerprint(id).catch(String);
    expect([where, [before, after]]).toEqual([where, expect.arrayContaining([fingerprint])]);
    await claimsRunOut();
    await site.plugin[work](id);
    expect([where, await site.fingerprint(id)]).toEqual([where, after]);
    return hasFailed;
  }

  it.each(FAULTS)('leaves a complete image, and can be repeated, when any step is %s', async (fault) => {
    const first = await upload();
    const steps: Record<Work, readonly Step[]> = {
      apply: await stepsOf(() => site.plugin.apply(first)),
      restore: await stepsOf(() => site.plugin.restore(first)),
    };
    const longest = Math.max(...WORKS.map((work) => steps[work].length));
    const missed: string[] = [];
    for (let index = FAULTS.indexOf(fault) % STRIDE; index < longest; index += STRIDE) {
      const id = await upload();
      for (const work of WORKS) {
        const step = steps[work][index];
        if (!step) await site.plugin[work](id);
        else if (!(await tryTwice(work, id, step, fault))) missed.push(step.name);
      }
    }
    // Folder creation, disk flushes and event delivery differ from run to run.
    expect(missed.length).toBeLessThan(longest / 10);
    await sweptTomorrow(site);
    expect(await site.strays()).toEqual([]);
    expect(await site.leftovers()).toEqual([]);
    expect(await site.plugin.backups.verify(await site.plugin.backups.after(0, 10_000))).toEqual([]);
  });
});
