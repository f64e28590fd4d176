import type { FastifyRequest } from 'fastify';
import type { ApiServices, RequestContextFactory } from '#platform/api/context.ts';
import type { Db } from '#platform/database/database.ts';
import { isEqualConstantTime } from '#platform/tokens.ts';
import { AppError } from '#shared/errors.ts';
import { sellingPaths } from '#shared/order-paths.ts';
import { type BillingDocumentRow, findBillingDocumentByNumber } from '../queries/documents.ts';

/**
 * Returns the URL at which a document can be read, printed and paid by anyone who has it. The token can't be derived
 * from the number.
 */
export function buildDocumentUrl(
  { encryption, siteUrl }: Pick<ApiServices, 'encryption' | 'siteUrl'>,
  number: string,
): string {
  return `${siteUrl}${buildDocumentPath({ encryption }, number)}`;
}

/** Returns the document's path, without the site's origin. */
export function buildDocumentPath({ encryption }: Pick<ApiServices, 'encryption'>, number: string): string {
  return sellingPaths.billingDocument(number, tokenOf(encryption, number));
}

/** Returns the document at an address. Throws NOT_FOUND for an unknown number or a wrong token. */
export async function getDocumentByAddress(
  db: Db,
  { encryption }: Pick<ApiServices, 'encryption'>,
  { number, token }: { readonly number: string; readonly token: string },
): Promise<BillingDocumentRow> {
  const document = isEqualConstantTime(token, tokenOf(encryption, number))
    ? await findBillingDocumentByNumber(db, number)
    : null;
  if (!document) throw new AppError('NOT_FOUND', 'This document doesn’t exist. Check that you have the full link.');
  return document;
}

/** Throws NOT_FOUND unless the request's parameters `number` and `token` are the address of a document. */
export async function authorizeDocumentUrl(contexts: RequestContextFactory, request: FastifyRequest): Promise<void> {
  const { number = '', token = '' } = request.params as { number?: string; token?: string };
  const context = contexts.createAnonymous(request);
  await getDocumentByAddress(context.db, context, { number, token });
}

function tokenOf(encryption: ApiServices['encryption'], number: string): string {
  return encryption.deriveToken(`document ${number}`);
}
