import { describe, expect, it } from 'vitest';
import {
  toCspHash,
  type PageAssets,
  type RenderedPage,
  renderFallbackDocument,
  renderHtmlDocument,
} from './html-document.ts';

const assets: PageAssets = {
  publicStyleSheet: '/assets/public.css',
  dashboardStyleSheet: '/assets/dashboard.css',
  fontStyleSheet: '/assets/fonts.css',
  fontFiles: ['/assets/text.woff2'],
  themeScript: 'theme()',
  bootstrapScript: 'begin()',
  trackingScript: '/assets/visits.js',
  entryScript: '/assets/app.js',
  entryPreloads: ['/assets/one.js', '/assets/two.js'],
  pagePreloads: {},
};
const page: RenderedPage = { status: 200, head: '<title>Title</title>', body: '<main>Body</main>', errors: [] };

describe('renderHtmlDocument', () => {
  const html = renderHtmlDocument(page, assets);

  it('returns a complete document with the body in the root element', () => {
    expect(html).toMatch(/^<!doctype html>\n<html lang="en">/);
    expect(html).toContain('<div id="root"><main>Body</main></div>');
    expect(html.indexOf('<title>Title</title>')).toBeLessThan(html.indexOf('</head>'));
    expect(html).toContain('<meta charset="utf-8">');
    expect(html).toContain('width=device-width');
  });

  it('inlines its scripts and sets the theme before the first paint', () => {
    expect(html).not.toMatch(/<script[^>]* src=/);
    expect(html).toMatch(/<script type="module" [^>]*>begin\(\)<\/script>/);
    expect(html.indexOf('<script>theme()</script>')).toBeGreaterThan(0);
    // After a style sheet, it would wait for that, and the rest of the page for it.
    expect(html.indexOf('<script>theme()</script>')).toBeLessThan(html.indexOf('<link rel="stylesheet"'));
  });

  it('links the style sheet of the public site or of the dashboard', () => {
    const stylesOf = (text: string) => text.match(/(?<=<link rel="stylesheet" href=")[^"]*/g);
    expect(stylesOf(html)).toEqual(['/assets/public.css', '/assets/fonts.css']);
    const dashboard = renderHtmlDocument(page, assets, { isDashboard: true });
    expect(stylesOf(dashboard)).toEqual(['/assets/dashboard.css', '/assets/fonts.css']);
  });

  it('loads fonts by script, or without JavaScript', () => {
    expect(html).toContain(
      '<noscript id="after-paint"><link rel="stylesheet" href="/assets/fonts.css"><link rel="manifest" href="/manifest.webmanifest"></noscript>',
    );
    expect(html).toContain('data-fonts="/assets/text.woff2"');
  });

  it('keeps scripts unchanged, including dollar signs', () => {
    const tricky = renderHtmlDocument({ ...page, body: '$& $1 $$' }, { ...assets, themeScript: '$1' });
    expect(tricky).toContain('>$1</script>');
    expect(tricky).toContain('<div id="root">$& $1 $$</div>');
  });

  it('embeds a form result as data that cannot end the script element', () => {
    const actionData = { 'layout-0': { failed: {}, values: { name: '</script><script>alert(1)</script>' } } };
    const answered = renderHtmlDocument({ ...page, hydrationData: { actionData, hasFormError: false } }, assets);
    const data =
      /<script type="application\/json" data-hydrate="now" id="hydration-data">(.*?)<\/script>/.exec(answered)?.[1] ??
      '';
    expect(JSON.parse(data)).toEqual({ actionData, hasFormError: false });
    expect(data).not.toContain('<');
    expect(html).not.toContain('hydration-data');
  });
});

describe('toCspHash', () => {
  it('returns the source expression of the CSP specification’s own example', () => {
    expect(toCspHash("alert('Hello, world.');")).toBe("'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='");
  });
});

describe('renderFallbackDocument', () => {
  it('escapes its texts and links the form', () => {
    const html = renderFallbackDocument('A & <b>', 'x < y', '">', '/form?a=1&b="');
    expect(html).toContain('<h1>A &amp; &lt;b&gt;</h1>\n<p>x &lt; y</p>\n<p>Request ID: &quot;&gt;</p>');
    expect(html).toContain('<p><a href="/form?a=1&amp;b=&quot;">Go back to the form</a></p>');
    expect(renderFallbackDocument('A', 'B', 'C')).not.toContain('Go back');
  });
});
