/** What stands in the field when the payer gave no id: of SEPA, and what banks make of it. */
const NOT_PROVIDED = /^(?:not[\s_-]?provided|nonref)$/i;

/** The payer's id of a payment. @returns empty where there is none, or the field says that there is none */
export function readEndToEndId(text: string): string {
  const id = text.trim();
  return NOT_PROVIDED.test(id) ? '' : id;
}
