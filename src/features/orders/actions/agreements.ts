import { createHash } from 'node:crypto';
import { type PdfServices, getOrRenderPdf } from '#features/billing/actions/pdf-files.ts';
import { getIssuer } from '#features/billing/actions/issuer.ts';
import type { IssueContext } from '#features/billing/actions/issue-document.ts';
import type { AgreementParties, AgreementDocument } from '#features/billing/contract/agreement-document.ts';
import { findTimeZone } from '#features/site/queries.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import { sellingPaths } from '#shared/order-paths.ts';
import type { Order } from '../contract/reading.ts';
import { type AgreementRow, findAgreement, insertAgreement, listAgreements } from '../queries/agreements.ts';
import { listOrderEvents, type OrderRow } from '../queries/orders.ts';
import { formatAgreementTitle, toAgreementDocument } from '../rules/agreement-sheets.ts';
import { sendAgreementQueue } from '../rules/queues.ts';
import { authorizeOrder } from './access.ts';

/** What makes an agreement (term 15): a name typed below the text, or a message that confirms it. */
export type AgreementConsent = { readonly text: string; readonly signature: string; readonly at: Date } & (
  | { readonly kind: 'signed'; readonly ip: string }
  | { readonly kind: 'recorded'; readonly message: string }
);

/** The SHA-256 of a text, in hex. */
export function sha256Hex(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Keeps for ever what was agreed to, and has its PDF drawn and sent to both sides. */
export async function createAgreement(
  tx: Transaction,
  { jobs, timeZone }: Pick<IssueContext, 'jobs' | 'timeZone'>,
  order: OrderRow,
  { text, ...consent }: AgreementConsent,
): Promise<void> {
  const parties = { ...(await readParties(tx, order)), timeZone };
  const kept = { ...consent, orderId: order.id, agreedText: text, sha256: sha256Hex(text), parties };
  const id = await insertAgreement(tx, kept);
  await jobs.enqueue(tx, sendAgreementQueue, { agreement: id }, { key: String(id) });
}

/** The two sides as they are now. */
async function readParties(db: Db, order: OrderRow): Promise<Omit<AgreementParties, 'timeZone'>> {
  const { issuer } = await getIssuer(db);
  return { issuer, client: { name: order.clientName, email: order.clientEmail } };
}

/** An agreement as it stands on paper. One from before the two sides were kept with it names them as they are now. */
export async function getAgreementDocument(
  db: Db,
  order: OrderRow,
  agreement: AgreementRow,
): Promise<AgreementDocument> {
  const parties = agreement.parties ?? {
    ...(await readParties(db, order)),
    timeZone: (await findTimeZone(db)) ?? 'UTC',
  };
  const agreed = (await listOrderEvents(db, order.id)).findLast(({ move }) => move === 'agree');
  return toAgreementDocument(agreement, parties, { brief: order.brief, recordedAt: agreed?.at ?? agreement.at });
}

/** What was agreed to of an order, oldest first, as whoever opened it by this reference reads it. */
export async function listAgreementDtos(db: Db, order: OrderRow, reference: string): Promise<Order['agreements']> {
  const agreements = await listAgreements(db, order.id);
  return Promise.all(
    agreements.map(async agreement => {
      const { issuer, client, timeZone, confirmation, agreedAt } = await getAgreementDocument(db, order, agreement);
      const { id, kind, signature, sha256, agreedText, ip } = agreement;
      return {
        kind,
        owner: { name: issuer.name, email: issuer.email ?? '' },
        client: { name: client.name, email: client.email },
        timeZone,
        signature,
        sha256,
        text: agreedText,
        message: confirmation?.message ?? null,
        recordedAt: confirmation?.recordedAt ?? null,
        ip,
        at: agreedAt,
        pdf: sellingPaths.orderAgreementPdf(reference, id),
      };
    }),
  );
}

/**
 * Where the PDF of an agreement is kept. What never changes of it is part of the name, so that a number that another
 * database gave to something else never shows the wrong file.
 */
export function getAgreementFileKey({ id, orderId, sha256, signature, ip, message, at }: AgreementRow): string {
  const digest = sha256Hex(JSON.stringify([id, sha256, signature, ip, message, at.toISOString()]));
  return `documents/agreements/${orderId}-${digest.slice(0, 32)}.pdf`;
}

/** The PDF of an agreement: drawn once and kept. Throws where it cannot be drawn or kept. */
export async function getAgreementPdf(drawing: PdfServices, order: OrderRow, agreement: AgreementRow): Promise<Buffer> {
  return getOrRenderPdf(
    drawing,
    getAgreementFileKey(agreement),
    await getAgreementDocument(drawing.db, order, agreement),
  );
}

/** The same for whoever may open the order by this reference. Throws NOT_FOUND, as for another order's. */
export async function authorizeAgreementPdf(
  context: PdfServices & Pick<ApiContext, 'actor' | 'encryption'>,
  reference: string,
  id: number,
): Promise<{ readonly title: string; readonly pdf: Buffer }> {
  const { order } = await authorizeOrder(context.db, context, reference);
  const agreement = await findAgreement(context.db, id);
  if (agreement?.orderId !== order.id) throw new AppError('NOT_FOUND', 'There is no such agreement.');
  return { title: formatAgreementTitle(agreement), pdf: await getAgreementPdf(context, order, agreement) };
}
