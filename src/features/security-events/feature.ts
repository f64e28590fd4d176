import { defineFeature } from '#platform/feature.ts';
import { securityEventsPersonalData } from './actions.ts';
import { securityEventsHandlers } from './handlers.ts';

export const securityEvents = defineFeature({
  name: 'security-events',
  handlers: { securityEvents: securityEventsHandlers },
  personalData: [securityEventsPersonalData],
});
