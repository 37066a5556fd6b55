/** A user account, as visible to others. */
export interface User {
  id: number;
  /** Lower case, unique. */
  login: string;
  /** Lower case, unique. Empty for users of the site's own login without an email. */
  email: string;
  /** Whether the email was verified by a link or vouched for by the site. Match users by email only if this is true. */
  emailVerified: boolean;
  name: string;
  /** Sorted by name. */
  roles: string[];
}
