import { Column, CreateDateColumn, Entity, Index, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { Deposit } from './deposit.entity.js';

@Entity()
export class HistoryEntry {
  @PrimaryGeneratedColumn()
  id: number;

  @Index()
  @ManyToOne(() => Deposit, (deposit) => deposit.history, { nullable: false })
  deposit: Relation<Deposit>;

  @CreateDateColumn()
  at: Date;

  @Column()
  actor: string;

  @Column()
  event: string;

  @Column('jsonb')
  detail: object;
}
