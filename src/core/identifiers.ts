const EMAIL_LENGTH = 190;
/** One @ between a local part and a host with a dot or `localhost`. Only a delivered email can prove the rest. */
const EMAIL =
  /^[^\s@"(),:;<>[\\\]\p{Cc}]+@(?:localhost|(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?\.)+[\p{L}\p{N}-]{2,})$/u;

/** Normalizes a login or email for storage and comparison: trimmed, lower case, NFC. */
export function normaliseIdentifier(text: string): string {
  return text.normalize('NFC').trim().toLowerCase().normalize('NFC');
}

/** Normalizes an email address. @returns the address, or null if it is invalid */
export function parseEmail(text: string): string | null {
  const email = normaliseIdentifier(text);
  return email.length <= EMAIL_LENGTH && EMAIL.test(email) ? email : null;
}
