import { describe, expect, it } from 'vitest';
import { cspHash, type PageAssets, type RenderedPage, writeDocument } from './document.ts';

const assets: PageAssets = {
  style: 'p{color:red}',
  fontStyle: '@font-face{}',
  themeScript: 'theme()',
  preloadFonts: ['/assets/fonts/text.woff2'],
  bootstrap: '/assets/bootstrap.js',
  app: '/assets/app.js',
  appNeeds: ['/assets/one.js', '/assets/two.js'],
};
const page: RenderedPage = { status: 200, head: '<title>Title</title>', body: '<main>Body</main>', faults: [] };

describe('writeDocument', () => {
  const html = writeDocument(page, assets);

  it('is a whole document with the body in the root element', () => {
    expect(html).toMatch(/^<!doctype html>\n<html lang="en">/);
    expect(html).toContain('<div id="root"><main>Body</main></div>');
    expect(html.indexOf('<title>Title</title>')).toBeLessThan(html.indexOf('</head>'));
    expect(html).toContain('<meta charset="utf-8">');
    expect(html).toContain('width=device-width');
  });

  it('decides the theme before anything is painted: the script stands before the style', () => {
    expect(html.indexOf('<script>theme()</script>')).toBeGreaterThan(0);
    expect(html.indexOf('<script>theme()</script>')).toBeLessThan(html.indexOf('<style>p{color:red}</style>'));
  });

  it('fetches fonts early and exactly one script, which is a module', () => {
    expect(html).toContain(
      '<link rel="preload" href="/assets/fonts/text.woff2" as="font" type="font/woff2" crossorigin>',
    );
    expect(html.match(/<script[^>]* src=/g)).toHaveLength(1);
    expect(html).toContain('type="module" src="/assets/bootstrap.js"');
  });

  it('keeps what the style and script say to the letter, dollar signs and all', () => {
    const tricky = writeDocument({ ...page, body: '$& $1 $$' }, { ...assets, style: 'a{b:"$&"}', themeScript: '$1' });
    expect(tricky).toContain('<style>a{b:"$&"}</style>');
    expect(tricky).toContain('<script>$1</script>');
    expect(tricky).toContain('<div id="root">$& $1 $$</div>');
  });
});

describe('cspHash', () => {
  it('is the source expression of the CSP specification’s own example', () => {
    expect(cspHash("alert('Hello, world.');")).toBe("'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='");
  });
});
