// How a changeset stands in CHANGELOG.md: its own words, as one item of the list. Who wrote it, and when, git knows.

export async function getReleaseLine({ summary }) {
  return `- ${summary.trim().replaceAll('\n', '\n  ')}`;
}

/** There is one package, whose dependencies are named where they matter to those who install it. */
export async function getDependencyReleaseLine() {
  return '';
}
