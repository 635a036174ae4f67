import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Deposit } from './deposit.entity.js';
import { DepositsController } from './deposits.controller.js';
import { DepositsService } from './deposits.service.js';
import { HistoryEntry } from './history-entry.entity.js';
import { Job } from './job.entity.js';
import { Tenant } from './tenant.entity.js';

@Module({
  imports: [TypeOrmModule.forFeature([Deposit, Tenant, HistoryEntry, Job])],
  controllers: [DepositsController],
  providers: [DepositsService],
})
export class DepositsModule {}
