/**
 * Returns the header of a file that is saved and never displayed (RFC 6266, 4.3): its name in UTF-8 (RFC 8187), and in
 * ASCII for programs without it.
 */
export function toContentDisposition(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const full = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${full}`;
}

/** Returns the headers of an uploaded file: saved under its name, and never displayed or run in the site's origin. */
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

/** For content behind a secret address or a sign-in. No cache may store it, or an error response to the request. */
export const NO_STORE_HEADERS = {
  'cache-control': 'private, no-store',
  'x-robots-tag': 'noindex',
  'referrer-policy': 'no-referrer',
} as const;

/** The CSP of a PDF in a browser's viewer, which needs a style and an object element. */
const PDF_POLICY = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/** Returns the headers of a PDF made by the site, to save or display under its title. */
export function createPdfHeaders(title: string, isSaved: boolean): Record<string, string> {
  const saved = toContentDisposition(`${title}.pdf`);
  return {
    'content-type': 'application/pdf',
    'content-disposition': isSaved ? saved : saved.replace('attachment', 'inline'),
    'content-security-policy': PDF_POLICY,
  };
}
