/** MiniSearch's defaults. */
const completed = 0.375;
const missingLetterCost = 0.3;

/** How much a word counts that begins with what was typed: less the more of its letters are missing. */
export function completionWeight(length: number, typedLength: number): number {
  return (completed * length) / (length + missingLetterCost * (length - typedLength));
}
