import { parentPort, workerData } from 'node:worker_threads';
import { type ConvertTextOptions, convertText } from './convert-text.js';

/** What the thread is begun for. */
export interface ConversionTask {
  readonly source: string;
  readonly options: ConvertTextOptions;
}

const { source, options } = workerData as ConversionTask;
parentPort?.postMessage(convertText(source, options));
