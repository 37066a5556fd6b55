import type { Reporter, TestCase, TestModule } from 'vitest/node';

/**
 * Ends the output with what needed a second try, and with one plain line that scripts can read: how many tests passed
 * and failed.
 */
export default class TallyReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    for (const test of tests) if (test.diagnostic()?.flaky) console.log(firstFailure(test));
    const count = (state: string): number => tests.filter((test) => test.result().state === state).length;
    console.log(`${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`);
  }
}

/** A test that passes at the second try hides what was wrong at the first. */
function firstFailure(test: TestCase): string {
  const [error] = test.result().errors ?? [];
  return `passed after a failure: ${test.module.relativeModuleId} > ${test.fullName}\n  ${error?.message ?? 'no message'}`;
}
