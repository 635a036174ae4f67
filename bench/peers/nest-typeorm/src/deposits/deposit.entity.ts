import { Column, CreateDateColumn, Entity, OneToMany, PrimaryGeneratedColumn, type Relation, Unique } from 'typeorm';
import { HistoryEntry } from './history-entry.entity.js';
import { Job } from './job.entity.js';
import { Tenant } from './tenant.entity.js';

@Entity()
@Unique(['organizationId', 'externalContractId'])
export class Deposit {
  @PrimaryGeneratedColumn()
  id: number;

  @Column('uuid')
  organizationId: string;

  @Column()
  externalContractId: string;

  @Column()
  state: string;

  @Column({ type: 'varchar', nullable: true })
  step: string | null;

  @CreateDateColumn()
  createdAt: Date;

  @Column('jsonb')
  property: object;

  @Column('date')
  rentalStart: string;

  @Column('int')
  rentalDepositRappen: number;

  @Column()
  tenantLanguage: string;

  @Column()
  investmentAllowed: boolean;

  @Column('jsonb')
  owner: object;

  @Column('jsonb')
  manager: object;

  @Column('jsonb')
  adjustments: object[];

  @OneToMany(() => Tenant, (tenant) => tenant.deposit, { cascade: true })
  tenants: Relation<Tenant[]>;

  @OneToMany(() => HistoryEntry, (entry) => entry.deposit, { cascade: true })
  history: Relation<HistoryEntry[]>;

  @OneToMany(() => Job, (job) => job.deposit, { cascade: true })
  jobs: Relation<Job[]>;
}
