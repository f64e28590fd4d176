import { customType } from 'drizzle-orm/pg-core';

/** A full-text search vector; PostgreSQL generates it, we only compare with it. */
export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/** Text that is the same whatever its case, such as an e-mail address. */
export const citext = customType<{ data: string }>({ dataType: () => 'citext' });
