import type {
  AssistantField,
  ContractField,
  PayloadFault,
  ManagerField,
  OwnerField,
  ProblemCode,
  PropertyField,
  TenantField,
} from '../payload/problem.ts';

export type PayloadPart = 'contract' | 'property' | 'owner' | 'manager' | 'assistant';

/** The texts about a payload that every language needs. A missing translation does not compile. */
export type Messages = {
  parts: Record<PayloadPart, string>;
  tenant: (position: number) => string;
  labels: Record<ContractField | PropertyField | OwnerField | ManagerField | AssistantField, string>;
  tenantLabels: Record<TenantField, string>;
  faults: { [C in ProblemCode]: (fault: Extract<PayloadFault, { code: C }>) => string };
  /** `Tenant 2, e-mail address (tenant2Email): missing`. No `;` and no markup: partners split and print it. */
  line: (words: { part: string; label: string; field: string; fault: string }) => string;
};
