import { Column, Entity, Index, ManyToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';
import { Deposit } from './deposit.entity.js';

@Entity()
export class Tenant {
  @PrimaryGeneratedColumn()
  id: number;

  @Index()
  @ManyToOne(() => Deposit, (deposit) => deposit.tenants, { nullable: false })
  deposit: Relation<Deposit>;

  @Column('int')
  position: number;

  @Column()
  type: string;

  @Column()
  firstName: string;

  @Column()
  lastName: string;

  @Column()
  email: string;

  @Column()
  phoneNumber: string;

  @Column('jsonb')
  address: object;

  @Column('jsonb')
  details: object;
}
