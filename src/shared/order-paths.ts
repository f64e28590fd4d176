/** Addresses of orders and documents; apart from `paths` so that they stay out of what readers load. */
export const sellingPaths = {
  /** An order, for whoever has its secret link: number and token in one. */
  order: (link: string) => `/order/${encodeURIComponent(link)}`,
  /** What was agreed to, to be printed, for whoever may open the order by this reference. */
  orderAgreement: (reference: string) => `/order/${encodeURIComponent(reference)}/agreement`,
  /** An agreement as a PDF, for whoever may open the order by this reference. */
  orderAgreementPdf: (reference: string, id: number) => `/order/${encodeURIComponent(reference)}/agreements/${id}.pdf`,
  /** A file of an order, for whoever may open the order by this reference. */
  orderFile: (reference: string, id: string) => `/order/${encodeURIComponent(reference)}/files/${id}`,
  /** A consultation, for whoever has its secret link: number and token in one. */
  booking: (link: string) => `/booking/${encodeURIComponent(link)}`,
  /** Its entry for calendars, and a file of it, for whoever may open it by this reference. */
  bookingCalendar: (reference: string) => `/booking/${encodeURIComponent(reference)}/consultation.ics`,
  bookingFile: (reference: string, id: string) => `/booking/${encodeURIComponent(reference)}/files/${id}`,
  /** A business document, for whoever was given its address. */
  billingDocument: (number: string, token: string) =>
    `/document/${encodeURIComponent(number)}/${encodeURIComponent(token)}`,
} as const;

/** The PDF of a business document. */
export function billingDocumentPdfPath(number: string, token: string): string {
  return `${sellingPaths.billingDocument(number, token)}/${encodeURIComponent(number)}.pdf`;
}

/** Where a provider of payments sends back who has paid a business document. */
export function paymentReturnPath(number: string, token: string, method: string): string {
  return `/paid/${method}/${encodeURIComponent(number)}/${encodeURIComponent(token)}`;
}

/** A picture that shows a transfer for a business document. */
export function paymentProofPath(number: string, token: string, proof: string): string {
  return `${sellingPaths.billingDocument(number, token)}/proofs/${proof}`;
}
