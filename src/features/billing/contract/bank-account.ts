/** Returns an IBAN without spaces in upper case; undefined if its format or check digits (ISO 13616) are wrong. */
export function parseIban(text: string): string | undefined {
  const iban = text.replaceAll(/\s/g, '').toUpperCase();
  if (!/^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(iban)) return undefined;
  const digits = Array.from(iban.slice(4) + iban.slice(0, 4), character => Number.parseInt(character, 36)).join('');
  return BigInt(digits) % 97n === 1n ? iban : undefined;
}

/** Groups an IBAN in fours, as printed on documents. */
export const formatIban = (iban: string): string =>
  iban
    .replaceAll(/\s/g, '')
    .toUpperCase()
    .replaceAll(/.{4}(?!$)/g, '$& ');

/** A business identifier code (ISO 9362). */
export const BIC = /^[A-Z]{6}[A-Z\d]{2}(?:[A-Z\d]{3})?$/;
