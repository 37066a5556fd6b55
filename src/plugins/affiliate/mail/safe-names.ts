/** Line breaks of any script and bidirectional controls: a name must not start a line or reverse one. */
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}\s\u202a-\u202e\u2066-\u2069]+/gu;
const MAX_LENGTH = 500;
/** URLs and text that mail clients turn into links. */
const LIKE_A_LINK = /[/\\:@]|\p{L}\.\p{L}/u;
const MAX_NAME_LENGTH = 80;

/** Returns user input on one line and shortened. */
export function oneLine(text: string): string {
  const line = text.replace(BREAKS, ' ').trim();
  return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH)}…` : line;
}

/**
 * Returns a name that is safe in a greeting. Anybody can register another person's email with an invented name, so
 * text that may advertise is refused.
 * @returns null if the name is not usable
 */
export function greetedName(name: string): string | null {
  const line = oneLine(name);
  return line === '' || line.length > MAX_NAME_LENGTH || LIKE_A_LINK.test(line) ? null : line;
}
