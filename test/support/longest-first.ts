import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What takes half a minute or more. Were one of these begun last, all other workers would wait for it. */
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

/** Begins with the files that take longest, also where no earlier run has measured them. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification): boolean => LONG.some((place) => moduleId.includes(place));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
