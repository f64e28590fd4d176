import { defineFeature } from '#platform/feature.ts';
import { MAX_RECEIVED_BYTES, receivedFileTypes } from './contract/constants.ts';
import { eInvoicesContract } from './contract/index.ts';
import { eInvoicesHandlers } from './handlers.ts';

export const eInvoices = defineFeature({
  name: 'e-invoices',
  handlers: { eInvoices: eInvoicesHandlers },
  uploads: [
    {
      endpoint: eInvoicesContract.read,
      types: receivedFileTypes,
      maxBytes: MAX_RECEIVED_BYTES,
      wrongType: 'Choose an XML or PDF file.',
      tooLarge: 'This file is larger than 10 MB.',
    },
  ],
});
