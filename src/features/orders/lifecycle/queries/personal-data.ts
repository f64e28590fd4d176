import { and, asc, eq, inArray } from 'drizzle-orm';
import { listCardsOfOrders, listPaymentsForOrders } from '#features/payments/index.ts';
import type { ApiServices } from '#platform/api/context.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { finalStatuses } from '../rules/transitions.ts';
import { orderAgreements, orderFiles, orderMessages, orders } from '../tables.ts';
import { listOrderTestimonials } from './order-testimonials.ts';

const of = <Row extends { readonly orderId: number | null }>(id: number, rows: readonly Row[]) =>
  rows.filter(({ orderId }) => orderId === id);

/** Returns all orders of a user for their data export, oldest first. */
export async function listOrdersForUser(db: Db, services: Pick<ApiServices, 'features'>, userId: string) {
  const userOrders = await db.select().from(orders).where(eq(orders.clientId, userId)).orderBy(asc(orders.id));
  const ids = userOrders.map(({ id }) => id);
  if (ids.length === 0) return [];
  const messages = await db
    .select()
    .from(orderMessages)
    .where(inArray(orderMessages.orderId, ids))
    .orderBy(asc(orderMessages.id));
  const files = await db
    .select()
    .from(orderFiles)
    .where(inArray(orderFiles.orderId, ids))
    .orderBy(asc(orderFiles.uploadedAt));
  const agreements = await db.select().from(orderAgreements).where(inArray(orderAgreements.orderId, ids));
  const testimonials = await listOrderTestimonials(db, services, ids);
  const payments = await listPaymentsForOrders(db, ids);
  const cards = await listCardsOfOrders(db, ids);
  return userOrders.map(
    ({
      id,
      accessLinkVersion: _secret,
      version: _version,
      clientId: _id,
      showcaseProjectId: _project,
      boughtProjectId: _bought,
      ...order
    }) => ({
      number: id,
      ...order,
      messages: of(id, messages).map(({ sender, senderName, body, sentAt }) => ({ sender, senderName, body, sentAt })),
      files: of(id, files).map(({ name, sizeBytes: bytes, purpose, uploadedBy: sender, uploadedAt: sentAt }) => ({
        name,
        bytes,
        purpose,
        sender,
        sentAt,
      })),
      payments: of(id, payments).map(({ orderId: _order, ...payment }) => payment),
      savedCards: of(id, cards).map(
        ({ brand, last4, expMonth, expYear, consentText: consent, consentedAt, consentIp: ip }) => ({
          brand,
          last4,
          expMonth,
          expYear,
          consent,
          consentedAt,
          ip,
        }),
      ),
      agreements: of(id, agreements).map(({ signature, agreedText, textSha256: sha256, ip, agreedAt: at }) => ({
        signature,
        agreedText,
        sha256,
        ip,
        at,
      })),
      testimonials: of(id, testimonials).map(
        ({ testimonial: { body: words, name, role, company, status: state, ownerNote: note, writtenAt } }) => ({
          words,
          name,
          role,
          company,
          state,
          note,
          writtenAt,
        }),
      ),
    }),
  );
}

/** Lists the saved cards of a user's orders. */
export async function listCardsForUser(db: Db, userId: string) {
  const rows = await db.select({ id: orders.id }).from(orders).where(eq(orders.clientId, userId));
  return listCardsOfOrders(
    db,
    rows.map(({ id }) => id),
  );
}

/** Deletes the texts, messages and files of a user's finished orders. Returns the IDs of the deleted files. */
export async function deleteClosedOrderContent(tx: Transaction, userId: string): Promise<string[]> {
  const closed = await tx
    .update(orders)
    .set({ brief: '' })
    .where(and(eq(orders.clientId, userId), inArray(orders.status, [...finalStatuses])))
    .returning({ id: orders.id });
  const ids = closed.map(({ id }) => id);
  if (ids.length === 0) return [];
  await tx.delete(orderMessages).where(inArray(orderMessages.orderId, ids));
  const files = await tx.delete(orderFiles).where(inArray(orderFiles.orderId, ids)).returning({ id: orderFiles.id });
  return files.map(({ id }) => id);
}
