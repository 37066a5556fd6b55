/** Splits comma-separated values and drops empty ones. */
export function commaList(text: string): string[] {
  return text
    .split(/[,、，\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** Splits lines and drops empty ones. */
export function lineList(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
