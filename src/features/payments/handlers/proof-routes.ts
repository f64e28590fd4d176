import type { FastifyInstance, FastifyRequest } from 'fastify';
import { getDocumentByAddress } from '#features/billing/index.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { getProofImage } from '../actions/proofs.ts';

type ProofRoute = { Params: { number: string; token: string; proof: string } };

/** Serves the picture of a transfer to holders of its document's address. */
export function registerProofRoutes(app: FastifyInstance, contextOf: (request: FastifyRequest) => ApiContext): void {
  app.get<ProofRoute>('/document/:number/:token/proofs/:proof', async (request, reply) => {
    const { db, files, encryption } = contextOf(request);
    const document = await getDocumentByAddress(db, { encryption }, request.params);
    const bytes = await getProofImage(db, files, document.id, request.params.proof);
    return reply
      .headers({
        'content-type': 'image/webp',
        'cache-control': 'private, no-store',
        'content-security-policy': 'sandbox',
      })
      .send(bytes);
  });
}
