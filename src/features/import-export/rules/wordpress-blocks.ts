/** Maximum nesting of reusable blocks. */
const MOST_DEPTH = 5;

/**
 * Inserts the text of reusable blocks. Notes missing ones, and dynamic blocks such as latest posts, which have no text
 * in the export.
 */
export function fillBlocks(html: string, reusable: ReadonlyMap<string, string>, notes: string[], depth = 0): string {
  const empty = new Set<string>();
  const filled = html.replaceAll(
    /<!--\s*wp:([\w/-]+)([^>]{0,5000}?)\/-->/g,
    (whole, name: string, attributes: string) => {
      if (name !== 'block') {
        empty.add(name);
        return whole;
      }
      const id = /"ref"\s*:\s*(\d+)/.exec(attributes)?.[1] ?? '';
      const text = reusable.get(id);
      if (text === undefined || depth >= MOST_DEPTH) {
        notes.push(`Its reusable block ${id} is not in the export.`);
        return '';
      }
      return `\n\n${fillBlocks(text, reusable, notes, depth + 1)}\n\n`;
    },
  );
  const named = [...empty].filter(
    name => !/^(?:spacer|separator|more|nextpage|navigation-link|social-link)$/.test(name),
  );
  if (named.length > 0) {
    notes.push(`Blocks that WordPress fills in itself are left out: ${new Intl.ListFormat('en').format(named)}.`);
  }
  return filled;
}
