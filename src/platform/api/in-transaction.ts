import type { Transaction } from '../database/database.ts';
import type { ApiContext } from './context.ts';

/** Returns a handler that runs an action in a transaction and responds with its result. */
export const inTransaction =
  <Input, Output>(action: (tx: Transaction, context: ApiContext, input: Input) => Promise<Output>) =>
  ({ context, input }: { context: ApiContext; input: Input }) =>
    context.db.transaction(tx => action(tx, context, input));
