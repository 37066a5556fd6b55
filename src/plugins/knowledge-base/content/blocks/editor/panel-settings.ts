/** Settings that the editor page passes to the knowledge base panels. */
export interface KbPanelSettings {
  /** Base URL of article paths, without trailing slash. */
  readonly address: string;
  readonly siteLocale: string;
  readonly roles: readonly { readonly name: string; readonly label: string }[];
  readonly mayManageAccess: boolean;
  readonly mayManageCategories: boolean;
  readonly mayListUsers: boolean;
  readonly mayUpload: boolean;
}
