import { getIssuer, getTaxChoice, type UnissuedDocument } from '#features/billing/index.ts';
import { getBilledClient } from '#features/clients/index.ts';
import { getTimeZone } from '#features/site/index.ts';
import type { ApiServices } from '#platform/api/context.ts';
import type { Db } from '#platform/database/database.ts';
import { dayOf } from '#shared/dates.ts';
import { ZERO } from '#shared/money-arithmetic.ts';
import type { DraftContent } from '../contract/constants.ts';
import { readDraft } from '../rules/read-draft.ts';

/** Returns a draft's client, the taxes to choose from, and today's date in the owner's time zone. */
export async function getDraftContext(db: Db, { now }: Pick<ApiServices, 'now'>, clientId: number) {
  const today = dayOf(now(), await getTimeZone(db));
  const billed = await getBilledClient(db, clientId);
  const { options, reason, behavior } = await getTaxChoice(db, billed.buyer, today.toString());
  const { id, name, block, currency, paymentDays } = billed;
  const client = { id, name, email: block.email, hasTaxId: block.taxId !== null };
  return { today, block, currency, paymentDays, client, taxes: options, taxReason: reason, behavior };
}

type DraftContext = Awaited<ReturnType<typeof getDraftContext>>;

/** Returns the invoice that a draft becomes if it's issued today, or the problems to correct first, by field. */
export async function buildInvoice(
  db: Db,
  content: DraftContent,
  context: DraftContext,
): Promise<{ invoice: Omit<UnissuedDocument, 'paymentUrl'> } | { problems: Readonly<Record<string, string>> }> {
  const { charges, problems } = readDraft(content, context);
  if (Object.keys(problems).length > 0 || !charges) return { problems };
  const { dueDays, serviceFrom, serviceUntil, notes, currency } = content;
  return {
    invoice: {
      kind: 'invoice',
      ...(await getIssuer(db)),
      ...charges,
      dueOn: context.today.add({ days: Number(dueDays) }).toString(),
      client: context.block,
      order: null,
      ...(serviceFrom ? { servicePeriod: { from: serviceFrom, until: serviceUntil || serviceFrom } } : {}),
      amountPaid: ZERO,
      currency,
      reference: null,
      ...(notes.trim() ? { notes: notes.trim() } : {}),
      terms: [],
    },
  };
}
