import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take half a minute or more. If one started last, all other workers would wait for it. */
const LONG = [
  '/test/browser/',
  '/test/conformance/wrong-arguments',
  '/test/core/services/jobs/queues',
  '/test/corpus/',
  '/test/failure/',
  '/test/hooks/tiers',
  '/test/integration/frameworks/',
  '/test/package/',
  '/test/plugins/knowledge-base/access/no-leak',
];

/** Starts with the longest files, even without measurements of an earlier run. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification): boolean => LONG.some((place) => moduleId.includes(place));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
