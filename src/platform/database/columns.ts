import { customType } from 'drizzle-orm/pg-core';

/** A full-text search vector. PostgreSQL generates it; queries only compare with it. */
export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/** Case-insensitive text, such as an email address. */
export const citext = customType<{ data: string }>({ dataType: () => 'citext' });
