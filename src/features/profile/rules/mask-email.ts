/** Masks an address so that only its holder recognizes it: grace@site.example becomes g…@site.example. */
export function maskEmail(address: string): string {
  const at = address.lastIndexOf('@');
  return `${address.slice(0, 1)}…${address.slice(at)}`;
}
