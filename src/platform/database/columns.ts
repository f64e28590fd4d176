import { bigint, customType, timestamp } from 'drizzle-orm/pg-core';
import type { MinorUnits } from '#shared/money.ts';

/** A full-text search vector. PostgreSQL generates it; queries only compare with it. */
export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/** Case-insensitive text, such as an email address. */
export const citext = customType<{ data: string }>({ dataType: () => 'citext' });

/** A point in time. */
export const instant = (name: string) => timestamp(name, { withTimezone: true });

/** An amount of money in minor units. */
export const amount = (name: string) => bigint(name, { mode: 'number' }).$type<MinorUnits>();
