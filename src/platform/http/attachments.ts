/**
 * The header of a file that is saved under a name and never shown (RFC 6266, 4.3): in full as UTF-8 (RFC 8187), and with
 * other signs replaced for programs that know only ASCII.
 */
export function attachmentNamed(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const full = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${full}`;
}
