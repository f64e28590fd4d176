import { describe, expect, it } from 'vitest';
import { toCspHash, type PageAssets, type RenderedPage, renderHtmlDocument } from './html-document.ts';

const assets: PageAssets = {
  publicStyle: 'p{color:red}',
  dashboardStyleSheet: '/assets/dashboard.css',
  fontStyleSheet: '/assets/fonts.css',
  themeScript: 'theme()',
  bootstrapScript: 'begin()',
  trackingScript: 'tell()',
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
    expect(html.indexOf('<script>theme()</script>')).toBeLessThan(html.indexOf('<body>'));
  });

  it('inlines the public style, and links the dashboard’s', () => {
    const stylesOf = (text: string) => text.match(/<style>.*?<\/style>|<link rel="stylesheet"[^>]*>/g);
    const fonts = '<link rel="stylesheet" href="/assets/fonts.css">';
    expect(stylesOf(html)).toEqual(['<style>p{color:red}</style>', fonts]);
    const dashboard = renderHtmlDocument(page, assets, { isDashboard: true });
    expect(stylesOf(dashboard)).toEqual(['<link rel="stylesheet" href="/assets/dashboard.css">', fonts]);
  });

  it('loads fonts by script, or without JavaScript', () => {
    expect(html).toContain(
      '<noscript id="after-paint"><link rel="stylesheet" href="/assets/fonts.css"><link rel="manifest" href="/manifest.webmanifest"></noscript>',
    );
  });

  it('keeps style and scripts unchanged, including dollar signs', () => {
    const tricky = renderHtmlDocument(
      { ...page, body: '$& $1 $$' },
      { ...assets, publicStyle: 'a{b:"$&"}', themeScript: '$1' },
    );
    expect(tricky).toContain('<style>a{b:"$&"}</style>');
    expect(tricky).toContain('>$1</script>');
    expect(tricky).toContain('<div id="root">$& $1 $$</div>');
  });

  it('embeds a form result as data that cannot end the script element', () => {
    const actionData = { 'layout-0': { failed: {}, values: { name: '</script><script>alert(1)</script>' } } };
    const answered = renderHtmlDocument({ ...page, formAnswer: { actionData, hasError: false } }, assets);
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
