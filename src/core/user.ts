/** A person with an account, as everybody else sees them. */
export interface User {
  id: number;
  /** Lower case, unique. */
  login: string;
  /** Lower case, unique; '' for people of the site's own login without a known address. */
  email: string;
  name: string;
  /** Sorted by name. */
  roles: string[];
}
