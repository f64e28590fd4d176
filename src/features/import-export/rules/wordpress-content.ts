import { escapeHtml } from './html.ts';

const attributeOf = (text: string, name: string) =>
  new RegExp(`\\b${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s\\]]+))`, 'i')
    .exec(text)
    ?.slice(1)
    .find(value => value !== undefined) ?? '';

interface Picture {
  readonly url: string;
  readonly alt: string;
}

/**
 * Replaces WordPress's own shortcodes with HTML: captions, galleries, embeds, players and code. Shortcodes of plugins
 * stay as text.
 */
export function replaceShortcodes(html: string, picturesOf: (ids: readonly string[]) => readonly Picture[]): string {
  return html
    .replaceAll(
      /\[caption\b([^\]]{0,1000})\]([\s\S]*?)\[\/caption\]/gi,
      (_whole, attributes: string, inner: string) => {
        const [, picture = '', text = ''] =
          /^\s*((?:<a\b[^>]*>\s*)?<img\b[^>]*>(?:\s*<\/a>)?)?([\s\S]*)$/i.exec(inner) ?? [];
        const caption = text.trim() || escapeHtml(attributeOf(attributes, 'caption'));
        return `\n\n<figure>${picture}${caption ? `<figcaption>${caption}</figcaption>` : ''}</figure>\n\n`;
      },
    )
    .replaceAll(/\[gallery\b([^\]]{0,2000})\]/gi, (whole, attributes: string) => {
      const pictures = picturesOf(
        attributeOf(attributes, 'ids')
          .split(',')
          .map(id => id.trim()),
      );
      if (pictures.length === 0) return whole;
      const images = pictures.map(({ url, alt }) => `<img src="${escapeHtml(url)}" alt="${escapeHtml(alt)}">`);
      return `\n\n<figure>${images.join('')}</figure>\n\n`;
    })
    .replaceAll(/\[(embed|youtube|vimeo)\b[^\]]{0,500}\](https?:\/\/[^\s[<]+)\[\/\1\]/gi, '\n\n<p>$2</p>\n\n')
    .replaceAll(/\[(audio|video)\b([^\]]{0,1000})\](?:\s*\[\/\1\])?/gi, (whole, _kind: string, attributes: string) => {
      const src = attributeOf(attributes, '(?:src|mp3|mp4|ogg|webm)');
      return src ? `\n\n<p><a href="${escapeHtml(src)}">${escapeHtml(src)}</a></p>\n\n` : whole;
    })
    .replaceAll(
      /\[(?:code|sourcecode)\b([^\]]{0,500})\]([\s\S]*?)\[\/(?:code|sourcecode)\]/gi,
      (_whole, attributes: string, code: string) => {
        const language = attributeOf(attributes, '(?:lang|language)');
        const name = /^[\w+#.-]+$/.test(language) ? ` class="language-${language}"` : '';
        return `\n\n<pre><code${name}>${code.replace(/^\n/, '')}</code></pre>\n\n`;
      },
    );
}

/** Returns a note about the shortcodes with attributes that stay as text. */
export function shortcodeNotes(html: string): string[] {
  const found = html.matchAll(/\[([a-z][\w-]{0,50})\s+[\w-]{1,50}=[^\]]{0,2000}\]/gi);
  const names = new Set(Array.from(found, ([, name]) => `[${name}]`));
  return names.size > 0 ? [`Shortcodes stay as text: ${new Intl.ListFormat('en').format(names)}.`] : [];
}

/** Maximum nesting of reusable blocks. */
const MAX_DEPTH = 5;

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
      if (text === undefined || depth >= MAX_DEPTH) {
        notes.push(`The reusable block ${id} isn’t in the export.`);
        return '';
      }
      return `\n\n${fillBlocks(text, reusable, notes, depth + 1)}\n\n`;
    },
  );
  const named = [...empty].filter(
    name => !/^(?:spacer|separator|more|nextpage|navigation-link|social-link)$/.test(name),
  );
  if (named.length > 0) {
    notes.push(
      `Blocks that WordPress fills automatically aren’t imported: ${new Intl.ListFormat('en').format(named)}.`,
    );
  }
  return filled;
}
