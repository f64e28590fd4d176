import { describe, expect, it } from 'vitest';
import { toCspHash, type PageAssets, type RenderedPage, renderHtmlDocument } from './html-document.ts';

const assets: PageAssets = {
  styleRules: [{ inside: [], selectors: [{ text: 'p', needs: [] }], body: 'color:red' }],
  styleSheet: '/assets/styles.css',
  themeScript: 'theme()',
  fontSheet: '/assets/fonts.css',
  fonts: ['/assets/fonts/text.woff2'],
  bootstrapScript: 'begin()',
  trackingScript: 'tell()',
  entryScript: '/assets/app.js',
  entryPreloads: ['/assets/one.js', '/assets/two.js'],
  pagePreloads: {},
};
const page: RenderedPage = { status: 200, head: '<title>Title</title>', body: '<main>Body</main>', errors: [] };

describe('renderHtmlDocument', () => {
  const { html } = renderHtmlDocument(page, assets);

  it('returns a complete document with the body in the root element', () => {
    expect(html).toMatch(/^<!doctype html>\n<html lang="en">/);
    expect(html).toContain('<div id="root"><main>Body</main></div>');
    expect(html.indexOf('<title>Title</title>')).toBeLessThan(html.indexOf('</head>'));
    expect(html).toContain('<meta charset="utf-8">');
    expect(html).toContain('width=device-width');
  });

  it('sets the theme before the first paint, once the fonts of its style are known', () => {
    expect(html.indexOf('>theme()</script>')).toBeGreaterThan(html.indexOf('<style>p{color:red}</style>'));
    expect(html.indexOf('>theme()</script>')).toBeLessThan(html.indexOf('<body>'));
  });

  it('inlines its scripts and preloads its fonts', () => {
    expect(html).not.toMatch(/<script[^>]* src=/);
    expect(html).toMatch(/<script type="module" [^>]*>begin\(\)<\/script>/);
    expect(html).toContain(
      '<link rel="preload" href="/assets/fonts/text.woff2" as="font" type="font/woff2" crossorigin>',
    );
    expect(html).toContain('<script>theme()</script>');
  });

  it('includes deferred tags also without JavaScript', () => {
    expect(html).not.toContain('/assets/fonts.css');
    expect(html).toContain('<noscript id="late"><link rel="manifest" href="/manifest.webmanifest"></noscript>');
  });

  it('keeps style and scripts unchanged, including dollar signs', () => {
    const rule = { inside: [], selectors: [{ text: 'a', needs: [] }], body: 'b:"$&"' };
    const { html: tricky, style } = renderHtmlDocument(
      { ...page, body: '$& $1 $$' },
      { ...assets, styleRules: [rule], themeScript: '$1' },
    );
    expect(style).toBe('a{b:"$&"}');
    expect(tricky).toContain('<style>a{b:"$&"}</style>');
    expect(tricky).toContain('>$1</script>');
    expect(tricky).toContain('<div id="root">$& $1 $$</div>');
  });

  it('embeds a form result as data that cannot end the script element', () => {
    const actionData = { 'layout-0': { failed: {}, values: { name: '</script><script>alert(1)</script>' } } };
    const { html: answered } = renderHtmlDocument({ ...page, formAnswer: { actionData, hasError: false } }, assets);
    const data = /<script type="application\/json" id="form-answer">(.*?)<\/script>/.exec(answered)?.[1] ?? '';
    expect(JSON.parse(data)).toEqual({ actionData, hasError: false });
    expect(data).not.toContain('<');
    expect(html).not.toContain('form-answer');
  });
});

describe('toCspHash', () => {
  it('returns the source expression of the CSP specification’s own example', () => {
    expect(toCspHash("alert('Hello, world.');")).toBe("'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='");
  });
});
