import { createThreadPool } from '../../core/concurrency/thread-pool.js';
import { HostError } from '../../core/errors.js';
import { packageFile } from '../../core/package-file.js';
import { assertConvertible, type ConvertTextOptions, convertText, partsOf } from './convert-text.js';
import type { ConversionTasks } from './worker.js';

/** Limits of a conversion in a worker thread. */
export interface AsideLimits {
  /** Maximum milliseconds, including loading. */
  readonly time: number;
  /** Maximum heap size in megabytes. */
  readonly memory: number;
}

const LIMITS: AsideLimits = { time: 60_000, memory: 512 };

/**
 * Maximum number of parts converted on the main thread. That takes less than the 20 ms that a thread needs to start.
 */
const FEW_PARTS = 150;

/** Converts texts one at a time: a second thread would take CPU time from requests. @experimental */
export type ConvertAside = (source: string, options: ConvertTextOptions) => Promise<string>;

/**
 * Creates a {@link convertText} that does not block requests: long texts run in a worker thread.
 *
 * The returned function throws what `convertText` throws, and HostError 503 `conversion_stopped` above a limit.
 * @experimental
 */
export function createConvertAside({ time, memory }: AsideLimits = LIMITS): ConvertAside {
  const pool = createThreadPool<ConversionTasks>({
    name: 'conversions',
    script: packageFile('dist/blocks/convert/worker.js'),
    deadline: time,
    // Conversions run one at a time for up to `time` each. A request waits for at most two others.
    wait: 2 * time,
    memory,
    refuse: ({ cause }) => stopped({ time, memory }, cause),
  });

  return async (source, options) => {
    if (options.from === options.to || partsOf(source) <= FEW_PARTS) return convertText(source, options);
    assertConvertible(source);
    return pool.run('convert', { source, options });
  };
}

function stopped({ time, memory }: AsideLimits, cause: unknown): HostError {
  const message = `This text could not be converted within ${time / 1000} seconds and ${memory} MB of memory. Split it into several.`;
  return new HostError('conversion_stopped', message, { status: 503 }, { cause });
}
