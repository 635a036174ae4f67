-- What migration 0013 left of addresses in the audit log, as they may be typed: with quotes, spaces or backslashes in them,
-- doubled slashes, capitals, or more than one @. A value that begins as an address keeps its host and the first part of its
-- path, and nothing else.
drop trigger audit_log_only_grows on audit_log;
update audit_log set changes =
  regexp_replace(regexp_replace(regexp_replace(changes::text,
    '("https?://)(?:[^/"?#\\]|\\.)*@', '\1', 'gi'),
    '("https?://[^/"?#\\ ]+)/+([^/"?#\\ ]+)(?:[/?# ]|\\.)(?:[^"\\]|\\.)*"', '\1/\2/…"', 'gi'),
    '("https?://[^/"?#\\ ]+)/*(?:[?# ]|\\.)(?:[^"\\]|\\.)*"', '\1/…"', 'gi')::json
  where changes::text ~* '"https?://';
create trigger audit_log_only_grows before update or delete on audit_log
  for each row execute function refuse_all_but_retention();
