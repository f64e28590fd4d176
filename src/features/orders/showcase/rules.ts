/** Returns the initial showcase project: the order's title, and a text listing features and deliverables. */
export function buildShowcaseProject({
  title,
  features,
  deliverables,
}: {
  readonly title: string;
  readonly features: readonly string[];
  readonly deliverables: readonly string[];
}): { title: string; markdown: string } {
  const parts = [listOf('What was made', features), listOf('What was delivered', deliverables)];
  return { title: title.slice(0, LONGEST_TITLE), markdown: parts.filter(Boolean).join('\n\n') };
}

/** In characters; the limit of every project title. */
const LONGEST_TITLE = 150;

function listOf(heading: string, items: readonly string[]): string {
  if (items.length === 0) return '';
  return [`## ${heading}`, '', ...items.map(item => `- ${asText(item)}`)].join('\n');
}

/** Escapes Markdown. */
function asText(text: string): string {
  return text.replaceAll(/[\\`*_[\]<>#|~]/g, sign => `\\${sign}`);
}
