import type { Check } from './all.ts';

/** The request log has no call twice, and its counters match. */
export const checkCalls: Check = async (_world, client) => {
  const { rows } = await client.query<{ what: string }>(
    `with counted as (
       select organization_id, partner_id, path, outcome, sum(calls) filter (where span = 'hour') as hours,
              sum(calls) filter (where span = 'day') as days
       from call_counts group by 1, 2, 3, 4
     ), logged as (
       select organization_id, partner_id, path, outcome, count(*) as calls from calls group by 1, 2, 3, 4
     )
     select 'counted by the hour ' || c.hours || ', by the day ' || c.days || ': ' || c.path || ' ' || c.outcome as what
     from counted c where c.hours <> c.days
     union all
     select 'counted ' || coalesce(c.hours, 0) || ', logged ' || coalesce(l.calls, 0) || ': ' || path || ' ' || outcome
     from counted c full join logged l using (organization_id, partner_id, path, outcome)
     -- Readers that succeed are counted, and not logged one by one.
     where coalesce(c.hours, 0) <> coalesce(l.calls, 0)
       and not (path in ('/webhook/contract-status', '/webhook/events', '/webhook/deposits') and outcome = 'success')
     union all
     select 'logged ' || count(*) || ' times: the request ' || request_id from calls group by request_id having count(*) > 1
     union all
     select 'logged ' || count(*) || ' times as opened: the deposit ' || deposit_id from calls
     where outcome = 'success' and deposit_id is not null group by deposit_id having count(*) > 1
     union all
     select 'logged as opened, and not there: ' || c.external_contract_id from calls c
     where c.outcome = 'success' and c.deposit_id is not null
       and not exists (select from deposits d where d.id = c.deposit_id)`,
  );
  return rows.map(({ what }) => what);
};
