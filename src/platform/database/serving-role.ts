import type { Pool } from 'pg';

/** The role that the site uses on the embedded database. */
const role = 'freehold_site';

/**
 * Creates the site's database role, or updates its rights: it reads and writes rows, but is no superuser and owns no
 * table, so an injected statement cannot change tables, read files or run programs. Runs as the owner of the tables,
 * after the migrations.
 */
export async function prepareServingRole(owner: Pool): Promise<void> {
  await owner.query(`
    do $$ begin
      if not exists (select from pg_roles where rolname = '${role}') then create role ${role} login; end if;
      execute format('revoke create, temporary on database %I from public', current_database());
    end $$;
    revoke create on schema public from public;
    grant usage on schema public, pgboss to ${role};
    grant select, insert, update, delete on all tables in schema public, pgboss to ${role};
    grant usage, select, update on all sequences in schema public, pgboss to ${role};
    grant execute on all functions in schema public, pgboss to ${role};
    revoke insert, update, delete on migrations from ${role}`);
}

/** Returns the connection string of the same database for the site's role. */
export function asServingRole(connectionString: string): string {
  return connectionString.replace(/^postgresql:\/\/[^@/]*@/, `postgresql://${role}@`);
}
