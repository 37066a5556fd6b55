export interface AddressValues {
  /** `YYYY-MM-DD` */
  readonly from: string;
  readonly to: string;
  readonly page: number;
}

/** Replaces `{from}`, `{to}` and `{page}` in a URL template. */
export function fillAddress(template: string, values: AddressValues): URL {
  return new URL(template.replace(/\{(from|to|page)\}/g, (_whole, name: keyof AddressValues) => String(values[name])));
}
