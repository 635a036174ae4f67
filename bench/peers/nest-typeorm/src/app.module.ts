import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DepositsModule } from './deposits/deposits.module.js';

const url = new URL(process.env.DATABASE_URL ?? '');

@Module({
  imports: [
    TypeOrmModule.forRoot({
      type: 'postgres',
      host: decodeURIComponent(url.hostname),
      port: Number(url.port || 5432),
      username: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
      database: url.pathname.slice(1),
      autoLoadEntities: true,
      // Makes the tables at the start; costs nothing afterwards.
      synchronize: true,
    }),
    DepositsModule,
  ],
})
export class AppModule {}
