import { json, type Selectable, type TableOf, utc } from '../../../database.js';
import { majorUnits } from '../../../money.js';
import type { Origin } from '../commissions/commission.js';
import { givenId } from '../commissions/reference.js';
import type { Rate } from '../rates/rate.js';
import type { conversionsTable } from '../tables/conversions.js';

export type ConversionType = 'sale' | 'custom_form';

/** Input of a conversion. */
export interface NewConversion {
  /** Either the code or the id is required. */
  readonly affiliateCode?: string | undefined;
  readonly affiliateId?: number | undefined;
  readonly origin: Origin;
  /** Defaults to `custom_form`. */
  readonly type?: ConversionType | undefined;
  /** Major units. */
  readonly amount: number | string;
  /** Must be the program's currency, which is also the default. */
  readonly currency?: string | undefined;
  /** Caller's own id, which makes the call idempotent. */
  readonly externalId?: string | undefined;
  /** API key that sends it. IDs are unique for each key. */
  readonly apiKeyId?: string | undefined;
  readonly formId?: string | undefined;
  readonly productId?: string | undefined;
  readonly customerEmail?: string | undefined;
  /** Reference of a customer who may return. */
  readonly customerRef?: string | undefined;
  readonly clickId?: string | undefined;
  /** Defaults to the campaign of the click. */
  readonly campaign?: string | undefined;
  readonly description?: string | undefined;
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
  /** Rate override; the caller must be allowed to set it. */
  readonly rate?: Rate | undefined;
  /** The customer, if the caller knows them. Not stored. */
  readonly visitor?: { readonly userId?: number | null; readonly userAgent?: string } | undefined;
}

/** A stored conversion. */
export interface Conversion {
  readonly id: number;
  readonly affiliateId: number;
  readonly type: ConversionType;
  readonly origin: Origin;
  /** Null if the caller gave none. */
  readonly reference: string | null;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  /** Empty for none, as are the following fields. */
  readonly formId: string;
  readonly productId: string;
  readonly customerEmail: string;
  readonly customerRef: string;
  readonly clickId: string;
  readonly campaign: string;
  readonly source: string;
  readonly device: string;
  readonly flags: readonly string[];
  readonly meta: Readonly<Record<string, unknown>>;
  readonly createdAt: Date;
}

export type ConversionRow = Selectable<TableOf<typeof conversionsTable>>;

export function toConversion(row: ConversionRow): Conversion {
  return {
    id: row.id,
    affiliateId: row.affiliate_id,
    type: row.type as ConversionType,
    origin: row.origin as Origin,
    reference: givenId(row.reference),
    amount: row.amount,
    currency: row.currency,
    formId: row.form_id,
    productId: row.product_id,
    customerEmail: row.customer_email,
    customerRef: row.customer_ref,
    clickId: row.click_id,
    campaign: row.campaign,
    source: row.source,
    device: row.device,
    flags: json.decode(row.flags) as string[],
    meta: json.decode(row.meta) as Record<string, unknown>,
    createdAt: utc.decode(row.created_at),
  };
}

/** A conversion as passed to actions. */
export interface ConversionRecord {
  readonly id: number;
  readonly affiliate_id: number;
  readonly type: ConversionType;
  readonly origin: Origin;
  readonly reference: string | null;
  /** Major units. */
  readonly amount: number;
  readonly amount_minor: number;
  readonly currency: string;
  readonly form_id: string | null;
  readonly product_id: string | null;
  readonly customer: string | null;
  readonly customer_ref: string | null;
  readonly click_id: string | null;
  readonly campaign: string | null;
  readonly flags: readonly string[];
  readonly meta: Readonly<Record<string, unknown>>;
  readonly created_at: string;
}

export function conversionRecord(conversion: Conversion): ConversionRecord {
  return {
    id: conversion.id,
    affiliate_id: conversion.affiliateId,
    type: conversion.type,
    origin: conversion.origin,
    reference: conversion.reference,
    amount: majorUnits(conversion.amount, conversion.currency),
    amount_minor: conversion.amount,
    currency: conversion.currency,
    form_id: conversion.formId || null,
    product_id: conversion.productId || null,
    customer: conversion.customerEmail || null,
    customer_ref: conversion.customerRef || null,
    click_id: conversion.clickId || null,
    campaign: conversion.campaign || null,
    flags: conversion.flags,
    meta: conversion.meta,
    created_at: conversion.createdAt.toISOString(),
  };
}
