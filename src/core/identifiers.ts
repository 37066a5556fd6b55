const EMAIL_LENGTH = 190;
/** One @ between a local part and a host with a dot or `localhost`; the rest only a delivered mail can tell. */
const EMAIL =
  /^[^\s@"(),:;<>[\\\]\p{Cc}]+@(?:localhost|(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?\.)+[\p{L}\p{N}-]{2,})$/u;

/** The form in which logins and e-mail addresses are stored and compared: trimmed, lower case, NFC. */
export function normaliseIdentifier(text: string): string {
  return text.normalize('NFC').trim().toLowerCase().normalize('NFC');
}

/** @returns the normalised address, null for one that cannot be */
export function parseEmail(text: string): string | null {
  const email = normaliseIdentifier(text);
  return email.length <= EMAIL_LENGTH && EMAIL.test(email) ? email : null;
}
