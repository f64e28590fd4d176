import { defineFeature } from '#platform/feature.ts';
import { clientPersonalData } from './actions/personal-data.ts';
import { clientsHandlers } from './handlers.ts';
import { emailActivity } from './queries/email-activity.ts';

export const clients = defineFeature({
  name: 'clients',
  handlers: { clients: clientsHandlers },
  clientActivity: [emailActivity],
  personalData: [clientPersonalData],
});
