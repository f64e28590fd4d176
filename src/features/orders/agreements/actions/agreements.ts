import { type PdfServices, getOrRenderPdf } from '#features/billing/index.ts';
import type { AgreementDocument } from '#features/billing/contract/agreement-document.ts';
import { getTimeZone } from '#features/site/index.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { Db } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import { sellingPaths } from '#shared/order-paths.ts';
import { type AgreementRow, findAgreement, listAgreements } from '../../lifecycle/queries/agreements.ts';
import { listOrderEvents, type OrderRow } from '../../lifecycle/queries/orders.ts';
import { parseAgreement } from '../rules/parse-agreement.ts';
import { getAgreementParties, sha256Hex } from '../../lifecycle/actions/create-agreement.ts';
import { authorizeOrder } from '../../lifecycle/actions/access.ts';

export const formatAgreementTitle = ({ orderId }: AgreementRow) => `Agreement ${orderId}`;

/** Returns the printable agreement. Agreements without stored parties use the current contact details. */
export async function getAgreementDocument(
  db: Db,
  order: OrderRow,
  agreement: AgreementRow,
): Promise<AgreementDocument> {
  const { agreedText: text, textSha256: sha256, signature, ip, confirmationMessage: message, agreedAt } = agreement;
  const parties = agreement.parties ?? {
    ...(await getAgreementParties(db, order)),
    timeZone: await getTimeZone(db),
  };
  const accepted = (await listOrderEvents(db, order.id)).findLast(({ transition }) => transition === 'accept_quote');
  const recordedAt = (accepted?.occurredAt ?? agreedAt).toISOString();
  return {
    ...parties,
    kind: 'agreement',
    orderNumber: String(order.id),
    text,
    parts: parseAgreement(text),
    sha256,
    signature,
    agreedAt: agreedAt.toISOString(),
    ip,
    confirmation: message === null ? null : { message, recordedAt },
    brief: order.brief,
  };
}

/** Returns the agreements of an order, oldest first; links use the reference that the viewer opened the order with. */
export async function listAgreementDtos(db: Db, order: OrderRow, reference: string) {
  const agreements = await listAgreements(db, order.id);
  return Promise.all(
    agreements.map(async agreement => {
      const document = await getAgreementDocument(db, order, agreement);
      const { issuer, confirmation } = document;
      return {
        ...document,
        kind: agreement.source,
        owner: { name: issuer.name, email: issuer.email ?? '' },
        message: confirmation?.message ?? null,
        recordedAt: confirmation?.recordedAt ?? null,
        pdfPath: sellingPaths.orderAgreementPdf(reference, agreement.id),
      };
    }),
  );
}

/**
 * Returns the storage key of an agreement's PDF. The key includes a hash of the content, so an ID reused by another
 * database never maps to the wrong file.
 */
export function getAgreementFileKey(agreement: AgreementRow): string {
  const { id, orderId, textSha256, signature, ip, confirmationMessage, agreedAt } = agreement;
  const content = [id, textSha256, signature, ip, confirmationMessage, agreedAt.toISOString()];
  const digest = sha256Hex(JSON.stringify(content));
  return `documents/agreements/${orderId}-${digest.slice(0, 32)}.pdf`;
}

/** Returns the PDF of an agreement, rendering it once. Throws if it can't be rendered or stored. */
export async function getAgreementPdf(context: PdfServices, order: OrderRow, agreement: AgreementRow): Promise<Buffer> {
  const document = await getAgreementDocument(context.db, order, agreement);
  return getOrRenderPdf(context, getAgreementFileKey(agreement), document);
}

/** Returns the PDF for a viewer who may open the order. Throws NOT_FOUND, also for agreements of other orders. */
export async function authorizeAgreementPdf(
  context: PdfServices & Pick<ApiContext, 'actor' | 'encryption'>,
  reference: string,
  id: number,
): Promise<{ readonly title: string; readonly pdf: Buffer }> {
  const { order } = await authorizeOrder(context.db, context, reference);
  const agreement = await findAgreement(context.db, id);
  if (agreement?.orderId !== order.id) throw new AppError('NOT_FOUND', 'This agreement doesn’t exist.');
  return { title: formatAgreementTitle(agreement), pdf: await getAgreementPdf(context, order, agreement) };
}
