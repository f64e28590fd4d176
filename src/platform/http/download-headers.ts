/**
 * The header of a file that is saved under a name and never shown (RFC 6266, 4.3): in full as UTF-8 (RFC 8187), and with
 * other signs replaced for programs that know only ASCII.
 */
export function toContentDisposition(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const full = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${full}`;
}

/** The headers of a file that somebody sent: saved under its name, and never shown or run in the site's own. */
export function createDownloadHeaders(
  name: string,
  bytes: number,
  type = 'application/octet-stream',
): Record<string, string> {
  return {
    'content-type': type,
    'content-length': String(bytes),
    'content-disposition': toContentDisposition(name),
    'content-security-policy': 'sandbox',
    'x-content-type-options': 'nosniff',
  };
}

/** Of what only whoever has a secret address, or may sign in to it, reads: a refusal is kept by nobody, either. */
export const NO_STORE_HEADERS = {
  'cache-control': 'private, no-store',
  'x-robots-tag': 'noindex',
  'referrer-policy': 'no-referrer',
} as const;

/** What a PDF may do where a browser shows it: nothing but being shown, which takes a style and the viewer itself. */
const PDF_POLICY = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/** The headers of a PDF of our own: shown under its name, or saved under it. */
export function createPdfHeaders(title: string, isSaved: boolean): Record<string, string> {
  const saved = toContentDisposition(`${title}.pdf`);
  return {
    'content-type': 'application/pdf',
    'content-disposition': isSaved ? saved : saved.replace('attachment', 'inline'),
    'content-security-policy': PDF_POLICY,
  };
}
