-- The rights of the three database roles, run as a superuser in each new database of Depono (docs/operations.md).
revoke all on schema public from public;
grant all on schema public to depono_owner;
grant usage on schema public to depono_service, depono_reader;
grant select, insert, update, delete on all tables in schema public to depono_service;
grant usage, select, update on all sequences in schema public to depono_service;
grant select on all tables in schema public to depono_reader;
grant select on all sequences in schema public to depono_reader;
alter default privileges for role depono_owner in schema public
  grant select, insert, update, delete on tables to depono_service;
alter default privileges for role depono_owner in schema public
  grant usage, select, update on sequences to depono_service;
alter default privileges for role depono_owner in schema public grant select on tables to depono_reader;
alter default privileges for role depono_owner in schema public grant select on sequences to depono_reader;
