import { defineFeature } from '#platform/feature.ts';
import { registerSeoRoutes } from './routes.ts';

export const seo = defineFeature({
  name: 'seo',
  routes: (app, { services, reads }) => registerSeoRoutes(app, { ...services, db: reads }),
});
