import { invalidateTag } from '#platform/cache/cache-invalidation.ts';
import { defineFeature } from '#platform/feature.ts';
import { pricingHandlers } from './handlers.ts';
import { countSampleOffers, deleteSampleOffers } from './queries/offers.ts';
import { seedPricing } from './samples.ts';

export const pricing = defineFeature({
  name: 'pricing',
  handlers: { pricing: pricingHandlers },
  samples: {
    count: async db => [{ kind: 'offers and prices', count: await countSampleOffers(db) }],
    load: seedPricing,
    async remove(tx) {
      await deleteSampleOffers(tx);
      await invalidateTag(tx, 'pricing');
      return {};
    },
  },
});
