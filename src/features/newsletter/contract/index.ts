import { issuesContract } from './issues.ts';
import { subscribersContract } from './subscribers.ts';
import { subscribingContract } from './subscriptions.ts';

export const newsletterContract = { ...subscribingContract, ...subscribersContract, ...issuesContract };

declare module '#shared/api.ts' {
  interface ApiContracts {
    newsletter: typeof newsletterContract;
  }
}
