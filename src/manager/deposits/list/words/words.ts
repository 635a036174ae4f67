import type { ManagerTask } from '../../../../domain/lifecycle/attention.ts';
import type { ListColumn } from '../columns.ts';
import type { ListShow } from '../list-query.ts';

/** What the list says about deposits, its columns and views, and what is done with many at once. */
export type ListWords = {
  columns: Record<ListColumn, string>;
  /** What a deposit waits for. */
  tasks: Record<ManagerTask, string>;
  forYou: (task: string) => string;
  forOther: (name: string, task: string) => string;
  notes: {
    overdue: string;
    paidOf: (paid: string, all: string) => string;
    refused: Record<'bank' | 'insurer', string>;
    register: string;
    end: string;
    tenantAnswers: string;
    payout: string;
    coverEnds: string;
    held: string;
    change: string;
    orderedOn: (day: string) => string;
  };
  shown: Record<ListShow, string>;
  searchHint: string;
  menu: string;
  columnsTitle: string;
  columnsMean: string;
  columnsSave: string;
  columnsReset: string;
  views: string;
  viewsMean: string;
  viewName: string;
  saveView: string;
  removeView: (name: string) => string;
  noName: string;
  selection: string;
  remind: string;
  exportAs: (type: 'CSV' | 'Excel') => string;
  whole: string;
  tooManyForExcel: (most: string) => string;
  shortcuts: {
    title: string;
    use: string;
    keys: readonly (readonly [key: string, does: string])[];
  };
  remindMany: {
    title: string;
    review: (count: number) => string;
    send: (count: number) => string;
    awaited: string;
    notAwaited: string;
    recently: string;
    done: (count: number) => string;
    notDone: (count: number) => string;
    nothing: string;
    nothingMeans: string;
  };
  sheet: {
    name: string;
    yes: string;
    no: string;
    tenant: (position: number) => string;
    held: string;
    waitsFor: string;
    problem: string;
    provider: string;
    policyNumber: string;
    reference: string;
    sentAt: string;
    startedBy: string;
    parties: Record<'tenant' | 'manager', string>;
    tenancyEnd: string;
    amountLandlord: string;
    paidOutOn: string;
    paidOutTenant: string;
    paidOutLandlord: string;
  };
};
