import { issuesContract } from './issues.ts';
import { subscribersContract } from './subscribers.ts';
import { subscriptionsContract } from './subscriptions.ts';

export const newsletterContract = { ...subscriptionsContract, ...subscribersContract, ...issuesContract };

declare module '#shared/api.ts' {
  interface ApiContracts {
    newsletter: typeof newsletterContract;
  }
}
