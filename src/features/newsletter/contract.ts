import { issuesContract } from './contract/issues.ts';
import { subscribersContract } from './contract/subscribers.ts';
import { subscribingContract } from './contract/subscribing.ts';

export const newsletterContract = { ...subscribingContract, ...subscribersContract, ...issuesContract };

declare module '#shared/api.ts' {
  interface ApiContracts {
    newsletter: typeof newsletterContract;
  }
}
