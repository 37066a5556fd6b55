import type { Reporter, TestCase, TestModule, TestProject, TestSpecification } from 'vitest/node';

/**
 * Prints a line when the last file of a project has ended. At the end of the run it prints every test that passed only
 * on retry, and one line for scripts with the number of passed, failed and skipped tests.
 */
export default class TallyReporter implements Reporter {
  readonly #waiting = new Map<string, number>();
  readonly #ended = new Map<string, TestModule[]>();
  #begin = 0;

  onTestRunStart(files: readonly TestSpecification[]): void {
    this.#begin = performance.now();
    for (const { project } of files) this.#waiting.set(project.name, (this.#waiting.get(project.name) ?? 0) + 1);
  }

  onTestModuleEnd(module: TestModule): void {
    const project: TestProject = module.project;
    const ended = [...(this.#ended.get(project.name) ?? []), module];
    this.#ended.set(project.name, ended);
    if (ended.length !== this.#waiting.get(project.name)) return;
    const busy = ended.reduce((sum, each) => sum + each.diagnostic().duration, 0);
    console.log(
      `${project.name}: ${ended.length} files, ${tallyOf(ended)}; ${seconds(busy)} of tests, ended ${seconds(performance.now() - this.#begin)} after the start`,
    );
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = testsOf(modules);
    for (const test of tests) if (test.diagnostic()?.flaky) console.log(firstFailure(test));
    console.log(tallyOf(modules));
  }
}

function testsOf(modules: readonly TestModule[]): TestCase[] {
  return modules.flatMap((module) => [...module.children.allTests()]);
}

function tallyOf(modules: readonly TestModule[]): string {
  const states = testsOf(modules).map((test) => test.result().state);
  const count = (state: string): number => states.filter((each) => each === state).length;
  return `${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`;
}

function seconds(ms: number): string {
  return `${Math.round(ms / 1000)} s`;
}

/** Returns the error of a test that passed on retry, which would otherwise be hidden. */
function firstFailure(test: TestCase): string {
  const [error] = test.result().errors ?? [];
  return `passed after a failure: ${test.module.relativeModuleId} > ${test.fullName}\n  ${error?.message ?? 'no message'}`;
}
