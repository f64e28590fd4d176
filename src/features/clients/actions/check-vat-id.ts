import { z } from 'zod';
import type { ApiContext, ApiServices } from '#platform/api/context.ts';
import { SafeFetchError } from '#platform/http/safe-fetch.ts';
import { parseJson } from '#shared/parse-json.ts';
import { AppError } from '#shared/errors.ts';
import type { VatCheck } from '../contract/constants.ts';
import { updateVatCheck } from '../queries/clients.ts';
import { isVatIdOfEu } from '../contract/tax-ids.ts';
import { getClientRow } from './clients.ts';

/** The European Commission's service (VIES REST API, `/ms/{country}/vat/{number}`). */
const VIES = 'https://ec.europa.eu/taxation_customs/vies/rest-api/ms';

const answer = z.object({ isValid: z.boolean(), userError: z.string().optional(), name: z.string().optional() });

/**
 * Checks a client's VAT ID with VIES and saves the result with its date. Throws NOT_FOUND, CONFLICT without a VAT ID of
 * the EU, and UNAVAILABLE if VIES or the country's service doesn't answer.
 */
export async function checkVatId(
  { db, now, safeFetch }: Pick<ApiContext, 'db' | 'now' | 'safeFetch'>,
  { id }: { readonly id: number },
): Promise<VatCheck> {
  const { taxId } = await getClientRow(db, id);
  if (!isVatIdOfEu(taxId))
    throw new AppError('CONFLICT', 'Only VAT IDs of the EU and Northern Ireland can be checked.');
  const { isValid, userError, name } = await askVies(safeFetch, taxId);
  if (!isValid && userError !== 'INVALID') throw unavailable();
  // VIES returns three dashes if the country doesn't publish names.
  const registeredName = name && name !== '---' ? name : '';
  const check: VatCheck = { isValid, checkedAt: now().toString(), name: registeredName };
  await updateVatCheck(db, id, taxId, check);
  return check;
}

const unavailable = () =>
  new AppError('UNAVAILABLE', 'VIES couldn’t check this VAT ID right now. Try again in a few minutes.');

async function askVies(safeFetch: ApiServices['safeFetch'], taxId: string): Promise<z.infer<typeof answer>> {
  const url = `${VIES}/${taxId.slice(0, 2)}/vat/${encodeURIComponent(taxId.slice(2))}`;
  const response = await safeFetch(url, { accept: 'application/json' }).catch((error: unknown) => {
    throw error instanceof SafeFetchError ? unavailable() : error;
  });
  const { data } = answer.safeParse(parseJson(response.changed ? response.body.toString() : ''));
  if (!data) throw unavailable();
  return data;
}
