import type { Reporter, TestCase, TestModule, TestSpecification } from 'vitest/node';
import { resultOfRun } from './once-per-run.js';
import type { FoundServices } from './services.js';

interface ProjectProgress {
  readonly modules: TestModule[];
  files: number;
}

/**
 * Prints a line per project: its progress in a terminal, and its result when its last file has ended. The run ends
 * with the reasons of skipped tests, and a line for scripts with the number of passed, failed and skipped tests.
 */
export default class TallyReporter implements Reporter {
  readonly #projects = new Map<string, ProjectProgress>();
  #begin = 0;

  onTestRunStart(files: readonly TestSpecification[]): void {
    this.#begin = performance.now();
    for (const { project } of files) this.#progressOf(project.name).files += 1;
  }

  onTestModuleEnd(module: TestModule): void {
    const progress = this.#progressOf(module.project.name);
    progress.modules.push(module);
    if (progress.modules.length === progress.files) this.#printEnd(module.project.name, progress);
    else if (process.stdout.isTTY) this.#printProgress();
  }

  async onTestRunEnd(modules: readonly TestModule[]): Promise<void> {
    if (process.stdout.isTTY) process.stdout.write(CLEAR_LINE);
    const found = await resultOfRun<FoundServices>('services');
    for (const line of found?.missing ?? []) console.log(line);
    console.log(tallyOf(modules));
  }

  #progressOf(project: string): ProjectProgress {
    const counts = this.#projects.get(project) ?? { modules: [], files: 0 };
    this.#projects.set(project, counts);
    return counts;
  }

  #printEnd(name: string, { modules, files }: ProjectProgress): void {
    if (process.stdout.isTTY) process.stdout.write(CLEAR_LINE);
    const sum = (figure: 'duration' | 'collectDuration'): number =>
      modules.reduce((total, module) => total + module.diagnostic()[figure], 0);
    console.log(
      `${name}: ${files} files, ${tallyOf(modules)}; ${seconds(sum('duration'))} of tests, ` +
        `${seconds(sum('collectDuration'))} of imports, ended ${seconds(performance.now() - this.#begin)} after the start`,
    );
  }

  #printProgress(): void {
    const running = [...this.#projects].filter(([, { modules, files }]) => modules.length < files);
    const line = running.map(([name, { modules, files }]) => `${name} ${modules.length}/${files}`).join('  ');
    process.stdout.write(`${CLEAR_LINE}${line.slice(0, process.stdout.columns - 1)}`);
  }
}

const CLEAR_LINE = '\r\u001b[K';

function testsOf(modules: readonly TestModule[]): TestCase[] {
  return modules.flatMap((module) => [...module.children.allTests()]);
}

function countOf(modules: readonly TestModule[], state: 'passed' | 'failed' | 'skipped'): number {
  return testsOf(modules).filter((test) => test.result().state === state).length;
}

function tallyOf(modules: readonly TestModule[]): string {
  return `${countOf(modules, 'passed')} passed, ${countOf(modules, 'failed')} failed, ${countOf(modules, 'skipped')} skipped`;
}

function seconds(ms: number): string {
  return `${Math.round(ms / 1000)} s`;
}
