import { defineFeature } from '#platform/feature.ts';
import { createSampleContent, type SampleContent } from './actions.ts';

declare module '#platform/api/context.ts' {
  interface FeatureServices {
    readonly sampleContent: SampleContent;
  }
}

export const sampleContent = defineFeature({
  name: 'sample-content',
  services: (_setup, core) => ({ sampleContent: createSampleContent(core) }),
});
