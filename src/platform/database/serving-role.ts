import type { Pool } from 'pg';

/** The role that serves the site on the database that Freehold starts. */
const role = 'freehold_site';

/**
 * Makes the role that serves the site, or brings its rights up to date: it reads and writes rows, and is neither
 * superuser nor owner of a table, so that a statement that somebody smuggles in changes no table, reads no file and runs
 * no program. Runs as the owner of the tables, after the migrations.
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

/** The address of the same database for the role that serves the site. */
export function asServingRole(connectionString: string): string {
  return connectionString.replace(/^postgresql:\/\/[^@/]*@/, `postgresql://${role}@`);
}
