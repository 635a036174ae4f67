-- works with code from: 0021
-- Whether a backup lies where backups are kept. Only these count as the last backup: a copy for a drill does not.
alter table backups add column kept boolean not null default true;
