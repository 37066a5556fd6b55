/** A person with an account, as everybody else sees them. */
export interface User {
  id: number;
  /** Lower case, unique. */
  login: string;
  /** Lower case, unique; '' for people of the site's own login without a known address. */
  email: string;
  /** Whether the address was proven by a mailed link, or vouched for. Match people by email only when it is true. */
  emailVerified: boolean;
  name: string;
  /** Sorted by name. */
  roles: string[];
}
