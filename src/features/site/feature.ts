import { defineFeature } from '#platform/feature.ts';
import { siteHandlers } from './handlers.ts';
import { listSitePictureUses } from './queries.ts';
import { countSampleSections, loadSiteSamples, removeSampleSections } from './samples.ts';

declare module '#platform/api/context.ts' {
  interface ApiContext {
    /** A section that is previewed before it is saved. */
    readonly siteSectionDraft?: { readonly key: string; readonly value: unknown };
  }
}

export const site = defineFeature({
  name: 'site',
  handlers: { site: siteHandlers },
  pictureUses: listSitePictureUses,
  samples: { count: countSampleSections, load: loadSiteSamples, remove: removeSampleSections },
});
