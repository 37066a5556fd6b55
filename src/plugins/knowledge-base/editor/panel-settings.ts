/** What the page of the editor tells the panels of the knowledge base. */
export interface KbPanelSettings {
  /** Address that the paths of articles are below, without a slash at the end. */
  readonly address: string;
  readonly siteLocale: string;
  readonly roles: readonly { readonly name: string; readonly label: string }[];
  readonly mayManageAccess: boolean;
  readonly mayManageCategories: boolean;
  readonly mayListUsers: boolean;
  readonly mayUpload: boolean;
}
