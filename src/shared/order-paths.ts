/** Paths of orders and billing documents. Separate from `paths` to keep them out of readers' bundles. */
export const sellingPaths = {
  /** An order by its secret link, which combines number and token. */
  order: (link: string) => `/order/${encodeURIComponent(link)}`,
  /** The agreement as a printable page, for anyone who may open the order by this reference. */
  orderAgreement: (reference: string) => `/order/${encodeURIComponent(reference)}/agreement`,
  /** An agreement as a PDF, for anyone who may open the order by this reference. */
  orderAgreementPdf: (reference: string, id: number) => `/order/${encodeURIComponent(reference)}/agreements/${id}.pdf`,
  /** A file of an order, for anyone who may open the order by this reference. */
  orderFile: (reference: string, id: string) => `/order/${encodeURIComponent(reference)}/files/${id}`,
  /** A consultation by its secret link, which combines number and token. */
  booking: (link: string) => `/booking/${encodeURIComponent(link)}`,
  /** A consultation's calendar entry and files, for anyone who may open it by this reference. */
  bookingCalendar: (reference: string) => `/booking/${encodeURIComponent(reference)}/consultation.ics`,
  bookingFile: (reference: string, id: string) => `/booking/${encodeURIComponent(reference)}/files/${id}`,
  /** A billing document by its number and secret token. */
  billingDocument: (number: string, token: string) =>
    `/document/${encodeURIComponent(number)}/${encodeURIComponent(token)}`,
} as const;

/** Returns the path of a billing document's PDF. */
export function billingDocumentPdfPath(number: string, token: string): string {
  return `${sellingPaths.billingDocument(number, token)}/${encodeURIComponent(number)}.pdf`;
}

/** Returns the path of an e-invoice, such as `…/2026-0001-xrechnung-ubl.xml`. */
export function eInvoicePath(number: string, token: string, format: string): string {
  const end = format === 'factur_x' ? 'pdf' : 'xml';
  return `${sellingPaths.billingDocument(number, token)}/${encodeURIComponent(number)}-${format.replaceAll('_', '-')}.${end}`;
}

/** Returns the path to which a payment provider redirects after the payment of a billing document. */
export function paymentReturnPath(number: string, token: string, method: string): string {
  return `/paid/${method}/${encodeURIComponent(number)}/${encodeURIComponent(token)}`;
}

/** Returns the path of an image that proves a transfer for a billing document. */
export function paymentProofPath(number: string, token: string, proof: string): string {
  return `${sellingPaths.billingDocument(number, token)}/proofs/${proof}`;
}
