export interface RaisedError {
  readonly file: string;
  readonly code: string;
  readonly statuses: readonly number[];
  readonly sentences: readonly string[];
}

export function raisedErrors(folder: string): RaisedError[];
