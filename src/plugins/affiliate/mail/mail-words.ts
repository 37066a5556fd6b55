/** Line breaks of any script and what turns the direction of a line: a name must not begin a line, or hide in one. */
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}\s\u202a-\u202e\u2066-\u2069]+/gu;
const LONGEST = 500;
/** Addresses, and what mail programs make links of. */
const LIKE_A_LINK = /[/\\:@]|\p{L}\.\p{L}/u;
const LONGEST_NAME = 80;

/** What somebody has written, on one line and no longer than anybody reads in a mail. */
export function oneLine(text: string): string {
  const line = text.replace(BREAKS, ' ').trim();
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}

/**
 * What somebody can be greeted by. Anybody may register with the address of somebody else and a name of their own making:
 * what could be the message of an advertiser is no name.
 * @returns null for what is none
 */
export function greetedName(name: string): string | null {
  const line = oneLine(name);
  return line === '' || line.length > LONGEST_NAME || LIKE_A_LINK.test(line) ? null : line;
}
