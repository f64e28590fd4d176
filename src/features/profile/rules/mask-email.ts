/** An address as far as somebody who knows it recognizes it: grace@site.example is written g…@site.example. */
export function maskEmail(address: string): string {
  const at = address.lastIndexOf('@');
  return `${address.slice(0, 1)}…${address.slice(at)}`;
}
