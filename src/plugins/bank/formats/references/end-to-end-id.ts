/** Values of the field if the payer gave no ID, as defined by SEPA and as altered by banks. */
const NOT_PROVIDED = /^(?:not[\s_-]?provided|nonref)$/i;

/**
 * Reads the payer's ID of a payment.
 * @returns empty if there is none or the field says so
 */
export function readEndToEndId(text: string): string {
  const id = text.trim();
  return NOT_PROVIDED.test(id) ? '' : id;
}
