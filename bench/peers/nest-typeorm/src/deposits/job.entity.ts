import { Column, CreateDateColumn, Entity, Index, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { Deposit } from './deposit.entity.js';

@Entity()
@Index(['state', 'dueAt'])
export class Job {
  @PrimaryGeneratedColumn()
  id: number;

  @ManyToOne(() => Deposit, (deposit) => deposit.jobs, { nullable: false })
  deposit: Relation<Deposit>;

  @Column()
  kind: string;

  @Column('jsonb')
  content: object;

  @Column({ default: 'waiting' })
  state: string;

  @Column('int', { default: 0 })
  attempts: number;

  @Column('timestamp', { default: () => 'now()' })
  dueAt: Date;

  @CreateDateColumn()
  createdAt: Date;
}
