/** MiniSearch's defaults. */
const completed = 0.375;
const missingLetterCost = 0.3;

/** Weight of a word that completes the typed text; lower the more letters are missing. */
export function completionWeight(length: number, typedLength: number): number {
  return (completed * length) / (length + missingLetterCost * (length - typedLength));
}
