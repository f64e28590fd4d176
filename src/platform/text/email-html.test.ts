import { describe, expect, it } from 'vitest';
import { textClasses, textStyles } from '#ui/email/email-styles.ts';
import { renderEmailHtml } from './email-html.ts';

const options = { siteUrl: 'https://ada.example', styles: textStyles, classes: textClasses };
const render = (markdown: string) => renderEmailHtml(markdown, options);

describe('Markdown in an email', () => {
  it('keeps the rows and columns of a table in plain text', async () => {
    const { text } = await render('| Name | Price |\n|---|--:|\n| Tea | 1.50 |\n| Coffee | 3.25 |');
    expect(text.split('\n').map(line => line.trim().split(/\s{2,}/))).toEqual([
      ['Name', 'Price'],
      ['Tea', '1.50'],
      ['Coffee', '3.25'],
    ]);
  });

  it('aligns the columns of a table as written', async () => {
    const { html } = await render('| Name | Price |\n|---|--:|\n| Tea | 1.50 |');
    expect(html).toMatch(/<td[^>]*text-align:right[^>]*>1\.50</);
    expect(html).toMatch(/<td[^>]*text-align:left[^>]*>Tea</);
    expect(html).not.toMatch(/text-align:right[^>]*>Tea</);
  });

  it('scrolls a wide table, and never breaks its words', async () => {
    const { html } = await render('| Name | Price |\n|---|--:|\n| Tea | 1.50 |');
    expect(html).toMatch(/<div style="[^"]*overflow-x:auto[^"]*word-break:normal[^"]*"><table/);
    expect(html).toMatch(/<\/table><\/div>/);
  });

  it('has no links to footnotes, which mail programs can’t follow', async () => {
    const { html, text } = await render('Twenty[^1] pages\n\n[^1]: Or so.');
    expect(html).not.toMatch(/<a\b/);
    expect(html).toMatch(/<sup>\[1\]<\/sup>/);
    expect(text).toContain('Twenty[1] pages');
    expect(`${html}${text}`).not.toContain('↩');
  });

  it('labels callouts, also in plain text', async () => {
    const { html, text } = await render('> [!WARNING]\n> It is *hot*.\n\n> A plain quote.');
    expect(html).toMatch(/<blockquote[^>]*>\s*<p[^>]*><strong>Warning<\/strong><\/p>\s*<p[^>]*>It is <em>hot/);
    expect(text.replaceAll(/ +$/gm, '')).toBe('> Warning\n>\n> It is hot.\n\n> A plain quote.');
    expect(html.match(/<strong>/g)).toHaveLength(1);
  });

  it('shows right-to-left text from the right', async () => {
    const { html } = await render('مرحبا بالعالم.\n\nHello.\n\n- שלום');
    expect(html).toMatch(/<p dir="auto" style="[^"]*text-align:start[^"]*">مرحبا/);
    expect(html).toMatch(/<li dir="auto"/);
    expect(html).toMatch(/<p style="[^"]*">Hello/);
  });

  it('shows the markers of right-to-left lists and quotes at the start of their lines', async () => {
    const { html } = await render('- שלום\n\n> שלום');
    expect(html).toMatch(/<ul dir="rtl" style="[^"]*padding:0;padding-inline-start:24px/);
    expect(html).toMatch(/<blockquote dir="rtl" style="[^"]*;border-inline-start:3px/);
  });

  const ID = '0123456789abcdef';
  const pictures = new Map([[ID, { src: `https://ada.example/media/pictures/${ID}-mail.jpg`, width: 496 }]]);
  const file = (id: string) => `/media/pictures/${id}-1600.webp`;

  it('shows the captions of images, also in plain text', async () => {
    const markdown = `Before\n\n![A *pier*](${file(ID)} "The pier at <dawn>")\n\nAfter`;
    const { html, text } = await renderEmailHtml(markdown, { ...options, pictures });
    expect(html).toMatch(
      /<figure style="[^"]+"><img src="https:\/\/ada\.example\/[^"]+-mail\.jpg" width="496" alt="A pier" style="[^"]+"><figcaption style="[^"]+">The pier at &#x3C;dawn>/,
    );
    expect(html).not.toContain('title=');
    expect(text.split('\n')).toContain('The pier at <dawn>');
    expect(text.split('\n')).toContain('After');
  });

  it('describes images in plain text, except decorative ones', async () => {
    const { text } = await renderEmailHtml(`![A pier](${file(ID)})\n\n![](${file(ID)})`, { ...options, pictures });
    expect(text).toBe(`A pier [https://ada.example/media/pictures/${ID}-mail.jpg]`);
  });

  it('keeps images of one paragraph apart', async () => {
    const markdown = `![One](${file(ID)})\n![Two](${file(ID)} "Second")\n\nAfter`;
    const { html } = await renderEmailHtml(markdown, { ...options, pictures });
    expect(html.match(/<figure style="margin:0 0 18px"><img/g)).toHaveLength(2);
    expect(html.match(/<figure/g)).toHaveLength(2);
    expect(html.match(/<figcaption/g)).toHaveLength(1);
  });

  it('leaves out images that were deleted', async () => {
    const other = 'fedcba9876543210';
    const markdown = `Before\n\n![Gone](${file(other)} "Caption")\n\n[![Gone](${file(other)})](/a)\n\n![Here](${file(ID)})`;
    const { html, text } = await renderEmailHtml(markdown, { ...options, pictures });
    expect(html.match(/<img/g)).toHaveLength(1);
    expect(`${html}${text}`).not.toMatch(/Gone|Caption|fedcba|<a\b/);
  });

  it('shows images of this site that were pasted with a full URL', async () => {
    const markdown = ['https://ada.example', 'https://former.example'].map(origin => `![A](${origin}${file(ID)})`);
    const { html } = await renderEmailHtml(markdown.join('\n\n'), { ...options, pictures });
    expect(html.match(/src="[^"]+"/g)).toEqual(Array.from(markdown, () => `src="${pictures.get(ID)?.src}"`));
  });

  it('has an excerpt without images and headings', async () => {
    const { excerpt } = await render(`![A](${file(ID)} "B")\n\n# Heading\n\nThe *tide* turns.`);
    expect(excerpt).toBe('The tide turns.');
  });
});
