// Format of a changeset in CHANGELOG.md: its text as a list item. Git has the author and date.

export async function getReleaseLine({ summary }) {
  return `- ${summary.trim().replaceAll('\n', '\n  ')}`;
}

/** Returns nothing: there is one package, and its dependencies are mentioned where they matter to users. */
export async function getDependencyReleaseLine() {
  return '';
}
