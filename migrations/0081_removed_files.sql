-- Files that were removed while a backup may still read them. They are deleted when it ends.
create table removed_files (name text primary key);
