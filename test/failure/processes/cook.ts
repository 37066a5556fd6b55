import { createTestHost } from '../../../src/testing.js';
import { type CookingPoint, cooking } from '../cooking-plugin.js';
import { die } from './die.js';

/** Works on the waiting run, and dies when it reaches a point for the given time. Arguments: URL, point, number. */
const [database = '', point = 'step', times = '1'] = process.argv.slice(2);
let left = Number(times);
const countDown = (reached: CookingPoint): void => {
  if (reached !== point) return;
  left -= 1;
  if (left === 0) die();
};
const host = await createTestHost({ database, jobs: 'off', plugins: [cooking(countDown)] });
await host.work();
console.log('ended');
await host.close();
