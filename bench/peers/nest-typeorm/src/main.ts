import { ValidationPipe } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AppModule } from './app.module.js';

const app = await NestFactory.create(AppModule, { logger: ['error'] });
app.useGlobalPipes(new ValidationPipe());
await app.listen(process.env.PORT ?? 0, '127.0.0.1');
console.log(`ready at ${await app.getUrl()}`);
