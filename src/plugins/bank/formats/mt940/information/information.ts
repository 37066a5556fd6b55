/** Details of an entry from the fields after it. Texts are as written by the bank, with their lines joined. */
export interface Information {
  readonly name: string;
  /** IBAN or number of the counterparty. */
  readonly account: string;
  /** BIC or code of the counterparty's bank. */
  readonly bank: string;
  readonly endToEndId: string;
  readonly remittance: string;
  /** The bank's own code, such as 166; empty for none. */
  readonly typeCode: string;
}

export const NO_INFORMATION: Information = {
  name: '',
  account: '',
  bank: '',
  endToEndId: '',
  remittance: '',
  typeCode: '',
};
