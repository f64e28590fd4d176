/**
 * What today's code calls something that the data in `data-0074` was recorded with under another name. A rename changes
 * nothing in the test but its line here.
 */
export const renamed = {
  /** Tables of the database: recorded name to today's. */
  tables: {} as Readonly<Record<string, string>>,
  /** Values that the API answers, such as the states of orders: recorded value to today's. */
  values: {} as Readonly<Record<string, string>>,
  /** Addresses of the API, without the prefix: recorded address to today's. */
  paths: {} as Readonly<Record<string, string>>,
  /** Fields of answers and requests: recorded name to today's. */
  fields: {} as Readonly<Record<string, string>>,
};

/** Tables that may hold fewer rows than before, each with the reason. */
export const cleanedUp: Readonly<Record<string, string>> = {};
