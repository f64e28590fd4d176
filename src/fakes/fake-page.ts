import type { FastifyReply, FastifyRequest } from 'fastify';
import { toErrorHeaders, fromFastifyError, toAppError } from '#platform/api/errors.ts';
import { toCspHash, escapeHtml } from '#platform/pages/html-document.ts';

const style = `
:root{color-scheme:light dark;--ink:light-dark(#1d1a16,#efeae2);--soft:light-dark(#6b645a,#a49c90);--rule:light-dark(#d8d1c5,#3a352e);--paper:light-dark(#fbf8f3,#191613);--mark:light-dark(#8a3b12,#f0a070)}
@view-transition{navigation:auto}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
main{max-width:28rem;margin:0 auto;padding:0 1.25rem 2rem;overflow-wrap:anywhere}
main.wide{max-width:52rem}
a{color:inherit}
pre{margin:.5rem 0 0;white-space:pre-wrap;font-size:.875rem}
iframe{width:100%;height:42rem;border:1px solid var(--rule);background:#fff}
.label{margin:0 0 1.25rem;padding:.75rem 1.25rem;border-bottom:2px solid var(--mark);font-size:.875rem}
h1{margin:0;font-size:1.375rem;line-height:1.25}
h2{margin:1.5rem 0 .25rem;padding-top:1rem;border-top:1px solid var(--rule);font-size:1rem}
p{margin:.25rem 0 0}
.soft{color:var(--soft);font-size:.875rem}
ul,ol{list-style:none;margin:1rem 0 0;padding:0;border-top:1px solid var(--rule)}
li{border-bottom:1px solid var(--rule);padding:.5rem 0}
li h2{margin:0;padding:0;border:0}
li:has(button){padding:0}
button,input{font:inherit;color:inherit}
button{min-height:44px;cursor:pointer;border:1px solid var(--rule);border-radius:3px;background:none;padding:.5rem 1rem}
button:hover{border-color:var(--ink)}
:focus-visible{outline:2px solid var(--mark);outline-offset:2px}
li button{display:block;width:100%;border:0;border-radius:0;padding:.5rem 0;text-align:left}
li button:hover b{text-decoration:underline}
li small{display:block;color:var(--soft);font-size:.875rem}
label{display:block;margin-top:.75rem;font-size:.875rem}
input[type=text],input[type=email]{display:block;width:100%;min-height:44px;margin-top:.25rem;padding:.5rem .75rem;border:1px solid var(--soft);border-radius:3px;background:none}
.check{display:flex;align-items:center;gap:.75rem;min-height:44px}
.check input{width:20px;height:20px}
.error{margin-top:1rem;padding-left:.75rem;border-left:2px solid var(--mark)}
.row{display:flex;align-items:center;gap:.75rem;margin-top:1rem}
`;

/** Content security policy of a fake page: no scripts. */
export const fakePagePolicy = [
  "default-src 'none'",
  `style-src ${toCspHash(style)}`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Renders a page of a fake provider. `label`, which says that it is fake, and `main` are HTML. It looks different from
 * the site and the real service, so it can't be mistaken for either.
 */
export function renderFakePage({
  title,
  label,
  main,
  wide = false,
}: Record<'title' | 'label' | 'main', string> & { readonly wide?: boolean }): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<header class="label">${label}</header>
<main${wide ? ' class="wide"' : ''}>
${main}
</main>
</body>
</html>
`;
}

/** Answers with the error as a page. */
export function sendErrorPage(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const appError = toAppError(fromFastifyError(error), request.log);
  const main = `<h1>Error</h1>\n<p>${escapeHtml(appError.message)}</p>`;
  return reply
    .code(appError.status)
    .headers({
      ...toErrorHeaders(appError),
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': fakePagePolicy,
    })
    .send(renderFakePage({ title: 'Error', label: 'Developer tools', main }));
}
