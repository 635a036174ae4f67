import type { Services } from '../actions/services.ts';
import type { ProviderCodes } from '../domain/contract-status.ts';

export type SandboxSettings = {
  services: Services;
  drain: () => Promise<void>;
  providers: ProviderCodes;
  baseUrl: () => string;
  afterClock: () => Promise<void>;
};
