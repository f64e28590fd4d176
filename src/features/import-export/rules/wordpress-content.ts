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
        const [, picture = '', words = ''] =
          /^\s*((?:<a\b[^>]*>\s*)?<img\b[^>]*>(?:\s*<\/a>)?)?([\s\S]*)$/i.exec(inner) ?? [];
        const caption = words.trim() || escapeHtml(attributeOf(attributes, 'caption'));
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
      const shown = pictures.map(({ url, alt }) => `<img src="${escapeHtml(url)}" alt="${escapeHtml(alt)}">`);
      return `\n\n<figure>${shown.join('')}</figure>\n\n`;
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
