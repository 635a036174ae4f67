import { Body, Controller, Get, Headers, HttpCode, Param, Post } from '@nestjs/common';
import { DepositsService, type Status } from './deposits.service.js';
import { OpenDepositDto } from './open-deposit.dto.js';

@Controller('deposits')
export class DepositsController {
  constructor(private readonly deposits: DepositsService) {}

  @Post()
  @HttpCode(200)
  async open(
    @Headers('x-org-id') organizationId: string,
    @Body() body: OpenDepositDto,
  ): Promise<{ success: true; id: number }> {
    const deposit = await this.deposits.open(organizationId, body);
    return { success: true, id: deposit.id };
  }

  @Get(':externalContractId')
  async status(
    @Headers('x-org-id') organizationId: string,
    @Param('externalContractId') externalContractId: string,
  ): Promise<{ success: true } & Status> {
    return { success: true, ...(await this.deposits.status(organizationId, externalContractId)) };
  }
}
