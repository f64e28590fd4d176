import { and, asc, count, desc, eq, ilike, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#platform/database/database.ts';
import { containing } from '#platform/database/search.ts';
import { minorUnits } from '#shared/money-arithmetic.ts';
import type { DocumentFilter, DocumentTotals } from '../contract/listing.ts';
import type { DocumentReading } from '../contract/reading.ts';
import { claimKinds } from '../rules/documents.ts';
import { businessDocuments, documentYears, ledgerEntries } from '../tables.ts';

const content = businessDocuments.content;
const clientName = sql<string>`${content} -> 'client' ->> 'name'`;
const clientEmail = sql<string | null>`${content} -> 'client' ->> 'email'`;
const orderNumber = sql<string | null>`${content} -> 'subject' ->> 'orderNumber'`;
const orderTitle = sql<string | null>`${content} -> 'subject' ->> 'title'`;

/** What was entered for each document. */
function sumsOf(db: Db) {
  const only = (...kinds: string[]) =>
    sql<string>`coalesce(sum(${ledgerEntries.amount}) filter (where ${inArray(ledgerEntries.kind, kinds as never[])}), 0)`;
  return db
    .select({
      documentId: ledgerEntries.documentId,
      owed: sql<string>`sum(${ledgerEntries.amount})`.as('owed'),
      paid: sql<string>`-${only('paid', 'refunded', 'reinstated')}`.as('paid'),
      credited: sql<string>`-${only('credited')}`.as('credited'),
    })
    .from(ledgerEntries)
    .groupBy(ledgerEntries.documentId)
    .as('sums');
}

type Sums = ReturnType<typeof sumsOf>;

/** The same as `standingOf` says of one document; `today` is a day in the owner's zone. */
function stateOf(sums: Sums, today: string) {
  return sql<DocumentReading['standing']['state']>`case
    when ${sums.owed} is null then 'none'
    when ${sums.credited} > 0 and ${sums.credited} = ${businessDocuments.total} then 'credited'
    when ${sums.owed} > 0 and ${businessDocuments.dueOn} < ${today}::date then 'overdue'
    when ${sums.owed} > 0 then 'open'
    else 'paid' end`;
}

function matching({ search, kind, state, year }: Omit<DocumentFilter, 'sort'>, known: SQL): SQL | undefined {
  const like = containing(search ?? '');
  const found = [businessDocuments.number, clientName, clientEmail, orderNumber, orderTitle];
  return and(
    search ? or(...found.map(column => ilike(column as SQL, like))) : undefined,
    kind ? eq(businessDocuments.kind, kind) : undefined,
    year ? eq(businessDocuments.year, year) : undefined,
    state ? inArray(known, state === 'open' ? ['open', 'overdue'] : [state]) : undefined,
  );
}

const newest = [desc(businessDocuments.year), desc(businessDocuments.sequence)];
const client = sql`lower(${clientName})`;
const orders: Readonly<Record<DocumentFilter['sort'], SQL[]>> = {
  newest,
  oldest: [asc(businessDocuments.year), asc(businessDocuments.sequence)],
  due: [sql`${businessDocuments.dueOn} asc nulls last`, ...newest],
  'due-last': [sql`${businessDocuments.dueOn} desc nulls last`, ...newest],
  client: [asc(client), ...newest],
  'client-down': [desc(client), ...newest],
};

/** The documents that a filter leaves, in its order; with `part` one page of them. `today` is a day in the owner's zone. */
export async function listDocuments(
  db: Db,
  filter: DocumentFilter,
  today: string,
  part?: { readonly page: number; readonly pageSize: number },
) {
  const sums = sumsOf(db);
  const state = stateOf(sums, today);
  const all = db
    .select({
      kind: businessDocuments.kind,
      number: businessDocuments.number,
      clientName,
      clientEmail,
      orderNumber,
      orderTitle,
      issuedOn: businessDocuments.issuedOn,
      dueOn: businessDocuments.dueOn,
      currency: businessDocuments.currency,
      total: businessDocuments.total,
      subtotal: sql<string>`${content} ->> 'subtotal'`,
      taxAmount: sql<string>`${content} ->> 'taxAmount'`,
      reference: sql<string | null>`${content} -> 'reference' ->> 'number'`,
      owed: sums.owed,
      paid: sums.paid,
      credited: sums.credited,
      state,
    })
    .from(businessDocuments)
    .leftJoin(sums, eq(sums.documentId, businessDocuments.id))
    .where(matching(filter, state))
    .orderBy(...orders[filter.sort]);
  const rows = await (part ? all.limit(part.pageSize).offset((part.page - 1) * part.pageSize) : all);
  return rows.map(({ owed, paid, credited, subtotal, taxAmount, ...row }) => ({
    ...row,
    subtotal: minorUnits(Number(subtotal)),
    taxAmount: minorUnits(Number(taxAmount)),
    owed: minorUnits(Number(owed ?? 0)),
    paid: minorUnits(Number(paid ?? 0)),
    credited: minorUnits(Number(credited ?? 0)),
  }));
}

/** How many documents a filter leaves, and what they come to in each currency. */
export async function getDocumentTotals(
  db: Db,
  filter: DocumentFilter,
  today: string,
): Promise<{ total: number; totals: DocumentTotals[] }> {
  const sums = sumsOf(db);
  const sumOf = (column: SQL | SQL.Aliased) => sql<string>`coalesce(sum(${column}), 0)`;
  const rows = await db
    .select({
      currency: businessDocuments.currency,
      count: count(),
      asked: sql<string>`coalesce(sum(${businessDocuments.total}) filter (where ${inArray(businessDocuments.kind, claimKinds)}), 0)`,
      credited: sumOf(sums.credited as never),
      paid: sumOf(sums.paid as never),
      open: sumOf(sql`greatest(${sums.owed}, 0)`),
    })
    .from(businessDocuments)
    .leftJoin(sums, eq(sums.documentId, businessDocuments.id))
    .where(matching(filter, stateOf(sums, today)))
    .groupBy(businessDocuments.currency)
    .orderBy(desc(count()), asc(businessDocuments.currency));
  const amount = (text: string) => minorUnits(Number(text));
  return {
    total: rows.reduce((sum, row) => sum + row.count, 0),
    totals: rows.map(({ currency, asked, credited, paid, open }) => ({
      currency,
      asked: amount(asked),
      credited: amount(credited),
      paid: amount(paid),
      open: amount(open),
    })),
  };
}

/** The years in which something was issued, the newest first. */
export async function listDocumentYears(db: Db): Promise<number[]> {
  const rows = await db.select({ year: documentYears.year }).from(documentYears).orderBy(desc(documentYears.year));
  return rows.map(({ year }) => year);
}
