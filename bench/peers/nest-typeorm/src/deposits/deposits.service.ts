import { ConflictException, Injectable, NotFoundException } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { QueryFailedError, Repository } from 'typeorm';
import { Deposit } from './deposit.entity.js';
import type { OpenDepositDto } from './open-deposit.dto.js';

export type Status = { state: string; step: string | null; tenants: number };

const UNIQUE_VIOLATION = '23505';

@Injectable()
export class DepositsService {
  constructor(@InjectRepository(Deposit) private readonly deposits: Repository<Deposit>) {}

  /** Cascades insert the rows of the relations; `save` makes one transaction of it. */
  async open(organizationId: string, { tenants, ...terms }: OpenDepositDto): Promise<Deposit> {
    const deposit = this.deposits.create({
      ...terms,
      organizationId,
      state: 'opening',
      step: 'awaiting_manager_signature',
      tenants: tenants.map((tenant, place) => ({ ...tenant, position: place + 1 })),
      history: [{ actor: 'partner', event: 'opened', detail: { integration: 'custom' } }],
      jobs: [
        {
          kind: 'mail',
          content: {
            mail: 'deposit_imported',
            to: terms.manager,
            facts: { externalContractId: terms.externalContractId, property: terms.property },
          },
        },
      ],
    });
    try {
      return await this.deposits.save(deposit);
    } catch (error) {
      if (error instanceof QueryFailedError && error.driverError.code === UNIQUE_VIOLATION) {
        throw new ConflictException('the contract already has a deposit');
      }
      throw error;
    }
  }

  async status(organizationId: string, externalContractId: string): Promise<Status> {
    const found = await this.deposits
      .createQueryBuilder('deposit')
      .leftJoin('deposit.tenants', 'tenant')
      .select(['deposit.state AS state', 'deposit.step AS step', 'COUNT(tenant.id)::int AS tenants'])
      .where({ organizationId, externalContractId })
      .groupBy('deposit.id')
      .getRawOne<Status>();
    if (found === undefined) throw new NotFoundException('unknown contract');
    return found;
  }
}
