import { customType } from 'drizzle-orm/pg-core';

/** A full-text search vector; PostgreSQL generates it, we only compare with it. */
export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });
