export interface AddressValues {
  /** `YYYY-MM-DD` */
  readonly from: string;
  readonly to: string;
  readonly page: number;
}

/** An address with days and the number of a page in place of `{from}`, `{to}` and `{page}`. */
export function fillAddress(template: string, values: AddressValues): URL {
  return new URL(template.replace(/\{(from|to|page)\}/g, (_whole, name: keyof AddressValues) => String(values[name])));
}
