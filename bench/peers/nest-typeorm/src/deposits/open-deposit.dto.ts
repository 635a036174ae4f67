import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsDateString,
  IsEmail,
  IsIn,
  IsInt,
  IsISO31661Alpha2,
  IsNotEmpty,
  IsOptional,
  IsPositive,
  IsString,
  Matches,
  MaxLength,
  ValidateNested,
} from 'class-validator';

class PropertyDto {
  @IsString()
  propertyId: string;

  @IsString()
  street: string;

  @IsString()
  streetNumber: string;

  @IsString()
  zip: string;

  @IsString()
  city: string;
}

class AddressDto {
  @IsString()
  street: string;

  @IsString()
  streetNumber: string;

  @IsString()
  zip: string;

  @IsString()
  city: string;

  @IsISO31661Alpha2()
  countryCode: string;
}

class OwnerDto extends AddressDto {
  @IsString()
  name: string;

  @IsBoolean()
  careOf: boolean;
}

class ManagerDto {
  @IsEmail()
  email: string;

  @IsString()
  firstName: string;

  @IsString()
  lastName: string;
}

class AdjustmentDto {
  @IsString()
  field: string;

  @IsString()
  rule: string;

  @IsOptional()
  @IsString()
  from: string | null;

  @IsOptional()
  @IsString()
  to: string | null;
}

class PersonDto {
  @IsIn(['mr', 'ms'])
  title: string;

  @IsDateString()
  birthDate: string;

  @IsISO31661Alpha2()
  nationality: string;

  @IsIn(['single', 'married', 'divorced', 'widowed', 'other'])
  civilStatus: string;
}

class TenantDto {
  @IsIn(['natural', 'legal'])
  type: string;

  @IsString()
  @IsNotEmpty()
  firstName: string;

  @IsString()
  @IsNotEmpty()
  lastName: string;

  @IsEmail()
  email: string;

  @Matches(/^\+[1-9][0-9]{6,14}$/)
  phoneNumber: string;

  @ValidateNested()
  @Type(() => AddressDto)
  address: AddressDto;

  @ValidateNested()
  @Type(() => PersonDto)
  details: PersonDto;
}

export class OpenDepositDto {
  @IsString()
  @IsNotEmpty()
  @MaxLength(128)
  externalContractId: string;

  @ValidateNested()
  @Type(() => PropertyDto)
  property: PropertyDto;

  @IsDateString()
  rentalStart: string;

  @IsInt()
  @IsPositive()
  rentalDepositRappen: number;

  @IsIn(['de', 'fr', 'it', 'en'])
  tenantLanguage: string;

  @IsBoolean()
  investmentAllowed: boolean;

  @ValidateNested()
  @Type(() => OwnerDto)
  owner: OwnerDto;

  @ValidateNested()
  @Type(() => ManagerDto)
  manager: ManagerDto;

  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => AdjustmentDto)
  adjustments: AdjustmentDto[];

  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(4)
  @ValidateNested({ each: true })
  @Type(() => TenantDto)
  tenants: TenantDto[];
}
