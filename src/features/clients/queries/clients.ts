import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/database/database.ts';
import type { VatCheck } from '../contract/constants.ts';
import { clientEmails, clients } from '../tables.ts';

export type ClientRow = typeof clients.$inferSelect;

export async function insertClient(tx: Transaction, client: typeof clients.$inferInsert): Promise<ClientRow> {
  const [row] = await tx.insert(clients).values(client).returning();
  if (!row) throw new Error('The client was not inserted.');
  return row;
}

export async function findClient(db: Db, id: number): Promise<ClientRow | undefined> {
  const [row] = await db.select().from(clients).where(eq(clients.id, id));
  return row;
}

/** Returns a client and locks it until the transaction ends. */
export async function findClientForUpdate(tx: Transaction, id: number): Promise<ClientRow | undefined> {
  const [row] = await tx.select().from(clients).where(eq(clients.id, id)).for('update');
  return row;
}

/** Returns the client with an email address. */
export async function findClientByEmail(db: Db, email: string): Promise<ClientRow | undefined> {
  const [row] = await db
    .select({ client: clients })
    .from(clientEmails)
    .innerJoin(clients, eq(clients.id, clientEmails.clientId))
    .where(eq(clientEmails.email, email));
  return row?.client;
}

/** Returns the oldest client with a name and company, in any case. */
export async function findClientByName(db: Db, name: string, company: string): Promise<ClientRow | undefined> {
  const [row] = await db
    .select()
    .from(clients)
    .where(
      and(
        isNull(clients.mergedIntoId),
        sql`lower(${clients.name}) = lower(${name})`,
        sql`lower(${clients.company}) = lower(${company})`,
      ),
    )
    .orderBy(asc(clients.id))
    .limit(1);
  return row;
}

export async function updateClientRow(
  tx: Transaction,
  id: number,
  values: Partial<typeof clients.$inferInsert>,
): Promise<void> {
  await tx
    .update(clients)
    .set({
      ...values,
      // A check is only about the number that was checked.
      ...(values.taxId === undefined
        ? {}
        : { vatCheck: sql`case when ${clients.taxId} = ${values.taxId} then ${clients.vatCheck} end` }),
      version: sql`${clients.version} + 1`,
    })
    .where(eq(clients.id, id));
}

/** Saves the check of a VAT ID, unless the ID has changed since. */
export async function updateVatCheck(db: Db, id: number, taxId: string, vatCheck: VatCheck): Promise<void> {
  await db
    .update(clients)
    .set({ vatCheck })
    .where(and(eq(clients.id, id), eq(clients.taxId, taxId)));
}

/** Deletes clients. Those that were merged into one of them must be among them. */
export async function deleteClientRows(tx: Transaction, ids: readonly number[]): Promise<void> {
  await tx.delete(clients).where(inArray(clients.id, [...ids]));
}

/** Returns the addresses of clients by ID, the primary one first. */
export async function listEmailsOfClients(db: Db, ids: readonly number[]): Promise<Map<number, string[]>> {
  const rows = await db
    .select()
    .from(clientEmails)
    .where(inArray(clientEmails.clientId, [...ids]))
    .orderBy(desc(clientEmails.isPrimary), asc(clientEmails.email));
  const emails = new Map<number, string[]>(ids.map(id => [id, []]));
  for (const { clientId, email } of rows) emails.get(clientId)?.push(email);
  return emails;
}

/** Returns the addresses of a client, the primary one first. */
export async function listClientEmails(db: Db, id: number): Promise<string[]> {
  return (await listEmailsOfClients(db, [id])).get(id) ?? [];
}

/** Returns an address, and the other ones of its client, in lower case. */
export async function listAddressesOf(db: Db, email: string): Promise<string[]> {
  const client = await findClientByEmail(db, email);
  const known = client ? await listClientEmails(db, client.id) : [];
  return [...new Set([email, ...known].map(address => address.toLowerCase()))];
}

/** Returns those of the addresses that belong to other clients, with their names. */
export function listOtherOwners(db: Db, emails: readonly string[], clientId: number | undefined) {
  return db
    .select({ email: clientEmails.email, id: clients.id, name: clients.name, company: clients.company })
    .from(clientEmails)
    .innerJoin(clients, eq(clients.id, clientEmails.clientId))
    .where(
      and(
        sql`${clientEmails.email} = any(${sql.param([...emails])}::citext[])`,
        clientId === undefined ? undefined : sql`${clients.id} <> ${clientId}`,
      ),
    );
}

/** Replaces the addresses of a client; the first becomes the primary one. */
export async function replaceEmails(tx: Transaction, clientId: number, emails: readonly string[]): Promise<void> {
  await tx.delete(clientEmails).where(eq(clientEmails.clientId, clientId));
  const rows = emails.map((email, index) => ({ email, clientId, isPrimary: index === 0 }));
  if (rows.length > 0) await tx.insert(clientEmails).values(rows);
}

/** Moves addresses to another client. None of them becomes its primary one. */
export async function moveEmails(tx: Transaction, emails: readonly string[], clientId: number): Promise<void> {
  await tx
    .update(clientEmails)
    .set({ clientId, isPrimary: false })
    .where(sql`${clientEmails.email} = any(${sql.param([...emails])}::citext[])`);
}

/** Makes an address of a client its primary one, if it has none. */
export async function setPrimaryEmail(tx: Transaction, clientId: number, email: string): Promise<void> {
  await tx
    .update(clientEmails)
    .set({ isPrimary: true })
    .where(and(eq(clientEmails.clientId, clientId), eq(clientEmails.email, email)));
}

/** Serializes the creation of clients with an address until the transaction ends. */
export async function lockEmails(tx: Transaction, emails: readonly string[]): Promise<void> {
  // In order, so two transactions can't wait for each other.
  for (const email of emails.map(address => address.toLowerCase()).toSorted()) {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`client ${email}`}))`);
  }
}

/** Lists all tags in use, in alphabetical order. */
export async function listTags(db: Db): Promise<string[]> {
  const rows = await db
    .selectDistinct({ tag: sql<string>`unnest(${clients.tags})` })
    .from(clients)
    .where(isNull(clients.mergedIntoId));
  return rows.map(({ tag }) => tag).toSorted((one, other) => one.localeCompare(other, 'en'));
}
