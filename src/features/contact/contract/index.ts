import { inboxContract } from './inbox.ts';
import { sendingContract } from './contact-form.ts';

/** What people write to the owner by the form, and the owner's inbox. */
export const contactContract = { ...sendingContract, ...inboxContract };

declare module '#shared/api.ts' {
  interface ApiContracts {
    contact: typeof contactContract;
  }
}
