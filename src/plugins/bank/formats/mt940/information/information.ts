/** What the fields after an entry say of it. Texts are as the bank wrote them, put together from their lines. */
export interface Information {
  readonly name: string;
  /** IBAN or number of the other side. */
  readonly account: string;
  /** BIC or code of its bank. */
  readonly bank: string;
  readonly endToEndId: string;
  readonly remittance: string;
  /** Of the bank, such as 166; empty where it gives none. */
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
