import { and, asc, count, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { countRows } from '#platform/database/counting.ts';
import type { Db } from '#platform/database/database.ts';
import { rowsInParts } from '#platform/database/row-parts.ts';
import { containing } from '#platform/database/search.ts';
import { MOST_COUNTED } from '#shared/lists.ts';
import { minorUnits } from '#shared/money-arithmetic.ts';
import type { DocumentFilter, DocumentQuery, DocumentTotals } from '../contract/listing.ts';
import type { DocumentReading } from '../contract/reading.ts';
import { claimKinds } from '../rules/documents.ts';
import { businessDocuments, documentBalances, documentYears } from '../tables.ts';

const content = businessDocuments.content;
const clientName = sql<string>`${content} -> 'client' ->> 'name'`;
const clientEmail = sql<string | null>`${content} -> 'client' ->> 'email'`;
const orderNumber = sql<string | null>`${content} -> 'subject' ->> 'orderNumber'`;
const orderTitle = sql<string | null>`${content} -> 'subject' ->> 'title'`;

/** The same as `standingOf` says of one document; `today` is a day in the owner's zone. */
function stateOf(today: string) {
  const { owed, credited } = documentBalances;
  return sql<DocumentReading['standing']['state']>`case
    when ${owed} is null then 'none'
    when ${credited} > 0 and ${credited} = ${businessDocuments.total} then 'credited'
    when ${owed} > 0 and ${businessDocuments.dueOn} < ${today}::date then 'overdue'
    when ${owed} > 0 then 'open'
    else 'paid' end`;
}

/** What a search looks through, as its index has it. */
export const documentWords = sql`(${businessDocuments.number} || E'\\n' || coalesce(${clientName}, '') || E'\\n' || coalesce(${clientEmail}, '')
  || E'\\n' || coalesce(${orderNumber}, '') || E'\\n' || coalesce(${orderTitle}, ''))`;

/** What an index knows of the documents in a state, of which there are few: the rest of it is told by `stateOf`. */
const fewIn: Readonly<Partial<Record<NonNullable<DocumentFilter['state']>, SQL>>> = {
  open: sql`${documentBalances.owed} > 0`,
  overdue: sql`${documentBalances.owed} > 0`,
  credited: sql`${documentBalances.credited} > 0`,
};

function matching({ search, kind, state, year }: Omit<DocumentFilter, 'sort'>, today: string): SQL | undefined {
  return and(
    search ? sql`${documentWords} ilike ${containing(search)}` : undefined,
    kind ? eq(businessDocuments.kind, kind) : undefined,
    year ? eq(businessDocuments.year, year) : undefined,
    state ? inArray(stateOf(today), state === 'open' ? ['open', 'overdue'] : [state]) : undefined,
    state ? fewIn[state] : undefined,
  );
}

const withAmounts = eq(documentBalances.documentId, businessDocuments.id);

/** The ids of the documents that a filter leaves, in its order. */
function selectIds(db: Db, filter: DocumentFilter, today: string) {
  return db
    .select({ id: businessDocuments.id })
    .from(businessDocuments)
    .leftJoin(documentBalances, withAmounts)
    .where(matching(filter, today))
    .orderBy(...orders[filter.sort]);
}

const newest = [desc(businessDocuments.id)];
const client = sql`lower(${clientName})`;
const orders: Readonly<Record<DocumentFilter['sort'], SQL[]>> = {
  newest,
  oldest: [asc(businessDocuments.id)],
  due: [sql`${businessDocuments.dueOn} asc nulls last`, ...newest],
  'due-last': [sql`${businessDocuments.dueOn} desc nulls last`, ...newest],
  client: [asc(client), ...newest],
  'client-down': [desc(client), ...newest],
};

function selectRows(db: Db, which: SQL, sort: DocumentFilter['sort'], today: string) {
  const { owed, paid, credited } = documentBalances;
  return db
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
      rounding: sql<string>`coalesce(${content} ->> 'rounding', '0')`,
      reference: sql<string | null>`${content} -> 'reference' ->> 'number'`,
      owed,
      paid,
      credited,
      state: stateOf(today),
    })
    .from(businessDocuments)
    .leftJoin(documentBalances, withAmounts)
    .where(which)
    .orderBy(...orders[sort]);
}

const amount = (value: string | number | null) => minorUnits(Number(value ?? 0));

function toLine({
  owed,
  paid,
  credited,
  subtotal,
  taxAmount,
  rounding,
  ...row
}: Awaited<ReturnType<typeof selectRows>>[number]) {
  return {
    ...row,
    subtotal: amount(subtotal),
    taxAmount: amount(taxAmount),
    rounding: amount(rounding),
    owed: amount(owed),
    paid: amount(paid),
    credited: amount(credited),
  };
}

/** One page of the documents that a filter leaves. `today` is a day in the owner's zone. */
export async function listDocuments(db: Db, { page, pageSize, ...filter }: DocumentQuery, today: string) {
  // The page is found before the documents' long contents are read.
  const found = selectIds(db, filter, today)
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  return (await selectRows(db, inArray(businessDocuments.id, found), filter.sort, today)).map(toLine);
}

/** Yields all documents that a filter leaves in pages of rows, for a spreadsheet. */
export function listAllDocuments(db: Db, filter: DocumentFilter, today: string) {
  return rowsInParts(selectIds(db, filter, today), async part =>
    (await selectRows(db, inArray(businessDocuments.id, part), filter.sort, today)).map(toLine),
  );
}

/**
 * Counts the documents that a filter leaves (see {@link countRows}), and adds up what they come to in each currency, where
 * they are not more than are counted.
 */
export async function getDocumentTotals(
  db: Db,
  filter: DocumentFilter,
  today: string,
): Promise<{ total: number; totals: DocumentTotals[] }> {
  const ids = db.select({ id: businessDocuments.id }).from(businessDocuments).leftJoin(documentBalances, withAmounts);
  const total = await countRows(db, ids.where(matching(filter, today)));
  if (total > MOST_COUNTED) return { total, totals: [] };
  const { owed, paid, credited } = documentBalances;
  const rows = await db
    .select({
      currency: businessDocuments.currency,
      asked: sql<string>`coalesce(sum(${businessDocuments.total}) filter (where ${inArray(businessDocuments.kind, claimKinds)}), 0)`,
      credited: sql<string>`coalesce(sum(${credited}), 0)`,
      paid: sql<string>`coalesce(sum(${paid}), 0)`,
      open: sql<string>`coalesce(sum(greatest(${owed}, 0)), 0)`,
    })
    .from(businessDocuments)
    .leftJoin(documentBalances, withAmounts)
    .where(matching(filter, today))
    .groupBy(businessDocuments.currency)
    .orderBy(desc(count()), asc(businessDocuments.currency));
  return {
    total,
    totals: rows.map(row => ({
      currency: row.currency,
      asked: amount(row.asked),
      credited: amount(row.credited),
      paid: amount(row.paid),
      open: amount(row.open),
    })),
  };
}

/** The years in which something was issued, the newest first. */
export async function listDocumentYears(db: Db): Promise<number[]> {
  const rows = await db
    .selectDistinct({ year: documentYears.year })
    .from(documentYears)
    .orderBy(desc(documentYears.year));
  return rows.map(({ year }) => year);
}
