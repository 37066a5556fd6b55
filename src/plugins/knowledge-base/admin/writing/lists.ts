/** What stands between commas, without empty ones. */
export function commaList(text: string): string[] {
  return text
    .split(/[,、，\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** What stands on lines of its own, without empty ones. */
export function lineList(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
