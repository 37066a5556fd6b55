import { createThreadPool } from '../../core/concurrency/thread-pool.js';
import { HostError } from '../../core/errors.js';
import { packageFile } from '../../core/package-file.js';
import { assertConvertible, type ConvertTextOptions, convertText, partsOf } from './convert-text.js';
import type { ConversionTasks } from './worker.js';

/** The limits of a conversion in a thread. */
export interface AsideLimits {
  /** Milliseconds, loading included. */
  readonly time: number;
  /** Megabytes of its heap. */
  readonly memory: number;
}

const LIMITS: AsideLimits = { time: 60_000, memory: 512 };

/** A text of so many parts takes less time than a thread takes to begin, some twenty milliseconds. */
const FEW_PARTS = 150;

/** Converts texts one after the other: a second thread would take the time that requests need. */
export type ConvertAside = (source: string, options: ConvertTextOptions) => Promise<string>;

/**
 * Makes a {@link convertText} that keeps nobody waiting: what takes longer than a moment runs in a thread of its own.
 * It throws what that throws, and HostError 503 `conversion_stopped` where it takes too long or too much memory.
 */
export function createConvertAside({ time, memory }: AsideLimits = LIMITS): ConvertAside {
  const pool = createThreadPool<ConversionTasks>({
    name: 'conversions',
    script: packageFile('dist/blocks/convert/worker.js'),
    deadline: time,
    // One conversion at a time takes up to `time`, and a request does not wait for more than two others.
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
