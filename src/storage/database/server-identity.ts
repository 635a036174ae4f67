/**
 * SQL that tells servers apart: when this one was started, in microseconds. After a failover that lost transactions the
 * new primary may have counted as far as the old one, with other changes: what was cached from another server is not used.
 */
export const SERVER_IDENTITY = '(extract(epoch from pg_postmaster_start_time()) * 1000000)::bigint';
