const attributeOf = (text: string, name: string) =>
  new RegExp(`\\b${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s\\]]+))`, 'i')
    .exec(text)
    ?.slice(1)
    .find(value => value !== undefined) ?? '';

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

interface Picture {
  readonly url: string;
  readonly alt: string;
}

/**
 * Puts HTML in the place of WordPress's own shortcodes: captions, galleries, embedded addresses, players and code. Those
 * of plugins stay as the text that they are.
 */
export function replaceShortcodes(html: string, picturesOf: (ids: readonly string[]) => readonly Picture[]): string {
  return html
    .replaceAll(
      /\[caption\b([^\]]{0,1000})\]([\s\S]*?)\[\/caption\]/gi,
      (_whole, attributes: string, inner: string) => {
        const [, picture = '', words = ''] =
          /^\s*((?:<a\b[^>]*>\s*)?<img\b[^>]*>(?:\s*<\/a>)?)?([\s\S]*)$/i.exec(inner) ?? [];
        const caption = words.trim() || escaped(attributeOf(attributes, 'caption'));
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
      const shown = pictures.map(({ url, alt }) => `<img src="${escaped(url)}" alt="${escaped(alt)}">`);
      return `\n\n<figure>${shown.join('')}</figure>\n\n`;
    })
    .replaceAll(/\[(embed|youtube|vimeo)\b[^\]]{0,500}\](https?:\/\/[^\s[<]+)\[\/\1\]/gi, '\n\n<p>$2</p>\n\n')
    .replaceAll(/\[(audio|video)\b([^\]]{0,1000})\](?:\s*\[\/\1\])?/gi, (whole, _kind: string, attributes: string) => {
      const src = attributeOf(attributes, '(?:src|mp3|mp4|ogg|webm)');
      return src ? `\n\n<p><a href="${escaped(src)}">${escaped(src)}</a></p>\n\n` : whole;
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

const BLOCK =
  /^\s*<\/?(?:address|article|aside|blockquote|details|div|dl|dd|dt|figure|figcaption|footer|form|h[1-6]|header|hr|iframe|li|main|nav|ol|p|pre|section|summary|table|tbody|td|tfoot|th|thead|tr|ul|video|audio)\b/i;

/** What stays as it is: its lines are no paragraphs. */
const PRESERVED = /<(pre|script|style|table|ul|ol|blockquote|figure)\b[\s\S]*?<\/\1\s*>/gi;

/**
 * Makes paragraphs of lines with an empty one between them, and breaks of single ends of lines, as WordPress does when it
 * shows what was written in its old editor. Texts in blocks have their paragraphs already.
 */
export function withParagraphs(html: string): string {
  if (/<!--\s*wp:|<p[\s>]/i.test(html)) return html;
  const kept: string[] = [];
  const bare = html.replaceAll(PRESERVED, whole => `\n\n\uE000${kept.push(whole) - 1}\uE000\n\n`);
  return bare
    .split(/\n\s*\n/)
    .map(part => part.trim())
    .filter(Boolean)
    .map(part => {
      const place = /^\uE000(\d+)\uE000$/.exec(part)?.[1];
      if (place !== undefined) return kept[Number(place)] ?? '';
      return BLOCK.test(part) ? part : `<p>${part.replaceAll('\n', '<br>\n')}</p>`;
    })
    .join('\n\n');
}
